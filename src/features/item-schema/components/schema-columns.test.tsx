import { act, renderHook } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { describe, expect, test } from 'vitest';
import type { Rights } from '@/session/rights/rights';
import { useReadTable } from '@/ui/components/read-table';
import { ITEM_COLUMNS, RIGHTS } from '@/test/item-columns';
import { schemaRows, searchedTexts } from '../model/schema-row';
import {
  SCHEMA_COLUMN_IDS,
  type FilterName,
  type SchemaColumnId,
  type SchemaView,
} from '../model/schema-view';
import { columnFilters, schemaColumns } from './schema-columns';

interface Wanted {
  readonly search?: string;
  readonly filters?: readonly FilterName[];
  readonly sorting?: SchemaView['sorting'];
}

function renderTable(rights: Rights, { search = '', filters = [], sorting: initialSorting = [] }: Wanted) {
  const data = schemaRows(ITEM_COLUMNS, rights);
  const filterState = columnFilters(new Set(filters), null);
  const { result } = renderHook(
    () => {
      const [sorting, setSorting] = useState(initialSorting);
      const table = useReadTable({
        columns: schemaColumns,
        data,
        getRowId: ({ ordinal }) => String(ordinal),
        search,
        getSearchText,
        columnFilters: filterState,
        sorting,
        onSortingChange: setSorting,
      });
      return { table, sorting };
    },
    { wrapper: InEnglish },
  );
  return result;
}

function InEnglish({ children }: { readonly children: ReactNode }) {
  return <IntlProvider locale="en">{children}</IntlProvider>;
}

const getSearchText = (row: Parameters<typeof searchedTexts>[0]) => searchedTexts(row).join('\n');

function shown(rights: Rights, wanted: Wanted): string {
  const { table } = renderTable(rights, wanted).current;
  return table
    .getRowModel()
    .rows.map(({ original }) => original.name)
    .join(' ');
}

const ALL =
  'Number Name SearchName Description CostForPricing cd_PriceGroup InsertDate NeedsPrice ImageUrl Url _dtLastModifiedDate';

describe('search', () => {
  test.each([
    ['', ALL],
    ['  ', ALL],
    ['URL', 'ImageUrl Url'],
    ['decimal', 'CostForPricing'],
    ['pricegroup.code', 'cd_PriceGroup'],
    ['date datetime2', '_dtLastModifiedDate'],
    ['costforpricing_view', 'CostForPricing'],
    ['dataadmin-item_edit', ALL],
    ['getdate', ''],
  ])('%j', (search, names) => {
    expect(shown(RIGHTS.manager, { search })).toBe(names);
  });

  test.each([
    ['cost', 'CostForPricing'],
    ['CostForPricing_view', 'CostForPricing'],
    ['decimal', ''],
    ['CostForPricing_edit', ''],
    ['dataadmin-item_edit', ALL.replace('CostForPricing ', '')],
  ])('finds a locked column by its name and the right it needs alone: %j', (search, names) => {
    expect(shown(RIGHTS.analyst, { search })).toBe(names);
  });

  test('a locked row has no other texts', () => {
    const row = schemaRows(ITEM_COLUMNS, RIGHTS.analyst)[4];
    expect(row && searchedTexts(row)).toEqual(['CostForPricing', 'dataadmin-item_CostForPricing_view']);
  });
});

describe('filters', () => {
  test.each<[string, Rights, FilterName[], string]>([
    ['manager', RIGHTS.manager, ['viewable'], ALL],
    ['analyst', RIGHTS.analyst, ['viewable'], ALL.replace('CostForPricing ', '')],
    ['manager', RIGHTS.manager, ['editable'], ALL.replace(' _dtLastModifiedDate', '')],
    [
      'analyst',
      RIGHTS.analyst,
      ['editable'],
      ALL.replace('CostForPricing ', '').replace(' _dtLastModifiedDate', ''),
    ],
    ['viewer', RIGHTS.viewer, ['editable'], ''],
    ['manager', RIGHTS.manager, ['keys'], 'Number cd_PriceGroup'],
    ['viewer', RIGHTS.viewer, ['keys', 'editable'], ''],
    ['unknown', RIGHTS.unknown, ['viewable'], ALL],
    ['unknown', RIGHTS.unknown, ['editable'], ALL.replace(' _dtLastModifiedDate', '')],
  ])('%s, %j', (_, rights, filters, names) => {
    expect(shown(rights, { filters })).toBe(names);
  });
});

describe('sort', () => {
  test.each<[SchemaView['sorting'][number] & { id: SchemaColumnId }, string]>([
    [
      { id: 'name', desc: false },
      '_dtLastModifiedDate cd_PriceGroup CostForPricing Description ImageUrl InsertDate Name NeedsPrice Number SearchName Url',
    ],
    [
      { id: 'type', desc: false },
      'NeedsPrice InsertDate _dtLastModifiedDate CostForPricing cd_PriceGroup Number Name ImageUrl Url SearchName Description',
    ],
    [
      { id: 'keys', desc: false },
      'Number cd_PriceGroup Name SearchName Description CostForPricing InsertDate NeedsPrice ImageUrl Url _dtLastModifiedDate',
    ],
    [
      { id: 'nullable', desc: true },
      'Name SearchName Description CostForPricing cd_PriceGroup ImageUrl Url _dtLastModifiedDate Number InsertDate NeedsPrice',
    ],
    [
      { id: 'view', desc: true },
      'CostForPricing Number Name SearchName Description cd_PriceGroup InsertDate NeedsPrice ImageUrl Url _dtLastModifiedDate',
    ],
  ])('by %j', (sort, names) => {
    expect(shown(RIGHTS.manager, { sorting: [sort] })).toBe(names);
  });

  test.each(['type', 'nullable', 'default', 'keys', 'format', 'edit'] as const)(
    'by %s a locked column is last in both directions',
    (id) => {
      for (const desc of [false, true]) {
        const names = shown(RIGHTS.analyst, { sorting: [{ id, desc }] }).split(' ');
        const position = names.indexOf('CostForPricing');
        // A locked row follows all rows with a sort value. Rows without a sort value keep the service's order.
        const rows = schemaRows(ITEM_COLUMNS, RIGHTS.analyst);
        const withoutValue = names
          .slice(position + 1)
          .map((name) => rows.findIndex((row) => row.name === name));
        expect(withoutValue.every((ordinal) => ordinal > 4)).toBe(true);
      }
    },
  );
});

test('the columns are those the address can sort by', () => {
  const { table } = renderTable(RIGHTS.manager, {}).current;
  expect(table.getAllLeafColumns().map(({ id }) => id)).toEqual([...SCHEMA_COLUMN_IDS]);
});

test('a heading sorts ascending, descending, and not at all; another one starts again', () => {
  const result = renderTable(RIGHTS.manager, {});
  const press = (id: SchemaColumnId) => {
    act(() => result.current.table.getColumn(id)?.toggleSorting(undefined, true));
    return result.current.sorting;
  };
  for (const id of SCHEMA_COLUMN_IDS) {
    expect([press(id), press(id), press(id)]).toEqual([[{ id, desc: false }], [{ id, desc: true }], []]);
  }
  press('type');
  expect(press('name')).toEqual([{ id: 'name', desc: false }]);
});
