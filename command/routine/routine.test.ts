import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { viewFileText } from '@/features/workbench/model/view-file';
import type { SavedView } from '@/features/workbench/model/saved-view';
import { readOutline } from '@/analysis/source-files/read-outline';
import { commandForFile, stoppedInItsPages } from '@/test/command-harness';
import { claimFolder } from './claimed-folder';

const { service, command } = commandForFile();

function viewOf(name: string, more: Partial<SavedView> = {}): SavedView {
  return {
    id: name,
    priceColumn: 'PromotionPrice',
    name,
    query: { v: '1' },
    arrangement: null,
    isDefault: false,
    runsOnOpen: false,
    savedAtMs: 0,
    ...more,
  };
}

function fileOf(name: string, views: readonly SavedView[]): string {
  writeFileSync(command.file(name), viewFileText(views));
  return command.file(name);
}

/** Returns the content of the files in a folder by name, in Base64. */
function keptIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(command.file(folder));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(command.file(folder), name), 'base64')]),
  );
}

const routine = (file: string, folder: string, ...others: readonly string[]) => [
  'routine',
  file,
  '--keep',
  command.file(folder),
  ...others,
];

test('tells what is new in each view since the last time, and keeps its rows for the next', async () => {
  const file = fileOf('views.json', [
    viewOf('Euro', { query: { v: '1', filter: 'Currency~is~EUR' } }),
    viewOf('Refined', { display: { refine: '1;all;Currency~is~EUR' } }),
    viewOf('No row', { query: { v: '1', filter: 'Currency~is~ZZZ' } }),
  ]);
  const first = await command.run(routine(file, 'kept', '--json'));
  expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: '' });
  const before = JSON.parse(first.out);
  expect(before.views.map(({ name }: { name: string }) => name)).toEqual(['Euro', 'Refined', 'No row']);
  expect(before.views[0]).toMatchObject({ before: null, comparison: null });
  const { rowCount } = before.views[0].now;
  const names = Object.keys(keptIn('kept'));
  expect(names).toHaveLength(6);
  for (const name of names) expect(statSync(path.join(command.file('kept'), name)).mode & 0o077).toBe(0);

  const same = await command.run(routine(file, 'kept', '--language', 'de'));
  expect(same.code).toBe(0);
  expect(same.out).toContain(`Euro (Promotion price)\n  ${rowCount} Zeilen am `);
  expect(same.out).toMatch(/Zeilen am \d{1,2}\.\d{1,2}\.\d{4}, /);
  expect(same.out).toContain(
    `Refined (Promotion price)\n  ${before.views[1].now.refinedRowCount} Zeilen am `,
  );
  expect(same.out).toContain('Nichts ist neu.');

  service.controls.changeSourceData();
  service.controls.changeSourceData();
  const report = command.file('report.xlsx');
  const news = await command.run(routine(file, 'kept', '--out', report, '--json', '--fail-on', '9999'));
  expect({ code: news.code, err: news.err }).toEqual({ code: 0, err: '' });
  const { views, newFindings, written } = JSON.parse(news.out);
  const [euro, refined] = views;
  const { added, removed, changed, unchanged, effects } = euro.comparison;
  expect(changed).toBeGreaterThan(0);
  expect(removed + changed + unchanged).toBe(rowCount);
  expect(added + changed + unchanged).toBe(euro.now.rowCount);
  expect(effects.length).toBeGreaterThan(0);
  expect(refined.comparison).toMatchObject({ added, removed, changed, unchanged });
  expect([refined.before, refined.now].map(({ refinedRowCount }) => refinedRowCount)).toEqual(
    [euro.before, euro.now].map((side) => side.rowCount),
  );
  const outcomes: { added: number }[] = views.flatMap(
    ({ checks }: { checks: { added: number }[] }) => checks,
  );
  expect(newFindings).toBe(outcomes.reduce((sum, { added }) => sum + added, 0));
  // `compare` with the file of the last run must find the same numbers of changes.
  const ofLastTime = path.join(command.file('kept'), `${euro.before.copyId}.parquet`);
  const compared = await command.run(['compare', file, '--name', 'Euro', '--with', ofLastTime, '--json']);
  expect(JSON.parse(compared.out).counts).toEqual({ added, removed, changed, unchanged });

  expect(written).toBe(report);
  const outline = await readOutline([new File([readFileSync(report)], 'report.xlsx')], {});
  expect(outline.sheets).toEqual(['What is new', 'Effect', 'Findings', 'Euro', 'Refined', 'About']);
  // For each view, only the rows of this run and of the last one are kept.
  expect(Object.keys(keptIn('kept'))).toHaveLength(9);
});

