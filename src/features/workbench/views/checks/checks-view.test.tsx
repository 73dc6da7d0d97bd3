import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import * as wrappedLines from '@/lib/grid/use-wrapped-lines';
import { enter } from '@/test/enter-text';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { choose, renderBuilder, type User } from '@/test/render-query-builder';
import { testField } from '@/test/test-price-column';
import { refinementFromParameter } from '../../model/refinement-address';
import { copyCacheKey } from '@/rows/kept-copies/kept-copy';
import type { ComparableSnapshot } from '../../model/compare-with';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import * as otherSnapshot from '../../rows-read/sources/use-other-snapshot';
import type { OtherSnapshot } from '../../rows-read/sources/use-other-snapshot';
import type { Coverage } from '../../rows-read/reading/rows-read';
import * as readings from '../../rows-read/reading/use-reading';
import type { Reading } from '../../rows-read/reading/use-reading';
import { RefineRegion } from '../../rows-read/steps/refine-region';
import { SaveAsCheck } from './save-as-check';
import { usePublished } from '../../controller/use-published-rows';
import { RowsReadScopeProvider } from '../../rows-read/rows/rows-read-scope';
import { ChecksScope } from './checks-scope';
import { ChecksSetup } from './checks-setup';
import { ChecksView } from './checks-view';

const PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item',
  fields: [
    testField('EntryNo', { type: 'number', sqlType: 'int', scale: 0, isKey: true, isPrimaryKey: true }),
    testField('ItemNumber'),
    testField('Family', { maxLength: 10 }),
    testField('Currency', { maxLength: 3 }),
    testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, isPriceColumn: true }),
    testField('UnitCost', { type: 'number', sqlType: 'decimal', scale: 2 }),
    testField('ValidFrom', { type: 'date', sqlType: 'date' }),
    testField('ValidTo', { type: 'date', sqlType: 'date' }),
  ],
};
const PRICES = ['19.40', '19.10', '19.90', '0.019', '20.00', null, '12.00', '19.60'];
const ROWS = PRICES.map((price, index) => [
  String(100 + index),
  `A-${index}`,
  'Pens',
  'EUR',
  price,
  '14.00',
  '2026-01-01',
  null,
]);

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine(PRICE_COLUMN.fields, ROWS);
});

/** The rows that checks compare with; this test has no service and no engine for them. */
const other = {
  snapshot: { other: null, error: null, retry: () => undefined } as OtherSnapshot,
  reading: null as unknown,
};
beforeEach(() => {
  vi.spyOn(otherSnapshot, 'useOtherSnapshot').mockImplementation(() => other.snapshot);
  const useReading = (of: unknown) => (of === null ? null : (other.reading as Reading));
  vi.spyOn(readings, 'useReading').mockImplementation(useReading);
  // Measuring lines needs a layout, which this environment lacks.
  vi.spyOn(wrappedLines, 'useWrappedLines').mockReturnValue(1);
});

const COPY: ComparableSnapshot = {
  cacheKey: copyCacheKey('a'),
  label: 'Last week',
  rowCount: 7,
  takenAtMs: Date.UTC(2026, 5, 8),
  expiresAtMs: null,
  needsSeconds: false,
  search: {},
  kept: { atMs: Date.UTC(2026, 5, 8), cacheKey: 'old' },
};
/** The column of articles has another name there. */
const COSTS: PriceColumn = {
  name: 'LandedCost',
  displayName: 'Landed cost',
  description: null,
  sourceTable: 'Cost',
  fields: [
    testField('Number', { isKey: true, isPrimaryKey: true }),
    testField('Landed', { type: 'number', sqlType: 'decimal', scale: 2, isPriceColumn: true }),
    testField('Name'),
  ],
};
let comparable: readonly ComparableSnapshot[] = [];
beforeEach(() => {
  comparable = [];
});

/** Provides the copy that checks compare with, as keys and prices. */
function readCopy(
  prices: readonly (readonly [key: string, price: string | null])[],
  fields = PRICE_COLUMN.fields,
) {
  const names = fields.map(({ name }) => name);
  const rows = prices.map(([key, price]) =>
    names.map((name) => (name === 'EntryNo' ? key : name === 'Value' ? price : null)),
  );
  const table = opened.addTable(fields, rows);
  const coverage = { kind: 'all', rowCount: rows.length };
  const state = { status: 'done', kind: 'all', snapshotRows: rows.length, readCount: rows.length, table };
  other.reading = { state, rowsRead: { table, coverage } };
  other.snapshot = { ...other.snapshot, other: {} as OpenSnapshot };
}

