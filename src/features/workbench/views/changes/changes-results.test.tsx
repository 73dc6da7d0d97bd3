import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { renderBuilder } from '@/test/render-query-builder';
import { testField } from '@/test/test-price-column';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { ChangesResults } from './changes-results';
import { compare } from '@/analysis/comparison/compare';
import type { SnapshotSide } from '@/analysis/comparison/compared-side';
import type { Comparison } from '@/analysis/comparison/comparison';
import { SideNotes } from './side-notes';

const PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item',
  fields: [
    testField('Number', { isKey: true }),
    testField('Value', { type: 'number', scale: 2 }),
    testField('Country'),
  ],
};
/** On the earlier side, the key `twice` occurs twice and one row has no key. The prices of the other rows rise by 1 to 40 %. */
const EARLIER = [
  ...Array.from({ length: 40 }, (_, index) => [`N${index}`, '100.00', index % 2 === 0 ? 'DE' : 'AT']),
  ['twice', '1.00', 'DE'],
  ['twice', '2.00', 'DE'],
  [null, '3.00', 'DE'],
];
const LATER = [
  ...Array.from({ length: 40 }, (_, index) => [
    `N${index}`,
    `${101 + index}.00`,
    index % 2 === 0 ? 'DE' : 'AT',
  ]),
  ['twice', '1.00', 'DE'],
  [null, '4.00', 'DE'],
];

let opened: TestEngine;
let comparison: Comparison;
beforeAll(async () => {
  opened = await openTestEngine(PRICE_COLUMN.fields, EARLIER);
  const side = (table: TestEngine['table'], { length: rowCount }: readonly unknown[]) => {
    return { table, rowCount, coverage: { kind: 'all', rowCount } as const };
  };
  comparison = await compare(
    opened.engine,
    { earlier: side(opened.table, EARLIER), later: side(opened.addTable(PRICE_COLUMN.fields, LATER), LATER) },
    { keys: ['Number'], price: 'Value', compared: ['Country'] },
    new AbortController().signal,
  );
});

function Address() {
  const { address } = useWorkbenchScope();
  return <output aria-label="Address">{address.changes ?? 'none'}</output>;
}

let lastId = 0;

async function renderResults(shown = comparison) {
  lastId += 1;
  const side = {
    opened: { snapshot: { cacheKey: 'k', rowCount: 43 }, takenAtMs: 0, timesBy: 'this-computer' },
    search: {},
    hasQuery: false,
  } as unknown as SnapshotSide;
  const completed = { id: lastId, setUp: 'any', comparison: shown, isKeyProposed: false };
  const rendered = renderBuilder({
    hasBuilder: false,
    priceColumn: PRICE_COLUMN,
    beside: (
      <>
        <Address />
        <SideNotes
          sides={{ earlier: side, later: side }}
          columns={{ common: [], only: { earlier: [], later: [] }, locked: [], written: ['Modified'] }}
          filters={{ kind: 'same' }}
          isLaterShown
          completed={completed}
          isRenewing={false}
        />
        <ChangesResults
          completed={completed}
          engine={opened.engine}
          sides={{ earlier: side, later: side }}
          writtenColumns={[]}
        />
      </>
    ),
  });
  if (shown === comparison) await screen.findByRole('img', { name: 'Distribution of Δ %' });
  return rendered;
}

const rowsShown = () => screen.getByRole('status', { name: 'Rows shown' });
const address = () => screen.getByRole('status', { name: 'Address' });

test('rows whose key stands twice or is missing are counted, told, and shown on their own', async () => {
  const { user } = await renderResults();
  await waitFor(() => expect(rowsShown()).toHaveTextContent('40 rows'));
  const leftOut = within(screen.getByRole('group', { name: 'Rows not compared' }));
  const [twice, missing] = leftOut.getAllByRole('button');
  expect([twice?.textContent, missing?.textContent]).toEqual(['Key several times 3', 'Key missing 2']);
  await user.click(screen.getByRole('button', { name: '3 notes' }));
  expect(await screen.findByRole('dialog', { name: '3 notes' })).toBeVisible();
  expect(
    screen.getByText(/Number occurs several times .*: 2 on the earlier side, 1 on the later/),
  ).toBeVisible();
  await user.keyboard('{Escape}');
  if (twice === undefined) throw new Error('There is a button.');
  await user.click(screen.getByRole('button', { name: /^Changed/ }));
  await user.click(screen.getByRole('button', { name: /^Added/ }));
  await user.click(screen.getByRole('button', { name: /^Removed/ }));
  await user.click(twice);
  await waitFor(() => expect(rowsShown()).toHaveTextContent('3 rows'));
  expect(address()).toHaveTextContent('1;rows~duplicated');
});

