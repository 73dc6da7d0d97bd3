import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { SavedView } from '@/features/workbench/model/saved-view';
import { viewFileText } from '@/features/workbench/model/view-file';
import type { RoutineResult } from '@/features/workbench/routine/routine-result';
import { commandForFile } from '@/test/command-harness';

const { service, command } = commandForFile({ settings: { rowCount: 1_000 } });

function viewOf(name: string, more: Partial<SavedView>): SavedView {
  return {
    id: name,
    priceColumn: 'SalesPrice',
    name,
    query: { v: '1', filter: 'cd_PriceGroup~is~FX-WASHER' },
    arrangement: null,
    isDefault: false,
    runsOnOpen: false,
    savedAtMs: 0,
    ...more,
  };
}

async function run(views: readonly SavedView[], ...options: readonly string[]) {
  const file = command.file('views.json');
  writeFileSync(file, viewFileText(views));
  const args = ['routine', file, '--keep', command.file('kept'), '--fail-on', '99999', ...options];
  return command.run(args);
}

async function results(views: readonly SavedView[]): Promise<readonly (RoutineResult & { name: string })[]> {
  const { code, err, out } = await run(views, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out).views;
}

beforeEach(() => rmSync(command.file('kept'), { recursive: true, force: true }));

const GROUP = viewOf('One group', {});

test(
  'roles are those of the first run, other ones are told, and no finding is gone by them',
  { tags: ['long'] },
  async () => {
    const [first] = await results([GROUP]);
    expect(first?.key).toEqual(['ItemNumber', 'PriceList', 'Currency', 'MinimumQuantity', 'Unit']);
    const all = first?.now.rowCount ?? 0;
    for (const check of first?.checks ?? [])
      expect([check.check, check.now < all / 10]).toEqual([check.check, true]);
    for (let change = 0; change < 3; change += 1) service.controls.changeSourceData();
    const [second] = await results([GROUP]);
    expect(second?.roles).toEqual(first?.roles);
    expect(second?.rolesBefore).toBeUndefined();

    // Only the group column differs, and the prices have not changed, so its findings are neither new nor gone.
    const other = { ...GROUP, display: { checks: '1;roles,group~ItemNumber,unit' } };
    const [third] = await results([other]);
    expect(third?.roles).toMatchObject({ group: 'ItemNumber', unit: null });
    expect(third?.rolesBefore).toEqual(second?.roles);
    expect(third?.keyBefore).toEqual(second?.key);
    expect(third?.checks?.every(({ added, gone }) => added === 0 && gone === 0)).toBe(true);
  },
);

test('roles that are other ones than the last time are told in words', { tags: ['long'] }, async () => {
  await results([{ ...GROUP, display: { checks: '1;roles,group~ItemNumber,unit' } }]);
  const told = await run([GROUP]);
  expect(told.out).toContain('Columns mean something else than the last time: ');
  expect(told.out).toContain('Unit is Unit, was None');
  expect(told.out).toContain('Nothing is new.');
});

test(
  'what the values would propose now is of no account after the first run',
  { tags: ['long'] },
  async () => {
    await results([GROUP]);
    const name = readdirSync(command.file('kept')).find((each) => each.endsWith('.json')) ?? '';
    const file = path.join(command.file('kept'), name);
    const kept: RoutineResult = JSON.parse(readFileSync(file, 'utf8'));
    // Simulates a first run with other prices, for which the console would have chosen another group column.
    const roles = { ...kept.usualRoles, group: 'ItemNumber' };
    expect(kept.usualRoles?.group).not.toBe('ItemNumber');
    writeFileSync(file, JSON.stringify({ ...kept, roles, usualRoles: roles }));
    const [next] = await results([GROUP]);
    expect(next?.roles?.group).toBe('ItemNumber');
    expect(next?.rolesBefore).toBeUndefined();
  },
);

test(
  'a check is told that lacks a field, one that finds very many rows, and what was not judged',
  { tags: ['long'] },
  async () => {
    const views = [
      viewOf('Few fields', { query: { v: '1', fields: 'EntryNo;ItemNumber;PriceList;Currency;Value' } }),
      viewOf('Wrong key', {
        query: { v: '1', filter: 'EntryNo~less-than~1001000' },
        display: { checks: '1;key,ItemNumber;skip,overlap,gap' },
      }),
    ];
    const { code, out } = await run(views);
    expect(code).toBe(0);
    const lacking = 'Not run: ValidFrom, MinimumQuantity, and Unit are not among the fields.';
    expect(out).toContain(`Key twice: ${lacking}`);
    expect(out).toMatch(/Key twice: [\d,]+ rows\n/);
    expect(out).toMatch(
      /Key twice finds [\d,]+ of [\d,]+ rows, more than a fifth\. .* Look at Roles of columns in Checks\./,
    );
    expect(out).toMatch(/Changed by more than 20 %: \d+ rows?\n/);
    expect(out).toMatch(/Changed by more than 20 %: Not checked: [\d,]+ rows/);
    const junit = await run(views, '--format', 'junit');
    expect(junit.out).toContain(
      `<testcase name="Key twice" classname="Few fields"><skipped message="${lacking}"/></testcase>`,
    );
  },
);