function view(
  rows: Pick<TestEngine, 'engine' | 'table'> = opened,
  coverage: Coverage = { kind: 'all', rowCount: ROWS.length },
) {
  const state = { status: 'done', snapshotRows: ROWS.length, readCount: ROWS.length, kind: 'all' };
  const snapshot = { cacheKey: 'key', rowCount: ROWS.length };
  const rowsRead = { ...rows, snapshot, coverage, revision: 1, misfits: {} };
  const reading = {
    state: { ...state, plannedRows: ROWS.length, table: rows.table, retrying: null, failure: null },
    store: { engine: rows.engine },
    rowsRead,
    mayReadAll: true,
  } as unknown as Reading;
  const openSnapshot = { snapshot, takenAtMs: Date.UTC(2026, 5, 15) } as unknown as OpenSnapshot;
  const scope = {
    openSnapshot,
    reading,
    refinement: null,
    refining: null,
    comparable,
    comparableOf: () => comparable,
    priceColumns: [PRICE_COLUMN, COSTS],
  };
  return (
    <RowsReadScopeProvider value={scope}>
      <ChecksScope isShown>
        <ChecksSetup />
        <ChecksView isShown />
      </ChecksScope>
      <Published />
    </RowsReadScopeProvider>
  );
}

/** The texts in the grid of the checks that run with every snapshot. */
function Published() {
  return (
    <>
      <p data-testid="checked">{usePublished('checked')}</p>
      <p data-testid="roles">{usePublished('roles')}</p>
    </>
  );
}

const renderChecks = () => renderBuilder({ hasBuilder: false, priceColumn: PRICE_COLUMN, beside: view() });
const check = (name: string) => within(screen.getByRole('group', { name }));
const toggles = () => within(screen.getByRole('group', { name: 'Findings by check' }));
/** Waits for the findings. */
const answered = () => screen.findByRole('group', { name: 'Findings by check' });
const status = () => screen.getByRole('status', { name: 'Result of the checks' });

test('roles are proposed with their reason; a check that lacks one is off and says which', async () => {
  const { user } = renderChecks();
  expect(await screen.findByRole('combobox', { name: 'Price' })).toHaveValue('Value');
  const roles = within(screen.getByRole('group', { name: 'Roles of columns' }));
  expect(roles.getByRole('combobox', { name: 'Price' })).toHaveAccessibleDescription('Marked as the price');
  expect(roles.getByRole('combobox', { name: 'Cost' })).toHaveValue('UnitCost');
  expect(roles.getByRole('combobox', { name: 'Valid to' })).toHaveValue('ValidTo');
  expect(check('Changed by more than').getByText('Off: no column for Earlier price')).toBeInTheDocument();
  await choose(user, roles, 'Cost', 'None');
  expect(await check('Below cost').findByText('Off: no column for Cost')).toBeInTheDocument();
  expect(check('Below cost').queryByRole('checkbox')).not.toBeInTheDocument();
});

