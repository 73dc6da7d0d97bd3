import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FILTER_NAMES,
  nextSort,
  schemaSearchSchema,
  SORT_KEYS,
  viewFromSearch,
  viewToSearch,
  type SchemaView,
} from './schema-view';

const PLAIN: SchemaView = { search: '', filters: new Set(), sort: null, openColumn: null };

describe('the view in the address', () => {
  test('reads what people share', () => {
    const search = schemaSearchSchema.parse({
      search: 'cost',
      show: 'keys,editable',
      sort: '-name',
      column: 'Number',
    });
    expect(viewFromSearch(search)).toEqual({
      search: 'cost',
      filters: new Set(['editable', 'keys']),
      sort: { key: 'name', isDescending: true },
      openColumn: 'Number',
    });
  });

  test.each([
    {},
    { show: '', sort: '', column: '' },
    { show: 'everything', sort: 'colour' },
    { sort: '--name' },
    { search: 7, show: null, sort: { key: 'name' }, column: true },
  ])('what cannot be read is left out: %j', (search) => {
    expect(viewFromSearch(schemaSearchSchema.parse(search))).toEqual(PLAIN);
  });

  test('of a parameter given twice the last counts', () => {
    expect(viewFromSearch(schemaSearchSchema.parse({ search: ['a', 'b'] })).search).toBe('b');
  });

  test('a plain view leaves nothing in the address', () => {
    expect(viewToSearch(PLAIN)).toEqual({});
  });

  test('every view survives the address', () => {
    const views = fc.record({
      search: fc.string(),
      filters: fc.subarray([...FILTER_NAMES]).map((names) => new Set(names)),
      sort: fc.option(fc.record({ key: fc.constantFrom(...SORT_KEYS), isDescending: fc.boolean() })),
      openColumn: fc.option(fc.string({ minLength: 1 })),
    });
    fc.assert(
      fc.property(views, (view) => {
        expect(viewFromSearch(schemaSearchSchema.parse(viewToSearch(view)))).toEqual(view);
      }),
    );
  });
});

test('a header sorts up, down, and not at all', () => {
  const up = nextSort(null, 'type');
  const down = nextSort(up, 'type');
  expect([up, down, nextSort(down, 'type')]).toEqual([
    { key: 'type', isDescending: false },
    { key: 'type', isDescending: true },
    null,
  ]);
  expect(nextSort(down, 'name')).toEqual({ key: 'name', isDescending: false });
});
