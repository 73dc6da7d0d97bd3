import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { PriceColumn } from '@/contract/column';
import { rightsFromIds, UNKNOWN_RIGHTS, type Rights } from '@/session/rights/rights';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { testColumn } from '@/test/item-columns';
import { testField } from '@/test/test-price-column';
import { PriceColumnsTable, usePriceColumnsTable } from './price-columns-table';

function namedPriceColumn(at: number): PriceColumn {
  return { name: `P${at}`, displayName: `Price ${at}`, description: null, sourceTable: 'T', fields: [] };
}

function SearchedTable({
  priceColumns,
  search,
  rights,
}: {
  readonly priceColumns: readonly PriceColumn[];
  readonly search: string;
  readonly rights: Rights;
}) {
  return <PriceColumnsTable table={usePriceColumnsTable(priceColumns, rights, search)} />;
}

async function renderTable(
  priceColumns: readonly PriceColumn[],
  search = '',
  rights: Rights = UNKNOWN_RIGHTS,
): Promise<void> {
  const rootRoute = createRootRoute({
    component: () => <SearchedTable priceColumns={priceColumns} search={search} rights={rights} />,
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
            <RouterProvider router={router} />
          </IntlProvider>
        </FormatSettingsProvider>
      </MantineProvider>,
    );
    await router.load();
  });
}

test(
  'thousands of rows are rendered in steps, and the first new one takes the focus',
  { tags: ['long'] },
  async () => {
    await renderTable(Array.from({ length: 401 }, (_, at) => namedPriceColumn(at)));
    expect(screen.getAllByRole('link')).toHaveLength(200);
    await userEvent.click(screen.getByRole('button', { name: 'Show 200 more' }));
    expect(screen.getAllByRole('link')).toHaveLength(400);
    expect(document.activeElement).toHaveTextContent('Price 200');
    await userEvent.click(screen.getByRole('button', { name: 'Show 1 more' }));
    expect(screen.getAllByRole('link')).toHaveLength(401);
    expect(document.activeElement).toHaveTextContent('Price 400');
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('a list of the usual length is rendered whole', async () => {
  await renderTable(Array.from({ length: 200 }, (_, at) => namedPriceColumn(at)));
  expect(screen.getAllByRole('link')).toHaveLength(200);
  expect(screen.queryByRole('button')).toBeNull();
});

const AMOUNT = { ...testColumn({ name: 'Amount' }), isFilterable: true, isSortable: true };
const SEARCHED: readonly PriceColumn[] = [
  { ...namedPriceColumn(0), name: 'Verkauf', displayName: 'Größe', sourceTable: 'dbo.Sales' },
  { ...namedPriceColumn(1), description: 'Purchase prices, net', fields: [AMOUNT] },
];

test.each([
  ['', ['Größe', 'Price 1']],
  ['groß', ['Größe']],
  ['GRÖẞE verkauf', ['Größe']],
  ['grosse', ['Größe']],
  ['sales VERKAUF', ['Größe']],
  ['amount net', ['Price 1']],
  ['price', ['Price 1']],
  ['p', ['Price 1']],
])('search for %j finds %j', async (search, names) => {
  await renderTable(SEARCHED, search);
  const links = screen.queryAllByRole('link').map((link) => link.textContent);
  expect(links).toEqual(names);
});

test('arrow keys, Home and End move between the links', async () => {
  await renderTable([namedPriceColumn(0), namedPriceColumn(1), namedPriceColumn(2)]);
  const [first, second, last] = screen.getAllByRole('link');
  first?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(last).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(last).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(first).toHaveFocus();
});

test('fields that may not be viewed are not counted among those to filter by', async () => {
  const priceColumn = {
    ...namedPriceColumn(0),
    fields: [
      testField('Value', { isFilterable: true }),
      testField('Cost', { isFilterable: true, viewRight: 'view-cost' }),
    ],
  };
  await renderTable([priceColumn], '', rightsFromIds([]));
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  const row = screen.getByRole('row', { name: /Price 0/ });
  expect(row.children[heads.indexOf('Filterable fields')]).toHaveTextContent(/^1$/);
});