test('checks run by themselves and count rows, and a finding says in words what is wrong; dismissed, it stays so', async () => {
  const { user } = renderChecks();
  await answered();
  expect(await check('Shifted decimal').findByText('1 row')).toBeInTheDocument();
  expect(check('No price').getByText('1 row')).toBeInTheDocument();
  expect(check('Below cost').getByText('2 rows')).toBeInTheDocument();
  expect(status()).toHaveTextContent('3 rows found by 4 checks');
  expect(screen.queryByRole('button', { name: /^Run checks/ })).not.toBeInTheDocument();
  expect(toggles().getByRole('button', { name: 'Below cost: 2 rows' })).toBeEnabled();
  expect(toggles().getByRole('button', { name: /^Changed by more than 20 %: not run/ })).toBeDisabled();
  await user.click(toggles().getByRole('button', { name: 'Shifted decimal: 1 row' }));
  expect(toggles().getByRole('button', { name: 'Shifted decimal: 1 row' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const findings = within(screen.getByRole('region', { name: 'Findings' }));
  const slip = '0.019 is 1/1000 of its group’s median 19.40';
  const cell = await findings.findByRole('gridcell', { name: new RegExp(slip) });
  // The row appears once, with all its findings.
  expect(cell).toHaveTextContent(/0\.019 is below the cost of 14\.00/);

  await user.dblClick(cell);
  const record = within(await findings.findByRole('region', { name: 'Record' }));
  const form = within(record.getByRole('form', { name: 'Shifted decimal' }));
  await enter(user, form.getByRole('textbox', { name: 'Note' }), 'Per gram');
  await user.click(form.getByRole('button', { name: `Dismiss: ${slip}` }));
  expect(await check('Shifted decimal').findByText('1 dismissed')).toBeInTheDocument();
  expect(await findings.findByText('No findings of this kind.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Findings' })).toHaveFocus();
  // Another run finds it again, and recognizes it as dismissed.
  await user.click(check('No price').getByRole('checkbox'));
  await waitFor(() => expect(toggles().queryByRole('button', { name: /^No price/ })).not.toBeInTheDocument());
  expect(await check('Shifted decimal').findByText('0 rows')).toBeInTheDocument();
  expect(check('Shifted decimal').getByText('1 dismissed')).toBeInTheDocument();
});

test('a check whose fields were not read is not run, and says which they are', async () => {
  const without = (names: readonly string[]) => {
    const table = {
      ...opened.table,
      columns: opened.table.columns.filter(({ name }) => !names.includes(name)),
    };
    return renderBuilder({
      hasBuilder: false,
      priceColumn: PRICE_COLUMN,
      beside: view({ engine: opened.engine, table }),
    });
  };
  without(['ValidFrom', 'Currency']);
  await answered();
  const key = toggles().getByRole('button', {
    name: 'Key twice: not run. Not run: ValidFrom and Currency are not among the fields.',
  });
  expect(key).toBeDisabled();
  expect(check('Key twice').getByText(/ValidFrom and Currency are not among the fields/)).toBeInTheDocument();
  expect(check('Key twice').queryByRole('checkbox')).not.toBeInTheDocument();
  // Prices in two currencies are not compared with each other.
  expect(
    toggles().getByRole('button', { name: /^Far from its group: not run\..*Currency is not/ }),
  ).toBeDisabled();
  const roles = within(screen.getByRole('group', { name: 'Roles of columns' }));
  expect(roles.getByRole('combobox', { name: 'Valid from' })).toHaveAccessibleDescription(
    'ValidFrom is not among the fields',
  );
});

test('a check that finds more than a fifth of the rows says what that probably means, and leads to the roles; those it cannot judge are counted', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const cost = index < 3 ? null : '14.00';
    const price = index === 5 ? null : '19.40';
    return [String(index), `A-${index % 20}`, 'Pens', 'EUR', price, cost, '2026-01-01', null];
  });
  const table = opened.addTable(PRICE_COLUMN.fields, rows);
  const { user } = renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    beside: view({ engine: opened.engine, table }, { kind: 'all', rowCount: rows.length }),
  });
  const notes = within(await screen.findByRole('group', { name: 'What the findings probably mean' }));
  expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent.trim())).toEqual([
    expect.stringMatching(/^Validity overlaps finds 40 of 40 rows, more than a fifth/),
    expect.stringMatching(/^Key twice finds 40 of 40 rows, more than a fifth/),
  ]);
  // Three rows without a cost, and one without a price.
  expect(check('Below cost').getByText('Not checked: 4 rows')).toBeInTheDocument();
  expect(check('No price').queryByText(/Not checked/)).not.toBeInTheDocument();
  await user.click(notes.getByRole('button', { name: 'Check the roles of the columns' }));
  expect(screen.getByRole('group', { name: 'Roles of columns' })).toHaveFocus();
});