test('the address holds what is sought, and shows it again', async () => {
  const { user, actions } = await renderResults();
  await user.type(screen.getByRole('textbox', { name: 'Find in changes' }), 'n1');
  await waitFor(() => expect(rowsShown()).toHaveTextContent('11 rows'));
  await waitFor(() => expect(address()).toHaveTextContent('1;find~n1'));
  act(() => actions().setView('changes', { changes: '1;rows~unchanged;find~N2' }));
  expect(screen.getByRole('textbox', { name: 'Find in changes' })).toHaveValue('N2');
  expect(screen.getByRole('button', { name: /^Changed/ })).toHaveAttribute('aria-pressed', 'false');
  await waitFor(() => expect(screen.getByText('No rows of this kind.')).toBeVisible());
});

test('bars are chosen with Shift and arrow keys, and Enter shows their rows', async () => {
  const { user } = await renderResults();
  const bars = within(screen.getByRole('group', { name: 'Rows by Δ %' })).getAllByRole('button');
  const counts = bars.map((bar) => Number(/: (\d+) row/.exec(bar.getAttribute('aria-label') ?? '')?.[1]));
  // The line exists before the first choice, so that the bars do not move when its text changes.
  const line = screen.getByText('All rows of the kinds shown');
  act(() => bars[1]?.focus());
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  expect(bars[3]).toHaveFocus();
  expect(address()).toHaveTextContent('none');
  await user.keyboard('{Enter}');
  const wanted = counts.slice(1, 4).reduce((sum, count) => sum + count, 0);
  await waitFor(() => expect(rowsShown()).toHaveTextContent(`${wanted} rows`));
  expect(address()).toHaveTextContent(/^1;below~/);
  expect(line).toHaveTextContent(/^Δ % /);
  // After Escape discards the marked bars, a press still selects a single bar.
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}{Escape}{Enter}');
  await waitFor(() => expect(rowsShown()).toHaveTextContent(`${counts[4]} row`));
});

test('a choice of rows that cannot be read is told, and all differences are shown', async () => {
  const { user, actions } = await renderResults();
  act(() => actions().setView('changes', { changes: '1;differs~Nobody' }));
  expect(screen.getByRole('alert')).toHaveTextContent(/names Nobody, which is not compared/);
  await waitFor(() => expect(rowsShown()).toHaveTextContent('40 rows'));
  await user.click(screen.getByRole('button', { name: 'Remove from the link' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

const comparedTo = (rows: readonly (string | null)[][], keys: readonly string[]) =>
  compare(
    opened.engine,
    {
      earlier: comparison.sides.earlier,
      later: {
        table: opened.addTable(PRICE_COLUMN.fields, rows),
        rowCount: rows.length,
        coverage: { kind: 'all', rowCount: rows.length },
      },
    },
    { keys, price: 'Value', compared: ['Number', 'Country'].filter((name) => !keys.includes(name)) },
    new AbortController().signal,
  );

test('sides without a difference say so, and their rows are still there to be shown', async () => {
  const { user } = await renderResults(await comparedTo(EARLIER, ['Number']));
  expect(await screen.findByRole('heading', { name: 'No differences' })).toBeVisible();
  expect(screen.getByText('40 rows are the same on both sides. Compared: Value, Country.')).toBeVisible();
  expect(screen.queryByText('No rows of this kind.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Unchanged 40' }));
  await waitFor(() => expect(rowsShown()).toHaveTextContent('40 rows'));
  expect(screen.queryByRole('heading', { name: 'No differences' })).toBeNull();
});

test('keys that match no row are told, and not counted as added and removed rows', async () => {
  const other = LATER.map(([name = null, ...rest]) => [name === null ? null : `0${name}`, ...rest]);
  const { user } = await renderResults(await comparedTo(other, ['Number']));
  expect(
    await screen.findByRole('heading', { name: 'No row has a counterpart on the other side' }),
  ).toBeVisible();
  expect(screen.getByText(/matched by Number, .*: earlier 43 rows, later 42 rows\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Added/ })).toBeNull();
  // If a list has new keys in every row, its rows are also all added or removed, so the user can show them as such.
  await user.click(screen.getByRole('button', { name: 'Show them as added and removed' }));
  expect(screen.getByRole('button', { name: 'Added 41' })).toBeVisible();
  await waitFor(() => expect(rowsShown()).toHaveTextContent('81 rows'));
});

test('rows of which each has a key that stands twice are no rows without a difference', async () => {
  await renderResults(await comparedTo(EARLIER, ['Country']));
  expect(await screen.findByRole('heading', { name: 'No row could be compared' })).toBeVisible();
  expect(screen.queryByText('No differences')).toBeNull();
});

test('rows that a workbook could not hold exactly are told with their number', async () => {
  const { user } = await renderResults({ ...comparison, beyondDigits: 12, keysBeyondDigits: 3 });
  await user.click(await screen.findByRole('button', { name: '5 notes' }));
  expect(await screen.findByText('12 rows differ only beyond Excel’s 15 digits.')).toBeVisible();
  expect(
    screen.getByText(/^3 rows are added or removed only because .+ more than Excel’s 15 digits\.$/),
  ).toBeVisible();
});
