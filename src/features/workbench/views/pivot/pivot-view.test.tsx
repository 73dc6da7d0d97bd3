import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { IntlProvider } from 'use-intl';
import { beforeAll, expect, test, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { AnnouncerProvider } from '@/ui/components/announcer';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import type { RowSubset } from '@/analysis/conditions/row-subset';
import { WorkbenchProvider, type Workbench } from '../../controller/use-workbench';
import type { Coverage, RowsRead } from '@/analysis/reading/rows-read';
import type { WorkbenchActions } from '../../controller/workbench-actions';
import { RowsReadProvider } from '../../rows-read/rows/rows-read-scope';
import { PivotSetup } from './pivot-setup';
import { PivotView } from './pivot-view';

const FIELDS = [
  testField('Country', { maxLength: 2 }),
  testField('Currency', { maxLength: 3 }),
  testField('Value', { type: 'number', sqlType: 'decimal', scale: 2, isPriceColumn: true }),
  testField('ValidFrom', { type: 'date', sqlType: 'date' }),
];
const ROWS = [
  ['DE', 'EUR', '1.50', '2024-01-15'],
  ['DE', 'CHF', '2.25', '2024-01-31'],
  ['AT', 'EUR', '10.00', '2024-02-01'],
  ['', 'EUR', null, null],
  [null, 'CHF', '-4.00', '2023-12-31'],
];

let opened: Awaited<ReturnType<typeof openTestEngine>>;
beforeAll(async () => {
  opened = await openTestEngine(FIELDS, ROWS);
});

/** Renders the view in a workbench that only has an address and no other state. */
function renderView(
  pivot?: string,
  coverage: Coverage = { kind: 'all', rowCount: ROWS.length },
  source: Pick<RowsRead, 'engine' | 'table'> = opened,
  fields = FIELDS,
) {
  const showRows = vi.fn<(subset: RowSubset | null) => void>();
  const addresses: (string | undefined)[] = [];
  const rowsRead = {
    ...source,
    snapshot: { cacheKey: 'key', rowCount: ROWS.length },
    coverage,
    revision: 1,
    misfits: {},
  } as unknown as RowsRead;
  function Page() {
    const [address, setAddress] = useState<{ pivot?: string | undefined }>({ pivot });
    const setView: WorkbenchActions['setView'] = (_, parameters) => {
      const { pivot: next } = parameters as { pivot?: string };
      addresses.push(next);
      setAddress({ pivot: next });
    };
    const workbench = {
      priceColumn: { name: 'SalesPrice', displayName: 'Sales price', fields },
      rowFields: fields,
      address,
      applied: null,
      store: { actions: { setView, showRows } },
    } as unknown as Workbench;
    return (
      <WorkbenchProvider value={workbench}>
        <RowsReadProvider value={rowsRead}>
          <PivotSetup />
          <PivotView />
        </RowsReadProvider>
      </WorkbenchProvider>
    );
  }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
          <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
            <AnnouncerProvider>
              <Page />
            </AnnouncerProvider>
          </FormatSettingsProvider>
        </IntlProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup({ delay: null }), showRows, addresses };
}

/** The texts of the table's cells, row by row. */
async function tableTexts(): Promise<string[][]> {
  const table = await screen.findByRole('table', { name: 'Pivot' });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

const BY_COUNTRY = '1;rows,Country;columns,Currency;measures,count,sum~Value';

test('values by country and currency, with totals of all rows', async () => {
  renderView(BY_COUNTRY);
  expect(await tableTexts()).toEqual([
    ['Country', 'CHF', 'EUR', 'Total'],
    ['Count', 'Sum of Value', 'Count', 'Sum of Value', 'Count', 'Sum of Value'],
    ['(empty text)', '', '', '1', '–', '1', '–'],
    ['AT', '', '', '1', '10.00', '1', '10.00'],
    ['DE', '1', '2.25', '1', '1.50', '2', '3.75'],
    ['∅', '1', '-4.00', '', '', '1', '-4.00'],
    ['Total', '2', '-1.75', '3', '11.50', '5', '9.75'],
  ]);
  expect(screen.getByText('Sum of Value: Mixes 2 currencies in the totals.')).toBeInTheDocument();
});

test('currencies are told apart with one press', async () => {
  const { user, addresses } = renderView('1;rows,Country;measures,sum~Value');
  expect(await screen.findByText('Sum of Value: Mixes 2 currencies.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Split by Currency' }));
  expect(addresses).toEqual(['1;rows,Country;columns,Currency;measures,sum~Value']);
  expect(await screen.findByText('Sum of Value: Mixes 2 currencies in the totals.')).toBeInTheDocument();
});