test('roles are told to whom saves a view, and those of a saved view hold whatever the values are', async () => {
  const { user, actions } = renderChecks();
  await answered();
  expect(screen.getByTestId('roles')).toHaveTextContent(
    /^1;roles,price~Value,.*group~Family,article~ItemNumber/,
  );
  act(() => actions().setView('checks', { roles: '1;roles,group~ItemNumber,cost' }));
  const roles = within(screen.getByRole('group', { name: 'Roles of columns' }));
  const group = await roles.findByRole('combobox', { name: 'Group' });
  await waitFor(() => expect(group).toHaveValue('ItemNumber'));
  expect(group).toHaveAccessibleDescription('As the view was saved');
  expect(roles.getByRole('combobox', { name: 'Cost' })).toHaveValue('None');
  await choose(user, roles, 'Group', 'Family');
  expect(group).toHaveAccessibleDescription('Your choice');
  act(() => actions().setView('checks', { roles: '2;roles' }));
  await user.click(await screen.findByRole('button', { name: 'Use the proposed checks' }));
  expect(await screen.findByRole('combobox', { name: 'Group' })).toHaveValue('Family');
});

test('a parameter is checked where it is typed, and the checks run again with it at once', async () => {
  const { user } = renderChecks();
  await answered();
  expect(await check('Below cost').findByText('2 rows')).toBeInTheDocument();
  const margin = check('Below cost').getByRole('textbox', { name: 'Least margin in %' });
  await user.clear(margin);
  await enter(user, margin, '100');
  await user.keyboard('{Enter}');
  expect(check('Below cost').getByText('Enter a number from 0 to 99.9')).toBeInTheDocument();
  await user.clear(margin);
  await enter(user, margin, '27.5');
  await user.keyboard('{Enter}');
  expect(await check('Below cost').findByText('3 rows')).toBeInTheDocument();
  expect(toggles().getByRole('button', { name: 'Below cost or a margin of 27.5 %: 3 rows' })).toBeEnabled();
  // The focus stays in the input, so that typing can continue.
  expect(check('Below cost').getByRole('textbox', { name: 'Least margin in %' })).toHaveFocus();
});

