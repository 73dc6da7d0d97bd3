import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { openTestEngine } from '@/test/analysis-engine';
import { renderBuilder } from '@/test/render-query-builder';
import { testField } from '@/test/test-price-column';
import { testSnapshot } from '@/test/test-snapshot';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { RowsReadProvider } from '../../rows-read/rows/rows-read-scope';
import { ColumnsSetup } from './columns-setup';
import { ColumnsView } from './columns-view';

const decimal = { type: 'number', sqlType: 'decimal', precision: 18, scale: 2, dataType: 'Number' } as const;
const PRICE_COLUMN: PriceColumn = {
  name: 'SalesPrice',
  displayName: 'Sales price',
  description: null,
  sourceTable: 'Item',
  fields: [
    testField('Name'),
    testField('Currency'),
    testField('Value', { ...decimal, isPriceColumn: true }),
    testField('ValidFrom', { type: 'date', sqlType: 'date', dataType: 'Date' }),
    testField('Notes', { isFilterable: false }),
  ],
};

const ROWS = [
  ['Bolt', 'EUR', '1.50', '2026-01-01', 'x'],
  ['Bolt', 'CHF', '20.00', '2026-01-05', null],
  ['Nut', 'EUR', '9.99', 'later', null],
  ['', 'EUR', null, null, null],
];
const opened = openTestEngine(PRICE_COLUMN.fields, ROWS);

