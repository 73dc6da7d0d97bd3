import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FILTER_NAMES,
  schemaSearchSchema,
  SCHEMA_COLUMN_IDS,
  viewFromSearch,
  viewToSearch,
  type SchemaView,
} from './schema-view';

const PLAIN: SchemaView = {
  search: '',
  filters: new Set(),
  sorting: [],
  openColumn: null,
  priceColumn: null,
};

describe('the view in the address', () => {
  test('reads a shared link', () => {
    const search = schemaSearchSchema.parse({
      search: 'cost',
      show: 'keys,editable',
      sort: '-name',
      column: 'Number',
      priceColumn: 'SalesPrice',
    });
    expect(viewFromSearch(search)).toEqual({
      search: 'cost',
      filters: new Set(['editable', 'keys']),
      sorting: [{ id: 'name', desc: true }],
      openColumn: 'Number',
      priceColumn: 'SalesPrice',
    });
  });

  test.each([
    {},
    { show: '', sort: '', column: '', priceColumn: '' },
    { show: 'everything', sort: 'colour' },
    { sort: '--name' },
    { search: 7, show: null, sort: { key: 'name' }, column: true },
  ])('ignores what cannot be read: %j', (search) => {
    expect(viewFromSearch(schemaSearchSchema.parse(search))).toEqual(PLAIN);
  });

  test('takes the last value of a repeated parameter', () => {
    expect(viewFromSearch(schemaSearchSchema.parse({ search: ['a', 'b'] })).search).toBe('b');
  });

  test('leaves the defaults out of the address', () => {
    expect(viewToSearch(PLAIN)).toEqual({});
  });

  test('every view round-trips through the address', () => {
    const views = fc.record({
      search: fc.string(),
      filters: fc.subarray([...FILTER_NAMES]).map((names) => new Set(names)),
      sorting: fc.array(fc.record({ id: fc.constantFrom(...SCHEMA_COLUMN_IDS), desc: fc.boolean() }), {
        maxLength: 1,
      }),
      openColumn: fc.option(fc.string({ minLength: 1 })),
      priceColumn: fc.option(fc.string({ minLength: 1 })),
    });
    fc.assert(
      fc.property(views, (view) => {
        expect(viewFromSearch(schemaSearchSchema.parse(viewToSearch(view)))).toEqual(view);
      }),
    );
  });
});