test('a cell opens its rows, by keyboard too', async () => {
  const { user, showRows } = renderView(BY_COUNTRY);
  const table = await screen.findByRole('table', { name: 'Pivot' });
  await user.click(within(table).getByRole('button', { name: '2.25' }));
  expect(showRows).toHaveBeenLastCalledWith({
    conditions: [
      { kind: 'is', column: 'Country', value: 'DE' },
      { kind: 'is', column: 'Currency', value: 'CHF' },
    ],
  });
  await user.keyboard('{ArrowDown}{End}{Enter}');
  expect(screen.getAllByRole('button', { name: '-4.00' })[1]).toHaveFocus();
  expect(showRows).toHaveBeenLastCalledWith({ conditions: [{ kind: 'is', column: 'Country', value: null }] });
  await user.keyboard('{Control>}{End}{/Control}{Enter}');
  expect(showRows).toHaveBeenLastCalledWith(null);
  expect(within(table).getAllByRole('button', { name: '9.75' })[0]).toHaveFocus();
});

test('rows are sorted by measures and groups; only another pivot is announced', async () => {
  const { user, addresses } = renderView('1;rows,Country;measures,sum~Value');
  await screen.findByRole('table', { name: 'Pivot' });
  const announcement = await screen.findByText('Pivot computed: 4 groups of rows');
  expect(announcement.closest('[aria-live="polite"]')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sort by Sum of Value' }));
  expect(await screen.findByRole('columnheader', { name: 'Sum of Value' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await vi.waitFor(async () => {
    expect((await tableTexts()).map(([first]) => first)).toEqual([
      'Country',
      'AT',
      'DE',
      '∅',
      '(empty text)',
      'Total',
    ]);
  });
  const others = screen.queryAllByText(/^Pivot computed/).filter((each) => each !== announcement);
  expect(others).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sort by Country' }));
  expect(addresses).toEqual([
    '1;rows,Country;measures,sum~Value;sort,measure~0~descending',
    '1;rows,Country;measures,sum~Value;sort,group~0~ascending',
  ]);
});

test('groups and measures are chosen with comboboxes', async () => {
  const { user, addresses } = renderView('1;measures,count');
  await user.click(screen.getByRole('combobox', { name: 'Group rows by' }));
  await user.click(await screen.findByRole('option', { name: 'ValidFrom' }));
  expect(addresses.at(-1)).toBe('1;rows,ValidFrom~month;measures,count');
  expect(screen.getByRole('combobox', { name: 'Group rows by' })).toHaveValue('');
  await user.click(screen.getByRole('combobox', { name: 'Step of ValidFrom' }));
  await user.click(await screen.findByRole('option', { name: 'quarter' }));
  expect(addresses.at(-1)).toBe('1;rows,ValidFrom~quarter;measures,count');
  await user.click(screen.getByRole('button', { name: 'Add measure' }));
  const second = screen.getByRole('group', { name: 'Measure 2' });
  await user.click(within(second).getByRole('combobox', { name: 'Function' }));
  await user.click(await screen.findByRole('option', { name: 'median' }));
  expect(addresses.at(-1)).toBe('1;rows,ValidFrom~quarter;measures,count,median~Value');
  await user.click(screen.getByRole('button', { name: 'Remove measure 1' }));
  expect(addresses.at(-1)).toBe('1;rows,ValidFrom~quarter;measures,median~Value');
  await vi.waitFor(async () => {
    expect(await tableTexts()).toEqual([
      ['ValidFrom, by quarter', 'Median of Value'],
      ['Q4 2023', '-4.00'],
      ['Q1 2024', '2.25'],
      ['∅', '–'],
      // The exact median is the mean of 1.50 and 2.25.
      ['Total', '1.88'],
    ]);
  });
  expect(screen.getByRole('button', { name: '1.88' })).toHaveAttribute('title', '1.875');
  await user.click(screen.getByRole('button', { name: 'Remove ValidFrom' }));
  expect(screen.getByRole('combobox', { name: 'Group rows by' })).toHaveFocus();
});

test('a step of numbers is typed in the formats of the person', async () => {
  const { user, addresses } = renderView('1;rows,Value;measures,count');
  const step = screen.getByRole('textbox', { name: 'Step of Value' });
  await user.type(step, '0{Enter}');
  expect(screen.getByText('Enter a number greater than zero, or leave it empty')).toBeInTheDocument();
  await user.clear(step);
  await user.type(step, '2.5{Enter}');
  expect(addresses).toEqual(['1;rows,Value~2.5;measures,count']);
  await vi.waitFor(async () => {
    expect((await tableTexts()).map(([first]) => first)).toEqual([
      'Value, in steps of 2.5',
      '-5.0 to under -2.5',
      '0.0 to under 2.5',
      '10.0 to under 12.5',
      '∅',
      'Total',
    ]);
  });
});

test('values of some of the rows are marked with ≈', async () => {
  renderView('1;rows,Country;measures,count', { kind: 'sample', readCount: 5, rowCount: 50 });
  expect((await tableTexts()).at(-1)).toEqual(['Total', '≈ 5']);
});

test('the chart shows the first measure, and arrow keys go from bar to bar', async () => {
  const { user, showRows } = renderView('1;rows,Country;measures,count');
  await user.click(await screen.findByRole('switch', { name: 'Chart' }));
  const chart = await screen.findByRole('figure', { name: 'Chart of Count by Country' });
  const bars = within(within(chart).getByRole('group')).getAllByRole('button');
  expect(bars.map((bar) => bar.textContent)).toEqual(['(empty text): 1', 'AT: 1', 'DE: 2', '∅: 1']);
  bars[0]?.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  expect(bars[2]).toHaveFocus();
  expect(showRows).toHaveBeenLastCalledWith({
    conditions: [{ kind: 'is', column: 'Country', value: 'DE' }],
  });
});

test('a single measure is named once, above its columns, and all of its values have the same places', async () => {
  const { user, addresses } = renderView('1;rows,Country;columns,Currency;measures,average~Value');
  expect(await tableTexts()).toEqual([
    ['Country', 'Average of Value'],
    ['CHF', 'EUR', 'Total'],
    ['(empty text)', '', '–', '–'],
    ['AT', '', '10.0000', '10.0000'],
    ['DE', '2.2500', '1.5000', '1.8750'],
    ['∅', '-4.0000', '', '-4.0000'],
    ['Total', '-0.8750', '5.7500', '2.4375'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Sort by Average of Value' }));
  expect(addresses.at(-1)).toMatch(/;sort,measure~0~descending$/);
  expect(await screen.findByRole('columnheader', { name: 'Total' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('values are rounded as their column is formatted, and whole on hover', async () => {
  const fields = [
    testField('Country', { maxLength: 2 }),
    testField('Value', { type: 'number', sqlType: 'decimal', scale: 4, formatting: '#,##0.00' }),
  ];
  const source = await openTestEngine(fields, [
    ['DE', '1234.5678'],
    ['AT', '2.5000'],
  ]);
  renderView('1;rows,Country;measures,greatest~Value,average~Value', undefined, source, fields);
  expect((await tableTexts()).slice(1)).toEqual([
    ['AT', '2.50', '2.5000'],
    ['DE', '1,234.57', '1,234.5678'],
    ['Total', '1,234.57', '618.5339'],
  ]);
  const [rounded] = screen.getAllByRole('button', { name: '1,234.57' });
  expect(rounded).toHaveAttribute('title', '1,234.5678');
  expect(screen.getByRole('button', { name: '2.50' })).not.toHaveAttribute('title');
});

test('cells are shaded within their measure, without the totals', async () => {
  const { user, addresses } = renderView(BY_COUNTRY);
  await user.click(await screen.findByRole('switch', { name: 'Shade cells' }));
  expect(addresses).toEqual([`${BY_COUNTRY};shade`]);
  const shadeOf = (text: string) =>
    screen.getAllByRole('button', { name: text }).map(({ dataset }) => dataset['shade']);
  // A text may be in a cell and in a total. Totals have no shade.
  expect(shadeOf('10.00')).toEqual(['6', undefined]);
  expect(shadeOf('-4.00')).toEqual(['1', undefined]);
  expect(shadeOf('9.75')).toEqual([undefined]);
  await user.click(screen.getByRole('switch', { name: 'Shade cells' }));
  expect(addresses.at(-1)).toBe(BY_COUNTRY);
});

test('lines go over time, one for each group of columns, and a date opens its rows', async () => {
  const { user, addresses, showRows } = renderView(
    '1;rows,ValidFrom~month;columns,Currency;measures,count,average~Value',
  );
  await user.click(await screen.findByRole('switch', { name: 'Chart' }));
  expect(addresses.at(-1)).toMatch(/;chart,lines~0$/);
  await user.click(screen.getByRole('combobox', { name: 'Measure of the chart' }));
  await user.click(await screen.findByRole('option', { name: 'Average of Value' }));
  expect(addresses.at(-1)).toMatch(/;chart,lines~1$/);
  const chart = await screen.findByRole('figure', {
    name: 'Chart of Average of Value by ValidFrom, by month',
  });
  expect(within(within(chart).getByRole('list', { name: 'Legend' })).getAllByRole('listitem')).toHaveLength(
    2,
  );
  const dates = within(within(chart).getByRole('group')).getAllByRole('button');
  expect(dates.map((date) => date.getAttribute('aria-label'))).toEqual([
    '12/2023: CHF -4.0000',
    '01/2024: CHF 2.2500, EUR 1.5000',
    '02/2024: EUR 10.0000',
  ]);
  dates[0]?.focus();
  await user.keyboard('{ArrowRight}{Enter}');
  expect(showRows).toHaveBeenLastCalledWith({
    conditions: [
      { kind: 'between', column: 'ValidFrom', from: '2024-01-01', to: '2024-02-01', includesEnd: false },
    ],
  });
  // Stacked bars are not offered, because averages do not add up to the average of all rows.
  await user.click(screen.getByRole('combobox', { name: 'Kind of chart' }));
  expect(await screen.findByRole('option', { name: 'bars' })).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: 'stacked bars' })).not.toBeInTheDocument();
});

test('parts of a stacked bar open their rows', async () => {
  const { user, showRows } = renderView('1;rows,Country;columns,Currency;measures,count;chart,stacked~0');
  const chart = await screen.findByRole('figure', { name: 'Chart of Count by Country' });
  const parts = within(within(chart).getByRole('group')).getAllByRole('button');
  expect(parts.map((part) => part.textContent)).toEqual([
    '(empty text), EUR: 1',
    'AT, EUR: 1',
    'DE, CHF: 1',
    'DE, EUR: 1',
    '∅, CHF: 1',
  ]);
  await user.click(parts[2] as HTMLElement);
  expect(showRows).toHaveBeenLastCalledWith({
    conditions: [
      { kind: 'is', column: 'Country', value: 'DE' },
      { kind: 'is', column: 'Currency', value: 'CHF' },
    ],
  });
});

test('figures, charts and their pictures that mix currencies say so themselves', async () => {
  const { user } = renderView('1;rows,Country;measures,sum~Value;chart,bars~0');
  await tableTexts();
  expect(screen.getByText('* Sum of Value: Mixes 2 currencies.')).toBeVisible();
  for (const text of ['3.75', '9.75']) {
    expect(screen.getByRole('button', { name: text })).toHaveAccessibleDescription(
      '* Sum of Value: Mixes 2 currencies.',
    );
  }
  const chart = within(await screen.findByRole('figure'));
  expect(chart.getByText('Mixes 2 currencies in its values.')).toBeVisible();

  // If the columns separate the currencies, only totals mix them, but the bars of all currencies share an axis.
  await user.click(screen.getByRole('button', { name: 'Split by Currency' }));
  expect(await screen.findByText('* Sum of Value: Mixes 2 currencies in the totals.')).toBeVisible();
  const [cell, total] = screen.getAllByRole('button', { name: '10.00' });
  expect(cell).not.toHaveAccessibleDescription();
  expect(total).toHaveAccessibleDescription('* Sum of Value: Mixes 2 currencies in the totals.');
  expect(chart.getByText(/^Mixes 2 currencies on one axis/)).toBeVisible();
  expect(chart.queryByText('Mixes 2 currencies in its values.')).toBeNull();
});

test('several notes are one button with their list and what can be done', async () => {
  const { user, addresses } = renderView('1;rows,Country;measures,sum~Value,average~Value');
  await user.click(await screen.findByRole('button', { name: '2 notes' }));
  expect(await screen.findByText('Sum of Value: Mixes 2 currencies.')).toBeInTheDocument();
  const [split] = screen.getAllByRole('button', { name: 'Split by Currency' });
  await user.click(split as HTMLElement);
  expect(addresses).toEqual(['1;rows,Country;columns,Currency;measures,sum~Value,average~Value']);
});

test('without a pivot, the first proposal is computed, and the others are one press away', async () => {
  const { user, addresses } = renderView();
  expect((await tableTexts())[0]).toEqual(['Country', 'CHF', 'EUR', 'Total']);
  expect(addresses).toEqual([]);
  const others = within(screen.getByRole('group', { name: 'Proposals' }));
  expect(others.queryByRole('button', { name: /by Country and Currency$/ })).not.toBeInTheDocument();
  await user.click(
    others.getByRole('button', { name: 'Count and average of Value by month of ValidFrom and Currency' }),
  );
  expect(addresses).toEqual(['1;rows,ValidFrom~month;columns,Currency;measures,count,average~Value']);
  expect(await screen.findByRole('columnheader', { name: /^ValidFrom/ })).toBeInTheDocument();
});

test('a proposal keeps the chart and the shades, and none is the pivot on screen', async () => {
  const { user, addresses } = renderView();
  await tableTexts();
  await user.click(screen.getByRole('switch', { name: 'Shade cells' }));
  await user.click(screen.getByRole('switch', { name: 'Chart' }));
  const others = within(screen.getByRole('group', { name: 'Proposals' }));
  expect(others.queryByRole('button', { name: /by Country and Currency$/ })).not.toBeInTheDocument();
  await user.click(others.getByRole('button', { name: /by month of ValidFrom and Currency$/ }));
  expect(addresses.at(-1)).toMatch(/^1;rows,ValidFrom~month;columns,Currency;measures,count,average~Value;/);
  expect(screen.getByRole('switch', { name: 'Shade cells' })).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Chart' })).toBeChecked();
});

test('a sum that has more digits than can be computed is told from a fault', async () => {
  const large = '9'.repeat(36);
  const source = await openTestEngine(
    FIELDS,
    ROWS.map(([country, currency]) => [country ?? null, currency ?? null, `${large}.99`, null]),
  );
  renderView('1;rows,Currency;measures,sum~Value', undefined, source);
  expect(await screen.findByText(/A figure has more than 38 digits/)).toBeInTheDocument();
});

test('a pivot that cannot be used is refused in words', async () => {
  const { user, addresses } = renderView('1;rows,Gone;measures,count');
  expect(
    screen.getByText('The link’s pivot uses the field Gone, which the rows do not have.'),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(addresses).toEqual([undefined]);
});
