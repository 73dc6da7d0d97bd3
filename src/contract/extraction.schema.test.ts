import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  extractPageEndpoint,
  extractionBody,
  filtersOfRequest,
  snapshotTraitsSchema,
} from './extraction.schema';
import { newLocalKey } from './local-key';
import {
  InexpressibleValueError,
  type ComparisonOp,
  type ExtractPageInput,
  type ExtractionQuery,
} from './extraction';

const EVERYTHING: ExtractionQuery = { fields: null, filters: [], sort: [] };

function firstPage(query: Partial<ExtractionQuery>): ExtractPageInput {
  return { priceColumn: 'SalesPrice', page: 1, pageSize: 500, query: { ...EVERYTHING, ...query } };
}

test('a key that the console made is never sent', () => {
  const page = { priceColumn: 'SalesPrice', page: 1, pageSize: 500, columns: null };
  expect(extractPageEndpoint.isGone?.({ ...page, cacheKey: newLocalKey('query') })).toBe(true);
  expect(extractPageEndpoint.isGone?.({ ...page, cacheKey: 'ours' })).toBe(false);
});

describe('the body that takes a snapshot', () => {
  test('of everything', () => {
    expect(extractionBody(firstPage({}))).toEqual({ page: 1, nrOfRecords: 500, useCache: true });
  });

  test('of a query, member by member of the contract', () => {
    const body = extractionBody(
      firstPage({
        fields: ['Value', 'ItemNumber'],
        filters: [
          { column: 'Value', op: 'greaterThanOrEquals', values: ['-1234.50'] },
          { column: 'PriceList', op: 'containsAny', values: ['DE', 'AT'] },
          { column: 'Remark', op: 'isNull', values: [] },
        ],
        sort: [
          { column: 'Value', direction: 'descending' },
          { column: 'ItemNumber', direction: 'ascending' },
        ],
      }),
    );
    expect(body).toEqual({
      page: 1,
      nrOfRecords: 500,
      fields: ['Value', 'ItemNumber'],
      filters: [
        { columnName: 'Value', op: 'greaterThanOrEquals', value: '-1234.50' },
        { columnName: 'PriceList', op: 'containsAny', value: 'DE,AT' },
        { columnName: 'Remark', op: 'isNull', value: '' },
      ],
      orderby: ['Value desc', 'ItemNumber'],
      useCache: true,
    });
  });

  const written = Object.keys(VALUES) as ComparisonOp[];

  test('the operators are those of the contract', () => {
    expect(written.toSorted()).toEqual(contractOperators().toSorted());
  });

  test.each(written)('writes %s as the contract does', (op) => {
    const { filters } = extractionBody(firstPage({ filters: [{ column: 'Name', op, values: ['x'] }] }));
    expect(filters).toEqual([{ columnName: 'Name', op, value: 'x' }]);
  });

  test('a comma inside one of several values is refused; in a single value it is text', () => {
    const withComma = (op: ComparisonOp) =>
      firstPage({ filters: [{ column: 'Name', op, values: ['Schraube, verzinkt'] }] });
    expect(() => extractionBody(withComma('containsAny'))).toThrow(InexpressibleValueError);
    expect(() => extractionBody(withComma('containsAny'))).toThrow(
      expect.objectContaining({ reason: 'comma-in-list', column: 'Name' }),
    );
    expect(extractionBody(withComma('contains')).filters).toEqual([
      { columnName: 'Name', op: 'contains', value: 'Schraube, verzinkt' },
    ]);
  });
});

/** Returns the operator names in the first column of the contract's table (docs/service-contract.md, section 6). */
function contractOperators(): readonly string[] {
  const contract = readFileSync(new URL('../../docs/service-contract.md', import.meta.url), 'utf8');
  const [, section = ''] = contract.split('### Operators');
  const [table = ''] = section.split('\n### ');
  const cells = [...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) => cell.split(':')[0] ?? []);
  const names = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  return names.filter((name) => name !== 'op');
}

/** Example values for each comparison, as many as it takes. */
const VALUES: Readonly<Record<ComparisonOp, readonly string[]>> = {
  equals: ['1.50'],
  notEquals: ['a,b'],
  containsAny: ['DE', 'AT', '0'],
  isNull: [],
  isNotNull: [],
  greaterThan: ['-1'],
  lessThan: ['2026-01-31'],
  greaterThanOrEquals: ['0'],
  lessThanOrEquals: ['9999-12-31T23:59:59.9999999'],
  contains: ['Schraube, verzinkt'],
  startsWith: [''],
  endsWith: ['true'],
};