test(
  'says which values are blank since they need too many digits, in words, as JSON and in the report',
  { tags: ['long'] },
  async () => {
    const refine =
      '1;all;PromotionCode~is-not~None;!new~Large~4~PromotionValue * 1000000000;!new~Long~4~Large * Large * Large * Large';
    const file = fileOf('long.json', [viewOf('Long', { display: { refine } })]);
    const report = command.file('long.xlsx');
    const says = expect.stringMatching(/\d+ values of Long left blank: .+ 38 digits/);
    expect(await command.run(routine(file, 'long', '--out', report))).toMatchObject({ code: 0, out: says });
    expect(JSON.stringify(await readSheet(report, 'About'))).toEqual(says);
    const again = await command.run(routine(file, 'long', '--json'));
    expect(JSON.parse(again.out).views[0]).toMatchObject({ tooLong: { Long: expect.any(Number) } });
  },
);

test('results that somebody has edited lead to no file outside of the folder', async () => {
  const file = fileOf('edited.json', [viewOf('Promotions')]);
  await command.run(routine(file, 'edited'));
  const [name = ''] = Object.keys(keptIn('edited')).filter((each) => each.endsWith('.json'));
  const result = path.join(command.file('edited'), name);
  const outside = command.file('outside.parquet');
  // The command would read and delete this file if it followed the edited name out of its folder.
  const [rows = ''] = Object.keys(keptIn('edited')).filter((each) => each.endsWith('.parquet'));
  copyFileSync(path.join(command.file('edited'), rows), outside);
  writeFileSync(
    result,
    readFileSync(result, 'utf8').replaceAll(/"copyId": "[^"]*"/g, '"copyId": "../outside"'),
  );
  const { code, out } = await command.run(routine(file, 'edited', '--json'));
  expect(code).toBe(0);
  expect(JSON.parse(out).views[0]).toMatchObject({ comparison: null });
  expect(existsSync(outside)).toBe(true);
});

test('new findings beyond those allowed end the run with 1, in words and for a CI system', async () => {
  const file = fileOf('promotions.json', [viewOf('Promotions')]);
  await command.run(routine(file, 'findings', '--quiet'));
  // Changes the source until a check finds something new.
  let found = { code: 0, out: '', err: '' };
  for (let round = 0; found.code === 0 && round < 4; round += 1) {
    for (let change = 0; change < 5; change += 1) service.controls.changeSourceData();
    found = await command.run(routine(file, 'findings', '--format', 'junit'));
  }
  expect(found).toMatchObject({ code: 1, err: '' });
  expect(found.out).toMatch(
    /<testcase name="[^"]+" classname="Promotions"><failure message="[^"]+ \([1-9]\d* new, \d+ gone\)"/,
  );
});

