import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '@/test/runs';
import { anyDescription, described } from '@/test/service-description.arbitraries';
import { createDialect } from './create-dialect';
import type { Dialect } from './dialect';
import { InexpressibleValueError, type ComparisonOp, type ExtractionQuery } from './extraction';
import { extractionBodyText, extractPageEndpoint, filtersOfRequest } from './extraction.schema';
import { parseJson } from '@/lib/base/parse-json';

function dialectOf(json: unknown): Dialect {
  const dialect = createDialect(described(json));
  if (dialect === null) throw new Error('The description says what the contract says.');
  return dialect;
}

const QUERY: ExtractionQuery = {
  fields: ['Value', 'Number'],
  filters: [
    { column: 'Value', op: 'greaterThan', values: ['12345678901234.5678'] },
    { column: 'Value', op: 'lessThan', values: ['-0.10'] },
    { column: 'Number', op: 'equals', values: ['007'] },
    { column: 'NeedsPrice', op: 'equals', values: ['true'] },
    { column: 'Number', op: 'containsAny', values: ['1', '2'] },
    { column: 'Name', op: 'isNull', values: [] },
  ],
  sort: [
    { column: 'Value', direction: 'descending' },
    { column: 'Number', direction: 'ascending' },
  ],
};

const typedFields = [
  { name: 'Value', type: 'number' },
  { name: 'Number', type: 'text' },
  { name: 'NeedsPrice', type: 'boolean' },
  { name: 'Name', type: 'text' },
];

const input = { priceColumn: 'Sales/Price', query: QUERY, typedFields, page: 3, pageSize: 50 };

const OTHER = {
  extraction: {
    path: '/v2/{priceColumn}/rows',
    page: { style: 'offset', name: 'skip', first: 0 },
    size: { name: 'take' },
    fields: { name: 'select' },
    filters: {
      name: 'where',
      style: 'by-column',
      operator: 'is',
      value: 'to',
      values: 'typed',
      lists: 'array',
    },
    operators: { greaterThan: 'gt', contains: null },
    sort: { name: 'order', style: 'objects', column: 'by', direction: 'way', values: ['up', 'down'] },
    constants: { tenant: 'north' },
    snapshot: { ask: { keep: 30 }, key: 'meta.id', send: 'query' },
  },
};

