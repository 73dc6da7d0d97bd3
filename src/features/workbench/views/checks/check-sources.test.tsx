import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { copyCacheKey } from '@/rows/kept-copies/kept-copy';
import { check, COSTS, createChecksHarness, PRICE_COLUMN, status, toggles } from '@/test/checks-harness';
import { choose } from '@/test/render-query-builder';
import type { ComparableSnapshot } from '../../model/compare-with';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';

const harness = createChecksHarness();

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

/** Provides the kept copy that checks compare with. Each row is given by its key and its price. */
function readCopy(
  prices: readonly (readonly [key: string, price: string | null])[],
  fields = PRICE_COLUMN.fields,
) {
  const names = fields.map(({ name }) => name);
  const rows = prices.map(([key, price]) =>
    names.map((name) => (name === 'EntryNo' ? key : name === 'Value' ? price : null)),
  );
  const table = harness.opened.addTable(fields, rows);
  const coverage = { kind: 'all', rowCount: rows.length };
  const state = { status: 'done', kind: 'all', snapshotRows: rows.length, readCount: rows.length, table };
  harness.other.reading = { state, rowsRead: { table, coverage } };
  harness.other.snapshot = { ...harness.other.snapshot, other: {} as OpenSnapshot };
}

test(
  'prices are held against those of a kept copy, by key, and what has no reference row is counted',
  { tags: ['long'] },
  async () => {
    harness.other.comparable = [COPY];
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
    const { user } = harness.renderChecks();
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
  },
);

test(
  'checks wait for the rows of a copy; one that lacks a column is not run and says which',
  { tags: ['long'] },
  async () => {
    harness.other.comparable = [COPY];
    harness.other.snapshot = { ...harness.other.snapshot, other: null };
    const { user, unmount } = harness.renderChecks();
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
    harness.renderChecks();
    await chooseCopy();
    expect(
      await check('Changed by more than').findByText('Not run: the rows to compare with lack Value.'),
    ).toBeInTheDocument();
    expect(await check('No price').findByText('1 row')).toBeInTheDocument();
    expect(check('Changed by more than').queryByRole('button')).not.toBeInTheDocument();
  },
);

test('prices are held against the costs of another price column, matched by the article', async () => {
  const { user, onRun, succeed } = harness.renderChecks();
  const belowCost = await screen.findByRole('group', { name: 'Below cost' });
  const source = within(belowCost).getByRole('combobox', { name: 'Compare with' });
  expect(source).toHaveValue('Column UnitCost');
  const fields = COSTS.fields.slice(0, 2);
  const table = harness.opened.addTable(fields, [
    ['A-0', '20.00'],
    ['A-1', '19.10'],
    ['A-3', '1.00'],
    ['A-4', '5.00'],
    ['A-9', '99.00'],
  ]);
  const state = { status: 'done', kind: 'all', snapshotRows: 5, readCount: 5, table };
  harness.other.reading = { state, rowsRead: { table, coverage: { kind: 'all', rowCount: 5 } } };
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
  // `UnitCost` is not offered, because it has another type than the key in the other price column.
  await user.click(within(belowCost).getByRole('combobox', { name: 'Match Number with' }));
  expect(screen.queryByRole('option', { name: 'UnitCost' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('option', { name: 'Family' }));
  expect(await check('Below cost').findByText('0 rows')).toBeInTheDocument();
});