async function renderView(
  coverage: RowsRead['coverage'] = { kind: 'all', rowCount: 4 },
  source?: Pick<RowsRead, 'engine' | 'table'>,
  priceColumn = PRICE_COLUMN,
) {
  const { engine, table } = source ?? (await opened);
  const first: RowsRead = {
    engine,
    table,
    snapshot: testSnapshot({ rowCount: 4 }),
    coverage,
    revision: 1,
    misfits: {},
  };
  let change: ((rowsRead: RowsRead) => void) | null = null;
  function View() {
    const [rowsRead, setRowsRead] = useState(first);
    useEffect(() => {
      change = setRowsRead;
    }, []);
    return (
      <RowsReadProvider value={rowsRead}>
        <ColumnsSetup />
        <ColumnsView />
      </RowsReadProvider>
    );
  }
  const rendered = renderBuilder({ hasBuilder: false, priceColumn, hasLine: true, beside: <View /> });
  const profileTable = await screen.findByRole('table', { name: 'Column profile' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Copy table' })).toBeEnabled());
  return {
    ...rendered,
    table: profileTable,
    show: (changes: Partial<RowsRead>) => act(() => change?.({ ...first, ...changes })),
  };
}

// Cells are found even if hidden, because checking each for visibility is slow. The table is found by role, so it is visible.
const NOT_ASKED = { hidden: true };

function cellsOf(table: HTMLElement, column: string): readonly (string | null)[] {
  const row = within(table)
    .getAllByRole('rowheader', NOT_ASKED)
    .find((head) => head.textContent === column)
    ?.closest('tr');
  if (row == null) throw new Error(`There is no row of ${column}.`);
  return within(row)
    .getAllByRole('cell', NOT_ASKED)
    .map((cell) => cell.textContent);
}

const rowNames = (table: HTMLElement) =>
  within(table)
    .getAllByRole('rowheader', NOT_ASKED)
    .map((cell) => cell.textContent);

describe('the view Columns', () => {
  it('shows exact figures of every column, and a dash where one has no meaning; sorts by a figure, columns without it last', async () => {
    const { table, user } = await renderView();
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(
      'Column Type Picture Filled Empty Distinct Least Greatest Sum Mean Median'.split(' '),
    );
    expect(cellsOf(table, 'Value')).toEqual([
      'Number',
      '',
      '3',
      '1 (25%)',
      '3',
      '1.50',
      '20.00',
      '31.49Mixes 2 currencies',
      '10.4967Mixes 2 currencies',
      '9.99',
    ]);
    expect(cellsOf(table, 'Name')).toEqual([
      'Text',
      '',
      '3',
      '1 (25%)0 without value, 1 empty text',
      '2',
      'Bolt',
      'Nut',
      '–',
      '–',
      '–',
    ]);
    expect(cellsOf(table, 'ValidFrom')).toEqual([
      'Date1 value does not fit',
      '',
      '3',
      '1 (25%)',
      '2',
      '01/01/2026',
      '05/01/2026',
      '–',
      '–',
      '03/01/2026',
    ]);
    await user.click(within(table).getByRole('button', { name: 'Greatest' }));
    expect(rowNames(table)).toEqual(['Value', 'ValidFrom', 'Currency', 'Name', 'Notes']);
    expect(within(table).getByRole('columnheader', { name: 'Greatest' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await user.click(within(table).getByRole('button', { name: 'Sum' }));
    expect(rowNames(table)[0]).toBe('Value');
  });

  it('shows numbers as their column does, and every digit on hover', async () => {
    const field = testField('Cost', { ...decimal, scale: 4, formatting: '#,##0.00' });
    const source = await openTestEngine([field], [['5.1900'], ['1234.5678'], ['5.1900'], ['0.2500']]);
    const priceColumn = { ...PRICE_COLUMN, fields: [field] };
    const { table, user } = await renderView({ kind: 'all', rowCount: 4 }, source, priceColumn);
    expect(cellsOf(table, 'Cost').slice(5)).toEqual(['0.25', '1,234.57', '1,245.20', '311.2995', '5.19']);
    expect(within(table).getByText('1,234.57')).toHaveAttribute('title', '1,234.5678');
    expect(within(table).getByText('1,245.20')).toHaveAttribute('title', '1,245.1978');
    expect(within(table).getByText('311.2995')).toHaveAttribute('title', '311.29945000');
    expect(within(table).getByText('5.19')).not.toHaveAttribute('title');
    await user.click(within(table).getByRole('button', { name: 'Profile of Cost' }));
    const quantiles = await screen.findByRole('table', { name: 'Quantiles' });
    expect(within(quantiles).getByRole('row', { name: '25% 0.25' })).toBeVisible();
    const last = within(quantiles).getAllByRole('cell').at(-1);
    expect(last).toHaveTextContent('1,234.57');
    expect(last).toHaveAttribute('title', '1,234.5678');
    const frequent = within(screen.getByRole('table', { name: 'Most frequent values' }));
    expect(frequent.getByRole('button', { name: 'Actions for 5.19' })).toBeVisible();
    // The text of the button is not rounded, because another value can have the same rounded text.
    expect(frequent.getByRole('button', { name: 'Actions for 1,234.5678' })).toBeVisible();
    expect(frequent.getByRole('rowheader', { name: '1,234.57' })).toHaveAttribute('title', '1,234.5678');
    const [bar] = within(screen.getByRole('group', { name: 'Bars of Cost' })).getAllByRole('button');
    expect(bar).toHaveAccessibleName(/^0\.00 to below [\d,]+\.00: 3 rows/);
  });

  it('has no sums of keys, and the mean length of texts with one place', async () => {
    const fields = [testField('Id', { ...decimal, isKey: true }), testField('Name')];
    const source = await openTestEngine(fields, [
      ['1.00', 'a'],
      ['2.00', 'bb'],
      ['3.00', 'bb'],
    ]);
    const priceColumn = { ...PRICE_COLUMN, fields };
    const { table, user } = await renderView({ kind: 'all', rowCount: 3 }, source, priceColumn);
    expect(cellsOf(table, 'Id').slice(5, 8)).toEqual(['1.00', '3.00', '–']);
    await user.click(within(table).getByRole('button', { name: 'Profile of Name' }));
    const lengths = await screen.findByRole('table', { name: 'Lengths' });
    expect(within(lengths).getByRole('row', { name: 'Mean 1.7' })).toBeVisible();
  });

  it('shows the ends of narrow bars with the digits that they need', { tags: ['long'] }, async () => {
    const field = testField('Rate', { ...decimal, scale: 4, formatting: '0.0%' });
    const rows = Array.from({ length: 40 }, (_, index) => [`0.${String(1000 + index).padStart(4, '0')}`]);
    const source = await openTestEngine([field], rows);
    const priceColumn = { ...PRICE_COLUMN, fields: [field] };
    const { table, user } = await renderView({ kind: 'all', rowCount: 40 }, source, priceColumn);
    await user.click(within(table).getByRole('button', { name: 'Profile of Rate' }));
    const bars = within(screen.getByRole('group', { name: 'Bars of Rate' })).getAllByRole('button');
    expect(bars[0]).toHaveAccessibleName('10.0% to below 10.05%: 5 rows (12.5%)');
    expect(bars.at(-1)).toHaveAccessibleName('10.35% to below 10.4%: 5 rows (12.5%)');
  });

  it('names the last day there is as a day at the end of a picture', async () => {
    const field = testField('ValidTo', { type: 'date', sqlType: 'date', dataType: 'Date' });
    const source = await openTestEngine([field], [['2025-06-30'], ['9999-12-31']]);
    const priceColumn = { ...PRICE_COLUMN, fields: [field] };
    const { table, user } = await renderView({ kind: 'all', rowCount: 2 }, source, priceColumn);
    await user.click(within(table).getByRole('button', { name: 'Profile of ValidTo' }));
    const bars = within(screen.getByRole('group', { name: 'Bars of ValidTo' })).getAllByRole('button');
    expect(bars.at(-1)).toHaveAccessibleName(/ to 31\/12\/9999: 1 row \(50%\)$/);
  });

  it(
    'renders hundreds of columns in steps, and computes the figures of all',
    { tags: ['long'] },
    async () => {
      const names = Array.from({ length: 202 }, (_, index) => `Field ${index + 1}`);
      const source = await openTestEngine(
        names.map((name) => testField(name)),
        [names, names],
      );
      const { table, user } = await renderView({ kind: 'all', rowCount: 2 }, source);
      expect(rowNames(table)).toEqual(names.slice(0, 200));
      await user.click(screen.getByRole('button', { name: 'Show 2 more columns' }));
      expect(rowNames(table)).toEqual(names);
      expect(document.activeElement).toHaveAccessibleName('Profile of Field 201');
      expect(cellsOf(table, 'Field 202').slice(2, 5)).toEqual(['2', '0', '1']);
    },
  );

  it('marks figures of some of the rows as estimates', async () => {
    const { table } = await renderView({ kind: 'sample', readCount: 4, rowCount: 400 });
    expect(cellsOf(table, 'Value').slice(2, 7)).toEqual(['≈ 3', '≈ 1 (25%)', '≈ 3', '≈ 1.50', '≈ 20.00']);
  });

  it('opens the profile of a column, and gives the focus back on Escape', async () => {
    const { table, user } = await renderView();
    const button = within(table).getByRole('button', { name: 'Profile of Value' });
    await user.click(button);
    const region = within(screen.getByRole('region', { name: 'Profile of Value' }));
    expect(region.getByRole('img', { name: 'Distribution of Value' })).toHaveAccessibleDescription(
      /bars from 0 to \d+\. Most rows: /,
    );
    const quantiles = await region.findByRole('table', { name: 'Quantiles' });
    expect(
      within(quantiles)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['ShareValue', '1%1.50', '5%1.50', '25%1.50', '50%9.99', '75%20.00', '95%20.00', '99%20.00']);
    expect(
      within(region.getByRole('table', { name: 'Most frequent values' })).getAllByRole('row'),
    ).toHaveLength(4);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Profile of Value' })).toBeNull();
    expect(button).toHaveFocus();
  });

  it('shows date-times in a profile by the format of their column, and every digit on hover', async () => {
    const moment = '2026-03-01T08:05:00.1234567';
    const field = testField('Changed', { type: 'date', sqlType: 'datetime2', scale: 7 });
    const { engine, table } = await openTestEngine([field], [[moment], [moment]]);
    const { user, table: profiles } = await renderView({ kind: 'all', rowCount: 2 }, { engine, table });
    await user.click(within(profiles).getByRole('button', { name: 'Profile of Changed' }));
    const quantiles = await screen.findByRole('table', { name: 'Quantiles' });
    const [shown] = within(quantiles).getAllByText('01/03/2026, 08:05:00.123');
    expect(shown).toHaveAttribute('title', '01/03/2026, 08:05:00.1234567');
    const frequent = screen.getByRole('table', { name: 'Most frequent values' });
    expect(within(frequent).getByText('01/03/2026, 08:05:00.123')).toBeVisible();
  });

  it('adds a condition from a bar that was reached with the arrow keys', async () => {
    const { table, user } = await renderView();
    await user.click(within(table).getByRole('button', { name: 'Profile of Value' }));
    const bars = within(screen.getByRole('group', { name: 'Bars of Value' })).getAllByRole('button');
    act(() => bars[0]?.focus());
    await user.keyboard('{End}{ArrowLeft}{ArrowRight}');
    expect(bars.at(-1)).toHaveFocus();
    expect(bars.at(-1)).toHaveAccessibleName('20 to below 22: 1 row (33.3%)');
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'Filter by this' }));
    expect(bars.at(-1)).toHaveFocus();
    const line = within(screen.getByRole('group', { name: 'Query line' }));
    expect(line.getByRole('button', { name: 'Value at least 20.00' })).toBeVisible();
    expect(line.getByRole('button', { name: 'Value less than 22.00' })).toBeVisible();
  });

  it('says of rare values that they are rare, and of most that they are not all', async () => {
    const rows = Array.from({ length: 1_100 }, (_, index) => [index === 7 ? 'rare' : 'usual', '1.00']);
    const fields = [testField('Name'), testField('Value', decimal)];
    const { engine, table } = await openTestEngine(fields, rows);
    const rendered = await renderView({ kind: 'all', rowCount: 1_100 }, { engine, table });
    await rendered.user.click(within(rendered.table).getByRole('button', { name: 'Profile of Name' }));
    const frequent = await screen.findByRole('table', { name: 'Most frequent values' });
    expect(within(frequent).getByRole('row', { name: /^rare / })).toHaveTextContent('rare1< 0.1%');
    expect(within(frequent).getByRole('row', { name: /^usual / })).toHaveTextContent('usual1,099> 99.9%');
  });

  it('shows how most values are spread beside one that is far away', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => [index === 7 ? '9000000.00' : `${index % 50}.00`]);
    const { engine, table } = await openTestEngine([testField('Value', decimal)], rows);
    const { user, table: profiles } = await renderView({ kind: 'all', rowCount: 300 }, { engine, table });
    await user.click(within(profiles).getByRole('button', { name: 'Profile of Value' }));
    const bars = () =>
      within(screen.getByRole('group', { name: 'Bars of Value' }))
        .getAllByRole('button')
        .map((bar) => bar.getAttribute('aria-label'));
    const filled = () => bars().filter((bar) => bar?.includes(': 0 ') === false);
    // There are ten ranges with rows, and one bar for the values above them.
    expect(filled()).toHaveLength(11);
    expect(bars().at(-1)).toBe('50 and above: 1 row (0.3%)');
    expect(screen.getByRole('img', { name: 'Distribution of Value' })).toHaveAccessibleDescription(
      /1 row beyond\.$/,
    );
    const toggle = screen.getByRole('switch', { name: 'Whole range' });
    await user.click(toggle);
    await waitFor(() => expect(filled()).toHaveLength(2));
    expect(toggle).toBeChecked();
    await user.click(toggle);
    await waitFor(() => expect(filled()).toHaveLength(11));
  });

  it('shows no figures of rows that are gone beside those that are read again', async () => {
    const { engine, table } = await opened;
    const rendered = await renderView();
    expect(cellsOf(rendered.table, 'Value')).toContain('3');
    // This is a new engine with a table of the same name. It has not computed anything yet.
    rendered.show({
      table: { ...table },
      engine: {
        ...engine,
        query: () => new Promise(() => undefined),
        bytes: () => new Promise(() => undefined),
      },
      revision: 1_000_000,
      coverage: { kind: 'part', readCount: 1, rowCount: 4, status: 'reading' },
    });
    await waitFor(() => expect(cellsOf(rendered.table, 'Value')).not.toContain('3'));
    expect(screen.getByRole('button', { name: 'Copy table' })).toBeDisabled();
  });

  it('keeps the figures of one moment together until there are all of the next', async () => {
    const first = await opened;
    const next = await openTestEngine(PRICE_COLUMN.fields, [...ROWS, ...ROWS]);
    const coverage = { kind: 'part', readCount: 4, rowCount: 8, status: 'reading' } as const;
    let computeLast: () => void = () => undefined;
    const lastColumn = new Promise<void>((resolve) => {
      computeLast = resolve;
    });
    let engine = first.engine;
    let waitingCount = 0;
    const changing: RowsRead['engine'] = {
      ...engine,
      bytes: (query, signal) => engine.bytes(query, signal),
      query: async (query, options) => {
        if (engine === next.engine && query.text.includes('"c4"')) {
          waitingCount += 1;
          await lastColumn;
        }
        return engine.query(query, options);
      },
    };
    const rendered = await renderView(coverage, { engine: changing, table: first.table });
    const filled = () => PRICE_COLUMN.fields.map(({ name }) => cellsOf(rendered.table, name)[2]);
    const before = ['≈ 3', '≈ 4', '≈ 3', '≈ 3', '≈ 1'];
    expect(filled()).toEqual(before);
    expect(screen.getByText('Computed from 4 rows.')).toBeVisible();
    engine = next.engine;
    rendered.show({ coverage: { ...coverage, readCount: 8, rowCount: 9 }, revision: 2 });
    await waitFor(() => expect(waitingCount).toBe(1));
    expect(filled()).toEqual(before);
    expect(screen.getByText('Computed from 4 rows.')).toBeVisible();
    computeLast();
    await waitFor(() => expect(filled()).toEqual(['≈ 6', '≈ 8', '≈ 6', '≈ 6', '≈ 2']));
    expect(screen.getByText('Computed from 8 rows.')).toBeVisible();
  });

  it('names the bars of texts, shows values that do not fit, and does not offer filters that the service lacks', async () => {
    const { table, user } = await renderView();
    await user.click(within(table).getByRole('button', { name: 'Profile of Currency' }));
    const bars = within(screen.getByRole('group', { name: 'Bars of Currency' })).getAllByRole('button');
    expect(bars[0]).toHaveAccessibleName('EUR 3');
    expect(bars[1]).toHaveAccessibleName('CHF 1');
    await user.click(within(table).getByRole('button', { name: 'Profile of ValidFrom' }));
    const misfits = await screen.findByRole('table', { name: 'Values that do not fit' });
    expect(within(misfits).getByRole('row', { name: 'later 1' })).toBeVisible();
    expect(screen.getByRole('table', { name: 'Days' })).toHaveTextContent('3 days: 02/01/2026 to 04/01/2026');
    await user.click(within(table).getByRole('button', { name: 'Profile of Notes' }));
    await user.click(await screen.findByRole('button', { name: 'Actions for x' }));
    expect(await screen.findByRole('menuitem', { name: 'Show rows' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Filter by this' })).toBeNull();
  });
});