describe('requests', () => {
  test('a body without a description is that of the contract, byte for byte', () => {
    expect(extractionBodyText(input)).toBe(
      '{"page":3,"nrOfRecords":50,"fields":["Value","Number"],"filters":[' +
        '{"columnName":"Value","op":"greaterThan","value":"12345678901234.5678"},' +
        '{"columnName":"Value","op":"lessThan","value":"-0.10"},' +
        '{"columnName":"Number","op":"equals","value":"007"},' +
        '{"columnName":"NeedsPrice","op":"equals","value":"true"},' +
        '{"columnName":"Number","op":"containsAny","value":"1,2"},' +
        '{"columnName":"Name","op":"isNull","value":""}],' +
        '"orderby":["Value desc","Number"],"useCache":true}',
    );
  });

  test('a described body has the names, forms and digits of the description', () => {
    expect(extractionBodyText(input, dialectOf(OTHER))).toBe(
      '{"skip":100,"take":50,"select":["Value","Number"],"where":{' +
        '"Value":[{"is":"gt","to":12345678901234.5678},{"is":"lessThan","to":-0.10}],' +
        '"Number":[{"is":"equals","to":"007"},{"is":"containsAny","to":["1","2"]}],' +
        '"NeedsPrice":[{"is":"equals","to":true}],' +
        '"Name":[{"is":"isNull","to":""}]},' +
        '"order":[{"by":"Value","way":"down"},{"by":"Number","way":"up"}],"keep":30,"tenant":"north"}',
    );
  });

  test('texts of an order are patterns around the column', () => {
    const dialect = dialectOf({ extraction: { sort: { ascending: '+{column}', descending: '-{column}' } } });
    expect(JSON.parse(extractionBodyText(input, dialect))).toMatchObject({ orderby: ['-Value', '+Number'] });
    // This column name contains `$&`, which has a special meaning in replacement texts of `String.replace`.
    const odd = { ...QUERY, sort: [{ column: '$& cost', direction: 'descending' }] } as const;
    const body = extractionBodyText({ ...input, query: odd }, dialect);
    expect(JSON.parse(body)).toMatchObject({ orderby: ['-$& cost'] });
  });

  test('a page of a snapshot is asked for with the key where the description has it', () => {
    const further = { priceColumn: 'Sales/Price', cacheKey: 'k&1', columns: null, page: 2, pageSize: 10 };
    const inQuery = extractPageEndpoint.inDialect?.(dialectOf(OTHER));
    expect(inQuery?.path(further)).toBe('/v2/Sales%2FPrice/rows?id=k%261');
    expect(extractionBodyText(further, dialectOf(OTHER))).toBe('{"skip":10,"take":10,"tenant":"north"}');
    const inBody = dialectOf({ extraction: { page: { first: 0 }, snapshot: { key: 'meta.id' } } });
    expect(extractPageEndpoint.inDialect?.(inBody).path(further)).toBe('/api/prices/Sales%2FPrice');
    expect(extractionBodyText(further, inBody)).toBe('{"page":1,"nrOfRecords":10,"id":"k&1"}');
    expect(inQuery?.goneStatus?.(further)).toEqual([410]);
    expect(inQuery?.goneStatus?.(input)).toEqual([]);
  });

  test('all fields are asked for without the member, or with an empty list', () => {
    const all = { ...input, query: { fields: null, filters: [], sort: [] } };
    expect(extractionBodyText(all, dialectOf(OTHER))).not.toContain('select');
    const dialect = dialectOf({ extraction: { fields: { all: 'empty' } } });
    expect(JSON.parse(extractionBodyText(all, dialect))).toMatchObject({ fields: [] });
  });

  test('what the service cannot do, or read, is not sent', () => {
    const contains = { ...QUERY, filters: [{ column: 'Name', op: 'contains', values: ['x'] }] } as const;
    expect(() => extractionBodyText({ ...input, query: contains }, dialectOf(OTHER))).toThrow(
      new InexpressibleValueError('Name', 'missing-operator'),
    );
    const comma = { ...QUERY, filters: [{ column: 'Name', op: 'containsAny', values: ['a,b'] }] } as const;
    const joined = dialectOf({ extraction: { rows: 'items' } });
    expect(() => extractionBodyText({ ...input, query: comma }, joined)).toThrow(InexpressibleValueError);
    expect(extractionBodyText({ ...input, query: comma }, dialectOf(OTHER))).toContain('["a,b"]');
  });

  test('a column that is called like an inherited member is a column like any other', () => {
    const odd = {
      fields: ['__proto__'],
      filters: [{ column: '__proto__', op: 'equals', values: ['1'] }],
      sort: [],
    } as const;
    expect(extractionBodyText({ ...input, query: odd }, dialectOf(OTHER))).toContain(
      '"where":{"__proto__":[{"is":"equals","to":"1"}]}',
    );
  });

  test.each([
    ['the other dialect', OTHER],
    ['nearly the contract', { extraction: { rows: 'items' } }],
  ])('the filters of a certificate are read again: %s', (_, description) => {
    const dialect = dialectOf(description);
    const filters = dialect.extraction.filters(extractionBodyText(input, dialect));
    const byColumn = (some: typeof filters) => some?.toSorted((a, b) => a.column.localeCompare(b.column));
    expect(byColumn(filters)).toEqual(byColumn(QUERY.filters));
    expect(filtersOfRequest(extractionBodyText(input, dialect), dialect)).toEqual(filters);
    expect(dialect.extraction.filters('{"page":2}')).toBeNull();
    expect(dialect.extraction.filters('no JSON')).toBeNull();
  });
});