test.each(Object.keys(VALUES) as ComparisonOp[])('a request is read back as it was written: %s', (op) => {
  const filters = [{ column: 'Any', op, values: VALUES[op] }];
  expect(filtersOfRequest(JSON.stringify(extractionBody(firstPage({ filters }))))).toEqual(filters);
});

test('a request with a comparison that is not known is not read as one without it', () => {
  const filters = [{ columnName: 'Any', op: 'soundsLike', value: 'x' }];
  expect(filtersOfRequest(JSON.stringify({ page: 1, nrOfRecords: 5, filters }))).toBeNull();
});

test('the body that reads a snapshot has the key and nothing of the query', () => {
  const body = extractionBody({
    priceColumn: 'SalesPrice',
    page: 7,
    pageSize: 500,
    cacheKey: 'k',
    columns: ['Value'],
  });
  expect(body).toEqual({ page: 7, nrOfRecords: 500, cacheKey: 'k' });
});

test('the price column is a segment of the path, whatever its name', () => {
  const path = (priceColumn: string) =>
    extractPageEndpoint.path({ priceColumn, page: 1, pageSize: 1, cacheKey: 'k', columns: null });
  expect(path('SalesPrice')).toBe('/api/prices/SalesPrice');
  expect(path('a/b c?ü')).toBe('/api/prices/a%2Fb%20c%3F%C3%BC');
});

describe('the response', () => {
  const RESPONSE = {
    data: [
      { A: 'x', B: '12.5000', C: null },
      { C: true, B: 7, A: '' },
    ],
    totalRecords: 2,
    page: 1,
    cacheKey: 'k',
    cacheCreated: '2026-11-21T10:00:00Z',
    cacheExpires: '2026-11-21T10:30:00.1234567Z',
  };
  const READ: ExtractPageInput = { priceColumn: 'P', page: 1, pageSize: 10, cacheKey: 'k', columns: null };

  test('is a page of cells in the order of its columns', () => {
    expect(extractPageEndpoint.decode(RESPONSE, READ)).toEqual({
      snapshot: {
        cacheKey: 'k',
        rowCount: 2,
        createdAtMs: Date.UTC(2026, 10, 21, 10),
        expiresAtMs: Date.UTC(2026, 10, 21, 10, 30, 0, 123),
        traits: null,
      },
      page: 1,
      columns: ['A', 'B', 'C'],
      rows: [
        ['x', '12.5000', null],
        ['', '7', true],
      ],
    });
  });

  test('follows the requested columns, and distinguishes a missing member from null', () => {
    const asked = extractPageEndpoint.decode(RESPONSE, firstPage({ fields: ['C', 'A', 'D'] }));
    expect(asked.columns).toEqual(['C', 'A', 'D']);
    expect(asked.rows).toEqual([
      [null, 'x', undefined],
      [true, '', undefined],
    ]);
    const read = extractPageEndpoint.decode(RESPONSE, { ...READ, columns: ['B'] });
    expect(read.rows).toEqual([['12.5000'], ['7']]);
  });

  test('an inherited member is not a cell', () => {
    const page = extractPageEndpoint.decode(RESPONSE, { ...READ, columns: ['toString', 'constructor'] });
    expect(page.rows[0]).toEqual([undefined, undefined]);
  });

  test.each<[what: string, broken: Record<string, unknown>]>([
    ['no rows', { data: undefined }],
    ['a row that is no object', { data: ['x'] }],
    ['a cell that is an object', { data: [{ A: {} }] }],
    ['a total that is not counted', { totalRecords: -1 }],
    ['a total that is a text', { totalRecords: '2' }],
    ['no cacheKey', { cacheKey: undefined }],
    ['an empty cacheKey', { cacheKey: '' }],
    ['an expiry that is no date', { cacheExpires: 'soon' }],
    ['page 0', { page: 0 }],
    ['a cacheKey that fits no address', { cacheKey: 'k'.repeat(4_097) }],
    ['a column with a name without end', { data: [{ ['n'.repeat(257)]: 1 }] }],
    [
      'a row of columns without end',
      { data: [Object.fromEntries([...Array(4_097).keys()].map((n) => [n, 1]))] },
    ],
  ])('%s is refused', (_what, broken) => {
    expect(() => extractPageEndpoint.decode({ ...RESPONSE, ...broken }, READ)).toThrow(Error);
  });
});

test.each([true, false])(
  'stored traits without isEndTold: the end was told if the snapshot was stable (%j)',
  (isStable) => {
    const stored = { isStable, isTimeTold: isStable, repeats: null };
    expect(snapshotTraitsSchema.parse(stored)).toEqual({ ...stored, isEndTold: isStable, isCounted: false });
  },
);