test('of some of the rows, the checks run when asked, say how many are done, and that their counts are estimates', async () => {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const { engine, table } = opened;
  const materialise: typeof engine.materialise = async (...of) => {
    await held;
    return engine.materialise(...of);
  };
  const { user } = renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    beside: view(
      { engine: { ...engine, materialise }, table },
      { kind: 'part', readCount: 8, rowCount: 16, status: 'paused' },
    ),
  });
  await waitFor(() => expect(status()).toHaveTextContent('Only some of the rows are read.'));
  expect(screen.queryByRole('grid', { name: 'Findings' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Run checks' }));
  expect(await screen.findByText(/^Check 1 of \d+: /)).toBeVisible();
  const progress = screen.getByRole('progressbar', { name: 'Running checks' });
  expect(progress).toHaveAttribute('aria-valuenow', '0');
  goOn();
  await waitFor(() => expect(status()).toHaveTextContent('≈ 3 rows found by 4 checks'));
  expect(progress).not.toBeInTheDocument();
  expect(toggles().getByRole('button', { name: 'Below cost: ≈ 2 rows' })).toBeEnabled();
});

test('checks that run with every snapshot are saved, run unasked, and tell what they have found', async () => {
  const { user } = renderChecks();
  await user.click(await screen.findByRole('checkbox', { name: 'Run checks after every refresh' }));
  await waitFor(() =>
    expect(screen.getByTestId('checked')).toHaveTextContent('Checks: 3 rows found by 4 checks'),
  );
  expect(screen.getByRole('checkbox', { name: 'Run checks after every refresh' })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Save checks' })).toBeDisabled();
  await user.click(check('No price').getByRole('checkbox'));
  expect(screen.getByRole('button', { name: 'Save checks' })).toBeEnabled();
});

describe('own checks', () => {
  const CHEAP = '1;all;Gap~less-than~-10;!new~Gap~2~Value - UnitCost';

  function renderWithRefine(refine: string | null) {
    const read = refine === null ? null : refinementFromParameter(refine, PRICE_COLUMN.fields);
    const region = (
      <RefineRegion
        columns={PRICE_COLUMN.fields}
        refinement={read?.ok === true ? read.refinement : null}
        reading={null}
        refinedColumn={null}
        onClose={() => undefined}
        onAddColumns={() => undefined}
        SaveAsCheck={SaveAsCheck}
      />
    );
    return renderBuilder({
      hasBuilder: false,
      priceColumn: PRICE_COLUMN,
      beside: (
        <>
          {region}
          {view()}
        </>
      ),
    });
  }

  async function saveCheck(user: User, name: string, means: string): Promise<void> {
    await user.click(screen.getByRole('button', { name: 'Save as check…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as check' }));
    await user.click(dialog.getByRole('textbox', { name: 'Name' }));
    await user.paste(name);
    await user.click(dialog.getByRole('textbox', { name: 'What it means' }));
    await user.paste(means);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
  }

  test(
    'a refinement is saved as a check, which finds rows, and can be renamed and removed',
    { tags: ['long'] },
    async () => {
      const { user } = renderWithRefine(CHEAP);
      await saveCheck(user, 'Given away', 'Far below what it costs.');
      const own = await screen.findByRole('group', { name: 'Given away' });
      expect(screen.getByRole('status', { name: 'Saved as check' })).toHaveTextContent('Saved: Given away.');
      expect(own).toHaveTextContent('Far below what it costs.');
      expect(own).toHaveTextContent('Gap = Value - UnitCost');
      expect(check('Given away').getByRole('checkbox', { name: 'Use this check' })).toBeChecked();
      // The check was stored when it was created.
      expect(screen.getByRole('button', { name: 'Save checks' })).toBeDisabled();

      expect(await check('Given away').findByText('1 row')).toBeInTheDocument();
      expect(status()).toHaveTextContent('3 rows found by 5 checks');
      await user.click(toggles().getByRole('button', { name: 'Given away: 1 row' }));
      const findings = within(screen.getByRole('region', { name: 'Findings' }));
      const cell = await findings.findByRole('gridcell', { name: /^Far below what it costs\. · 0\.019/ });
      await user.dblClick(cell);
      const record = within(await findings.findByRole('region', { name: 'Record' }));
      const form = within(record.getByRole('form', { name: 'Given away' }));
      await user.click(form.getByRole('button', { name: 'Dismiss: Far below what it costs.' }));
      expect(await check('Given away').findByText('1 dismissed')).toBeInTheDocument();

      await user.click(check('Given away').getByRole('button', { name: 'Rename Given away' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Rename the check' }));
      const name = dialog.getByRole('textbox', { name: 'Name' });
      await user.clear(name);
      await user.paste('Sold at a loss');
      await user.click(dialog.getByRole('button', { name: 'Rename' }));
      // Dismissed findings are kept.
      expect(await screen.findByRole('group', { name: 'Sold at a loss' })).toHaveTextContent('1 dismissed');
      expect(status()).not.toHaveTextContent('The settings have changed since.');

      await user.click(check('Sold at a loss').getByRole('checkbox', { name: 'Use this check' }));
      await waitFor(() => expect(status()).toHaveTextContent('3 rows found by 4 checks'));
      await user.click(check('Sold at a loss').getByRole('button', { name: 'Remove Sold at a loss' }));
      await waitFor(() =>
        expect(screen.queryByRole('group', { name: 'Sold at a loss' })).not.toBeInTheDocument(),
      );
      expect(screen.getByRole('region', { name: 'Checks' })).toHaveFocus();
      await user.click(screen.getByRole('button', { name: 'Restore' }));
      const restored = await screen.findByRole('group', { name: 'Sold at a loss' });
      await user.click(within(restored).getByRole('checkbox', { name: 'Use this check' }));
      await waitFor(() => expect(restored).toHaveTextContent('1 dismissed'));
      expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
    },
  );

  test('a name and a sentence are needed, and no two checks have one name', { tags: ['long'] }, async () => {
    const { user } = renderWithRefine(CHEAP);
    await user.click(screen.getByRole('button', { name: 'Save as check…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as check' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a name.')).toBeInTheDocument();
    expect(dialog.getByText('Enter a sentence.')).toBeInTheDocument();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await user.keyboard('no PRICE');
    expect(await dialog.findByText('Another check has this name.')).toBeInTheDocument();
  });

  test('what has no condition is no check', { tags: ['long'] }, async () => {
    const { user } = renderWithRefine('1;!new~Gap~2~Value - UnitCost');
    await user.click(screen.getByRole('button', { name: 'Save as check…' }));
    expect(screen.getByRole('status', { name: 'Saved as check' })).toHaveTextContent('Add a condition first');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a check of a column that is gone is off and says so; the others run', async () => {
    const { actions } = renderChecks();
    await screen.findByRole('group', { name: 'No price' });
    act(() =>
      actions().setView('checks', {
        checks:
          '1;own,own-1~used~Old~Old price.~1!sall!sOldValue!tgreater-than!t1,own-2~used~Margin~Thin.~1!sall!sGap!tless-than!t0!s!xnew!tGap!t2!tValue - OldCost',
      }),
    );
    const old = await screen.findByRole('group', { name: 'Old' });
    expect(old).toHaveTextContent('Off. There is no field OldValue here, or you may not view it.');
    expect(within(old).queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Margin' })).toHaveTextContent(
      'Off. There is no field “OldCost” in these rows.',
    );
    expect(await check('No price').findByText('1 row')).toBeInTheDocument();
  });
});

test('prices are held against those of a kept copy, by key, and what has no reference row is counted', async () => {
  comparable = [COPY];
  readCopy([
    ['100', '19.40'],
    ['101', '19.00'],
    ['103', '19.00'],
    ['104', '16.00'],
    ['105', '5.00'],
    ['106', '12.00'],
    ['106', '13.00'],
    ['107', null],
  ]);
  const { user } = renderChecks();
  const changed = await screen.findByRole('group', { name: 'Changed by more than' });
  expect(within(changed).getByText('Off: no column for Earlier price')).toBeInTheDocument();
  expect(within(changed).getByRole('combobox', { name: 'Compare with' })).toHaveValue(
    'No column for Earlier price',
  );
  await user.click(within(changed).getByRole('combobox', { name: 'Compare with' }));
  await user.click(await screen.findByRole('option', { name: /Last week/ }));
  await waitFor(() => expect(within(changed).getByRole('checkbox')).toBeChecked());
  expect(await check('Changed by more than').findByText('2 rows')).toBeInTheDocument();
  const comparedRows = within(changed).getByRole('list', { name: 'Rows compared' });
  expect(
    within(comparedRows)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    '4 rows compared by key',
    '1 without a row there',
    '1 with several rows there, not compared',
    '2 without a price here or there',
  ]);
  await user.click(toggles().getByRole('button', { name: 'Changed by more than 20 %: 2 rows' }));
  const findings = within(screen.getByRole('region', { name: 'Findings' }));
  expect(
    await findings.findByRole('gridcell', { name: /20\.00 is \+25\.00 % against 16\.00/ }),
  ).toBeInTheDocument();
  await choose(user, within(changed), 'Compare with', 'No column for Earlier price');
  expect(await within(changed).findByText('Off: no column for Earlier price')).toBeInTheDocument();
});

test(
  'checks wait for the rows of a copy; one that lacks a column is not run and says which',
  { tags: ['long'] },
  async () => {
    comparable = [COPY];
    other.snapshot = { ...other.snapshot, other: null };
    const { user, unmount } = renderChecks();
    const chooseCopy = async () => {
      await screen.findByRole('group', { name: 'Changed by more than' });
      await user.click(await check('Changed by more than').findByRole('combobox', { name: 'Compare with' }));
      await user.click(await screen.findByRole('option', { name: /Last week/ }));
    };
    await chooseCopy();
    await waitFor(() =>
      expect(status()).toHaveTextContent('The checks run as soon as the rows to compare with are read.'),
    );
    expect(screen.queryByRole('button', { name: 'Run checks' })).not.toBeInTheDocument();
    unmount();

    readCopy(
      [['100', null]],
      PRICE_COLUMN.fields.filter(({ name }) => name !== 'Value'),
    );
    renderChecks();
    await chooseCopy();
    expect(
      await check('Changed by more than').findByText('Not run: the rows to compare with lack Value.'),
    ).toBeInTheDocument();
    expect(await check('No price').findByText('1 row')).toBeInTheDocument();
    expect(check('Changed by more than').queryByRole('button')).not.toBeInTheDocument();
  },
);

test('prices are held against the costs of another price column, matched by the article', async () => {
  const { user, onRun, succeed } = renderChecks();
  const belowCost = await screen.findByRole('group', { name: 'Below cost' });
  const source = within(belowCost).getByRole('combobox', { name: 'Compare with' });
  expect(source).toHaveValue('Column UnitCost');
  const fields = COSTS.fields.slice(0, 2);
  const table = opened.addTable(fields, [
    ['A-0', '20.00'],
    ['A-1', '19.10'],
    ['A-3', '1.00'],
    ['A-4', '5.00'],
    ['A-9', '99.00'],
  ]);
  const state = { status: 'done', kind: 'all', snapshotRows: 5, readCount: 5, table };
  other.reading = { state, rowsRead: { table, coverage: { kind: 'all', rowCount: 5 } } };
  await choose(user, within(belowCost), 'Compare with', 'Price column Landed cost');
  await waitFor(() =>
    expect(onRun).toHaveBeenCalledWith({ fields: ['Number', 'Landed'], filters: [], sort: [] }),
  );
  await succeed();
  expect(within(belowCost).getByRole('combobox', { name: 'Match Number with' })).toHaveValue('ItemNumber');
  expect(await check('Below cost').findByText('2 rows')).toBeInTheDocument();
  expect(within(belowCost).getByRole('list', { name: 'Rows compared' })).toHaveTextContent(
    '4 rows compared by key4 without a row there',
  );
  await user.click(toggles().getByRole('button', { name: 'Below cost: 2 rows' }));
  const findings = within(screen.getByRole('region', { name: 'Findings' }));
  expect(
    await findings.findByRole('gridcell', { name: /19\.40 is below the cost of 20\.00/ }),
  ).toBeInTheDocument();
  // This column has another type than the key in the other price column.
  await user.click(within(belowCost).getByRole('combobox', { name: 'Match Number with' }));
  expect(screen.queryByRole('option', { name: 'UnitCost' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('option', { name: 'Family' }));
  expect(await check('Below cost').findByText('0 rows')).toBeInTheDocument();
});

test('the checks wait for columns that the values propose', { tags: ['long'] }, async () => {
  const fields = PRICE_COLUMN.fields.map((field) =>
    field.name === 'Family' ? { ...field, name: 'Range' } : field,
  );
  const table = opened.addTable(fields, ROWS);
  renderBuilder({
    hasBuilder: false,
    priceColumn: { ...PRICE_COLUMN, fields },
    beside: view({ ...opened, table }),
  });
  await answered();
  // Only the values reveal this group.
  expect(await check('Shifted decimal').findByText('1 row')).toBeInTheDocument();
  expect(status()).not.toHaveTextContent('The settings have changed since.');
});

const downloads: { name: string; content: Blob }[] = [];
beforeEach(() => {
  downloads.length = 0;
  let content = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, content });
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return 'blob:x';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
});

test('findings are in the order of what they stand for in money, the worst first, and written to a file with a certificate of what was checked', async () => {
  const { user } = renderChecks();
  const grid = await screen.findByRole('grid', { name: 'Findings' });
  await within(grid).findByRole('gridcell', { name: /0\.019/ });
  const rows = within(grid)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent)
    .filter((text) => /median|below|No price/.test(text));
  expect(rows[0]).toMatch(/^0\.019/);
  expect(rows[1]).toMatch(/^12\.00 is below the cost of 14\.00/);

  await check('No price').findByText('1 row');
  await user.click(toggles().getByRole('button', { name: 'No price: 1 row' }));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Rows shown' })).toHaveTextContent('1 row'));
  await user.click(screen.getByRole('button', { name: 'Export findings' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV for programs' }));
  await waitFor(() => expect(downloads).toHaveLength(2));
  const [csv, certificate] = await Promise.all(downloads.map(({ content }) => content.text()));
  expect(csv?.trimEnd().split('\n')).toEqual([
    'Check,Finding,Note,Dismissed on,Row,EntryNo,ItemNumber,Family,Currency,Value,UnitCost,ValidFrom,ValidTo',
    'No price,No price,,,6,105,A-5,Pens,EUR,,14.00,2026-01-01,',
  ]);
  expect(JSON.parse(certificate ?? '')).toMatchObject({
    kind: 'colonnade-findings-certificate',
    priceColumn: 'SalesPrice',
    roles: { price: 'Value', cost: 'UnitCost', quantity: null },
    checks: [{ check: 'no-price', found: 1, dismissed: 0, parameters: {} }],
    rows: { written: 1 },
  });
});