describe('a certificate that was written under another description', () => {
  const where = dialectOf({ extraction: { filters: { name: 'where' } } });
  const filters = [{ column: 'Currency', op: 'equals', values: ['EUR'] }] as const;
  const ofEuros = { ...input, query: { fields: null, filters, sort: [] } };

  test('is unknown, and not one without a filter', () => {
    expect(filtersOfRequest(extractionBodyText(ofEuros), where)).toBeNull();
    expect(filtersOfRequest(extractionBodyText(ofEuros, where))).toBeNull();
  });

  test.each([
    ['a member of elsewhere', { where: [] }],
    ['fields that are no list', { fields: 'Name' }],
    ['an order that is no list', { orderby: 'Name' }],
    ['no page', { page: undefined }],
    ['no size', { nrOfRecords: undefined }],
    [
      'a member of elsewhere in a condition',
      { filters: [{ columnName: 'A', op: 'equals', value: '', not: true }] },
    ],
  ])('%s makes a body unknown', (_, changed) => {
    const body = (extraction: object) =>
      JSON.stringify({ page: 1, nrOfRecords: 5, useCache: true, ...extraction });
    const nearlyContract = dialectOf({ extraction: { rows: 'items' } });
    expect(filtersOfRequest(body({}))).toEqual([]);
    expect(filtersOfRequest(body({}), nearlyContract)).toEqual([]);
    expect(filtersOfRequest(body(changed))).toBeNull();
    expect(filtersOfRequest(body(changed), nearlyContract)).toBeNull();
  });

  test('is read with its filters or not at all, whatever both descriptions say', () => {
    const anyDialect = fc
      .option(anyDescription)
      .map((description) => description && createDialect(description));
    fc.assert(
      fc.property(anyDialect, anyDialect, (written, read) => {
        const lacks = written?.description.extraction.operators.greaterThan === null;
        const asked = {
          ...input,
          query: { ...ofEuros.query, filters: lacks ? filters : QUERY.filters.slice(0, 1) },
        };
        const found = filtersOfRequest(extractionBodyText(asked, written), read);
        expect([null, asked.query.filters]).toContainEqual(found);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a service without snapshots', () => {
  const dialect = dialectOf({ extraction: { ...OTHER.extraction, snapshot: null } });
  const endpoint = extractPageEndpoint.inDialect?.(dialect);
  const answerOf = (rows: readonly object[]) => ({ data: rows, totalRecords: 500, page: 100 });
  const first = { priceColumn: 'A', query: QUERY, typedFields, page: 1, pageSize: 50 };
  const open = (query: ExtractionQuery) => endpoint?.decode(answerOf([]), { ...first, query })?.snapshot;

  test('each page is asked for with the whole query, to the digit, and without any key', () => {
    const snapshot = open(QUERY);
    const further = {
      priceColumn: 'A',
      cacheKey: snapshot?.cacheKey ?? '',
      repeats: snapshot?.traits?.repeats,
      columns: null,
      page: 3,
      pageSize: 100,
    };
    expect(dialect.extraction.body(further).text).toBe(
      dialect.extraction.body({ ...first, page: 3, pageSize: 100 }).text,
    );
    expect(dialect.extraction.body(further).text).toContain('12345678901234.5678');
    expect([endpoint?.path(further), endpoint?.headers?.(further)]).toEqual(['/v2/A/rows', {}]);
    expect(snapshot?.traits).toMatchObject({ isStable: false, isTimeTold: false });
    expect(snapshot?.expiresAtMs).toBeGreaterThan(Date.parse('9000-01-01'));
  });

  test('a page of one query is never taken for a page of another', () => {
    const [one, same, other] = [open(QUERY), open(QUERY), open({ ...QUERY, sort: [] })];
    expect(new Set([one?.cacheKey, same?.cacheKey, other?.cacheKey]).size).toBe(3);
    const isGone = (cacheKey = '', repeats: string | null = null) =>
      endpoint?.isGone?.({ priceColumn: 'A', cacheKey, repeats, columns: null, page: 1, pageSize: 1 });
    expect(isGone(one?.cacheKey, same?.traits?.repeats)).toBe(false);
    expect(isGone(one?.cacheKey, other?.traits?.repeats)).toBe(true);
    expect(isGone(one?.cacheKey)).toBe(true);
    expect(isGone('a key of the service', one?.traits?.repeats)).toBe(true);
  });
});

test('a key that the console has made is never sent to a service with snapshots', () => {
  const { extraction } = dialectOf({ extraction: { snapshot: { key: 'key' } } });
  const page = { priceColumn: 'A', columns: null, page: 1, pageSize: 1 };
  expect(extraction.isGone({ ...page, cacheKey: 'colonnade-query:1:2' })).toBe(true);
  expect(extraction.isGone({ ...page, cacheKey: 'key' })).toBe(false);
});

test('a query is repeated beside the key, without what asks for a snapshot', () => {
  const dialect = dialectOf({
    extraction: { snapshot: { key: 'X-Key', send: 'header', repeatQuery: true } },
  });
  const first = { priceColumn: 'A', query: QUERY, typedFields, page: 1, pageSize: 50 };
  const repeats = dialect.extraction.body(first).text;
  const further = { priceColumn: 'A', cacheKey: 'k1', repeats, columns: null, page: 2, pageSize: 50 };
  const { useCache, ...query } = JSON.parse(repeats) as Record<string, unknown>;
  expect(useCache).toBe(true);
  expect(JSON.parse(dialect.extraction.body(further).text)).toEqual({ ...query, page: 2 });
  expect(dialect.extraction.headers('k1')).toEqual({ 'X-Key': 'k1' });
  // A header cannot have such a key.
  expect(dialect.extraction.isGone({ ...further, cacheKey: 'k 1' })).toBe(true);
});

describe('a time that two moments are shown as', () => {
  const dated = (op: ComparisonOp, values: readonly string[]) => ({
    ...input,
    query: { fields: null, filters: [{ column: 'To', op, values }], sort: [] },
    typedFields: [{ name: 'To', type: 'date', sqlType: 'datetime2' }],
  });
  const filters = { name: 'where', column: 'of', operator: 'is', value: 'to' };
  const dialect = dialectOf({ extraction: { dates: 'iso-utc', zone: 'Europe/Vienna', filters } });

  test('the last moment of the calendar is asked for, and read back', () => {
    const asked = dated('lessThanOrEquals', ['9999-12-31T23:59:59.9999999']);
    const body = extractionBodyText(asked, dialect);
    const sent = { of: 'To', is: 'lessThanOrEquals', to: '9999-12-31T23:59:59.9999999Z' };
    expect(parseJson(body)).toMatchObject({ where: [sent] });
    expect(filtersOfRequest(body, dialect, asked.typedFields)).toEqual(asked.query.filters);
  });

  test.each(['equals', 'notEquals', 'containsAny', 'lessThanOrEquals'] as const)('%s is refused', (op) => {
    const refused = expect.objectContaining({ reason: 'no-such-moment', column: 'To' });
    expect(() => extractionBodyText(dated(op, ['9999-12-31T23:59:59']), dialect)).toThrow(refused);
  });
});