test(
  'a view that fails stops no other, and keeps the rows of the last time',
  { tags: ['long'] },
  async () => {
    await command.run(routine(fileOf('some.json', [viewOf('First')]), 'some', '--quiet'));
    const before = keptIn('some');
    // With this fault, the pages of the first view contradict each other.
    service.controls.addFault({ on: 'extraction', skip: 1, times: 1, fault: { kind: 'dropped-row' } });
    const file = fileOf('some.json', [
      viewOf('First'),
      viewOf('Gone column', { priceColumn: 'Gone' }),
      viewOf('Gone field', { query: { v: '1', fields: 'Gone' } }),
      viewOf('Last'),
    ]);
    const { code, out, err } = await command.run(routine(file, 'some'));
    expect(code).toBe(3);
    const [first, column, field, ...others] = err.split('\n');
    expect(first).toMatch(/^colonnade: First: ./);
    expect(column).toMatch(/^colonnade: Gone column: ./);
    expect(field).toMatch(/^colonnade: Gone field: .*Gone/);
    expect(others).toEqual(['']);
    expect(out).toContain('\nLast (Promotion price)\n');
    expect(out).not.toContain('\nFirst');
    const after = Object.entries(keptIn('some')).filter(([name]) => !name.startsWith('last-'));
    expect(Object.fromEntries(after)).toEqual(before);
  },
);

test(
  'a run that is stopped leaves what was kept as it was; what was changed since is not compared',
  { tags: ['long'] },
  async () => {
    const file = fileOf('stopped.json', [viewOf('Stopped')]);
    await command.run(routine(file, 'stopped', '--quiet'));
    const before = keptIn('stopped');
    const giveBack = await claimFolder(command.file('stopped'), new AbortController().signal);
    const other = await command.run(routine(file, 'stopped'));
    giveBack();
    expect(other).toMatchObject({ code: 2, out: '' });
    expect(other.err).toMatch(/^colonnade: Another run of a routine uses [^\n]+\n$/);
    const stopped = stoppedInItsPages(service);
    const { err } = await command.run(routine(file, 'stopped'), stopped);
    expect(stopped.pageCount()).toBeGreaterThan(1);
    expect(err).toBe('');
    expect(keptIn('stopped')).toEqual(before);

    const [rows = ''] = Object.keys(before).filter((name) => name.endsWith('.parquet'));
    writeFileSync(path.join(command.file('stopped'), rows), 'of another program');
    const { code, out } = await command.run(routine(file, 'stopped'));
    expect(code).toBe(0);
    expect(out).toContain('The rows of the last time are gone or were changed');
  },
);

test('of a file in which views are ticked, those are run; every problem is one line', async () => {
  const ticked = fileOf('ticked.json', [viewOf('Other'), viewOf('Mine', { isInRoutine: true })]);
  const { out } = await command.run(routine(ticked, 'ticked', '--json'));
  expect(JSON.parse(out).views.map(({ name }: { name: string }) => name)).toEqual(['Mine']);

  writeFileSync(
    command.file('broken.json'),
    JSON.stringify({ format: 'colonnade-views', version: 1, views: [viewOf('Fine'), { name: 'Broken' }] }),
  );
  const cases: readonly [args: readonly string[], says: string][] = [
    [['routine', '--keep', command.file('kept')], 'Save as file'],
    [['routine', ticked], '--keep FOLDER'],
    [routine(command.file('gone.json'), 'kept'), 'ENOENT'],
    [routine(command.file('broken.json'), 'kept'), '1 view that cannot be read'],
    [routine(ticked, 'kept', '--name', 'Gone'), '--name (Mine)'],
    [routine(ticked, 'kept', '--out', command.file('r.csv')), '.xlsx'],
    [routine(ticked, 'kept', '--format', 'csv'), '“csv”'],
    // No file can be created in /proc.
    [routine(ticked, 'kept', '--out', '/proc/report.xlsx'), '/proc'],
    [routine(ticked, 'ticked.json'), 'cannot be written'],
  ];
  for (const [args, says] of cases) {
    const run = await command.run(args);
    expect({ args, code: run.code, out: run.out }).toEqual({ args, code: 2, out: '' });
    expect(run.err).toMatch(/^colonnade: [^\n]+\n$/);
    expect(run.err).toContain(says);
  }
});
