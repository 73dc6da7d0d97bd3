import { describe, expect, test } from 'vitest';
import type { Rights } from '@/session/rights';
import { schemaRows } from './schema-row';
import type { FilterName, SchemaSort } from './schema-view';
import { ITEM_COLUMNS, RIGHTS } from '@/test/item-columns';
import { searchedTexts, visibleRows } from './visible-rows';

interface Wanted {
  readonly search?: string;
  readonly filters?: readonly FilterName[];
  readonly sort?: SchemaSort | null;
}

function shown(rights: Rights, { search = '', filters = [], sort = null }: Wanted): string {
  const rows = visibleRows(schemaRows(ITEM_COLUMNS, rights), { search, filters: new Set(filters), sort });
  return rows.map((row) => row.name).join(' ');
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
  test.each<[SchemaSort, string]>([
    [
      { key: 'name', isDescending: false },
      '_dtLastModifiedDate cd_PriceGroup CostForPricing Description ImageUrl InsertDate Name NeedsPrice Number SearchName Url',
    ],
    [
      { key: 'type', isDescending: false },
      'NeedsPrice InsertDate _dtLastModifiedDate CostForPricing cd_PriceGroup Number Name ImageUrl Url SearchName Description',
    ],
    [
      { key: 'keys', isDescending: false },
      'Number cd_PriceGroup Name SearchName Description CostForPricing InsertDate NeedsPrice ImageUrl Url _dtLastModifiedDate',
    ],
    [
      { key: 'nullable', isDescending: true },
      'Name SearchName Description CostForPricing cd_PriceGroup ImageUrl Url _dtLastModifiedDate Number InsertDate NeedsPrice',
    ],
    [
      { key: 'view', isDescending: true },
      'CostForPricing Number Name SearchName Description cd_PriceGroup InsertDate NeedsPrice ImageUrl Url _dtLastModifiedDate',
    ],
  ])('by %j', (sort, names) => {
    expect(shown(RIGHTS.manager, { sort })).toBe(names);
  });

  test.each(['type', 'nullable', 'default', 'keys', 'format', 'edit'] as const)(
    'by %s a locked column stands last in both directions',
    (key) => {
      for (const isDescending of [false, true]) {
        const names = shown(RIGHTS.analyst, { sort: { key, isDescending } }).split(' ');
        const places = names.indexOf('CostForPricing');
        // Before those with nothing to sort by that the service lists later; after all that have something.
        const rows = schemaRows(ITEM_COLUMNS, RIGHTS.analyst);
        const withoutValue = names
          .slice(places + 1)
          .map((name) => rows.findIndex((row) => row.name === name));
        expect(withoutValue.every((ordinal) => ordinal > 4)).toBe(true);
      }
    },
  );
});
