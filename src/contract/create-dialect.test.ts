import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '@/test/runs';
import { anyDescription, described } from '@/test/service-description.arbitraries';
import { createDialect } from './create-dialect';
import type { Dialect } from './dialect';
import { InexpressibleValueError, type ComparisonOp, type ExtractionQuery } from './extraction';
import { extractionBodyText, extractPageEndpoint, filtersOfRequest } from './extraction.schema';
import { decodeSourceChanged } from './source-changed.schema';
import { textChunks } from '@/lib/base/body-chunks';
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

const PAGES = {
  envelope: 'none',
  extraction: {
    page: { style: 'offset', name: 'skip', first: 0 },
    rows: 'page.rows',
    row: 'array',
    columns: 'page.columns',
    total: 'page.total',
    pageOf: 'page.skip',
    snapshot: { key: 'kept.id', keys: 'number', created: 'kept.at', expires: null, lifetimeMinutes: 30 },
  },
};

const ANSWER =
  '{ "kept": {"id": 7, "at": "2026-11-30T10:00:00.000Z"}, "page": {"skip": 10, "total": 12, "columns": ["A", "B \\"1\\""],' +
  ' "rows": [ [12345678901234.5670, "x],\\"y"] , [ null, 1e3 ] ] } }';

test('names with dots are a list in place of a path', () => {
  const dialect = dialectOf({
    envelope: { data: ['answer.of', 'data'] },
    rights: { claim: ['http://x.y/rights'] },
    extraction: { total: ['@odata.count'], snapshot: { key: ['meta', '@the.key'] } },
  });
  const json = {
    'answer.of': { data: { '@odata.count': 7, meta: { '@the.key': 'k' } } },
    Errors: [],
    Succeeded: true,
  };
  const content = dialect.openEnvelope(json);
  expect(content.succeeded && dialect.extraction.data(content.data, input)).toMatchObject({
    totalRecords: 7,
    cacheKey: 'k',
  });
  const further = { priceColumn: 'P', cacheKey: 'k', columns: null, page: 2, pageSize: 10 };
  expect(extractionBodyText(further, dialect)).toContain('"@the.key":"k"');
});

describe('keys of snapshots', () => {
  const ofNumbers = dialectOf({ extraction: { snapshot: { keys: 'number' } } });
  const ofTexts = dialectOf({ extraction: { rows: 'items' } });
  const further = { priceColumn: 'P', columns: null, page: 2, pageSize: 10 };
  const digits = '12345678901234567890';
  const event = (key: string) => `{"priceColumn":"P","cacheKey":${key},"created":"2026-11-30T10:00:00Z"}`;
  const page = (key: string) =>
    `{"cacheKey":${key},"totalRecords":0,"page":1,"cacheCreated":"2026-11-30T10:00:00Z","cacheExpires":"2026-11-30T10:30:00Z","data":[],"items":[]}`;
  const read = (dialect: Dialect, key: string) =>
    extractPageEndpoint.inDialect?.(dialect).decode(parseJson(page(key)), input).snapshot.cacheKey;

  test.each(['7', digits])('that are numbers are sent back with their digits: %s', (key) => {
    expect(read(ofNumbers, key)).toBe(key);
    expect(extractionBodyText({ ...further, cacheKey: key }, ofNumbers)).toContain(`"cacheKey":${key}}`);
    expect(decodeSourceChanged(parseJson(event(key)), ofNumbers).cacheKey).toBe(key);
    const inAddress = dialectOf({ extraction: { snapshot: { keys: 'number', send: 'query' } } });
    expect(inAddress.extraction.path('P', key)).toBe(`/api/prices/P?cacheKey=${key}`);
  });

  test('that are of the other form than described are refused', () => {
    expect(() => read(ofTexts, '7')).toThrow(Error);
    expect(() => read(ofNumbers, '"7"')).toThrow(Error);
    expect(() => read(ofNumbers, '"k"')).toThrow(Error);
    expect(() => decodeSourceChanged(parseJson(event('7')), ofTexts)).toThrow(Error);
    expect(read(ofTexts, '"7"')).toBe('7');
  });
});

describe('answers', () => {
  const further = { priceColumn: 'P', cacheKey: '7', columns: null, page: 2, pageSize: 10 };
  const endpoint = extractPageEndpoint.inDialect?.(dialectOf(PAGES));
  const rewritten = (by: typeof endpoint, text: string) =>
    [...textChunks(by?.rewrite?.(text, further) ?? [])].join('');

  test('a page is decoded from where the description has its parts', () => {
    expect(endpoint?.decode(parseJson(ANSWER), further)).toEqual({
      snapshot: {
        cacheKey: '7',
        rowCount: 12,
        createdAtMs: Date.parse('2026-11-30T10:00:00Z'),
        expiresAtMs: Date.parse('2026-11-30T10:30:00Z'),
        traits: { isStable: true, isTimeTold: true, isEndTold: false, isCounted: false, repeats: null },
      },
      page: 2,
      columns: ['A', 'B "1"'],
      rows: [
        ['12345678901234.5670', 'x],"y'],
        [null, '1e3'],
      ],
    });
  });

  test('a page is rewritten in the notation of the contract, and its values are untouched', () => {
    expect(rewritten(endpoint, ANSWER)).toBe(
      '{"Data":{"totalRecords":12,"page":2,"cacheKey":"7","cacheCreated":"2026-11-30T10:00:00.000Z",' +
        '"cacheExpires":"2026-11-30T10:30:00.000Z","data":[' +
        '{"A":12345678901234.5670,"B \\"1\\"":"x],\\"y"},{"A":null,"B \\"1\\"":1e3}]},"Errors":null,"Succeeded":true}',
    );
  });

  test.each([
    ['a value too few', '[[1],[1,2]]'],
    ['a value too many', '[[1,2,3]]'],
    ['an object among arrays', '[[1,2],{"A":1}]'],
    ['a comma at the end', '[[1,2],]'],
    ['an end that is missing', '[[1,2]'],
  ])('rows with %s are refused', (_, rows) => {
    const text = ANSWER.replace(/\[ \[.*\] \]/, () => rows);
    expect(() => rewritten(endpoint, text)).toThrow(Error);
  });

  test('two lists of rows are refused, whichever counts', () => {
    const text = ANSWER.replace('"rows":', '"rows": [], "rows":');
    expect(() => rewritten(endpoint, text)).toThrow('page.rows');
  });

  test('a page without rows, and one whose names are escaped', () => {
    const empty = ANSWER.replace(/\[ \[.*\] \]/, '[ ]');
    expect(rewritten(endpoint, empty)).toContain('"data":[]');
    const escaped = String.raw`{"kept":{"id":"k","at":"2026-11-30T10:00:00Z"},"page":{"skip":0,"total":1,"columns":["A"],"\u0072ows":[[12.50]]}}`;
    expect(JSON.parse(rewritten(endpoint, escaped))).toMatchObject({
      Data: { data: [{ A: '12.50' }], page: 1 },
    });
  });

  test('a refusal within a successful response keeps its messages', () => {
    const wrapped = extractPageEndpoint.inDialect?.(
      dialectOf({ envelope: { data: 'result', errors: 'problems', succeeded: 'ok' } }),
    );
    const text = '{"result": null, "problems": ["Not today."], "ok": false}';
    expect(JSON.parse(rewritten(wrapped, text))).toEqual({
      Data: null,
      Errors: ['Not today.'],
      Succeeded: false,
    });
  });

  test('an envelope is opened where the description has its parts', () => {
    const { openEnvelope, errorMessages, isServiceResponse } = dialectOf({
      envelope: { data: 'answer.result', errors: 'answer.problems', succeeded: 'ok' },
    });
    const json = { ok: true, answer: { result: [1], problems: [] }, message: 'OK' };
    expect(openEnvelope(json)).toEqual({ succeeded: true, data: [1] });
    expect(isServiceResponse(json)).toBe(true);
    expect(openEnvelope({ ...json, ok: false })).toEqual({ succeeded: false, messages: ['OK'] });
    expect(() => openEnvelope({ Data: [1], Errors: [], Succeeded: true })).toThrow(Error);
    expect(isServiceResponse({ Data: [1], Errors: [], Succeeded: true })).toBe(false);
    expect(errorMessages({ answer: { problems: ['No.'] } })).toEqual(['No.']);
    expect(errorMessages({ message: 'Denied.' })).toEqual(['Denied.']);
  });

  test('price columns are read from a list of records, or from records by name', () => {
    const { priceColumns } = dialectOf({
      priceColumns: {
        list: 'prices',
        name: 'id',
        fields: 'columns',
        field: { name: 'key', typeName: 'type.name', ViewSecurityRightID: 'right' },
        types: { String: 'nvarchar' },
      },
    });
    const column = { type: { name: 'String' }, right: null, ViewSecurityRightID: 'another', note: 'kept' };
    expect(priceColumns.data({ prices: { Sales: { columns: { Number: column } } } })).toEqual([
      {
        name: 'Sales',
        displayName: '',
        description: null,
        sourceTable: '',
        fields: [{ name: 'Number', typeName: 'nvarchar', ViewSecurityRightID: null, note: 'kept' }],
      },
    ]);
    expect(priceColumns.data({ prices: [{ id: 'Sales', columns: [] }] })).toMatchObject([{ name: 'Sales' }]);
    expect(priceColumns.data({ prices: 7 })).toBeUndefined();
    // An object whose members are not all records has the list at another place.
    expect(priceColumns.data({ prices: { items: [], count: 7 } })).toBeUndefined();
    expect(priceColumns.data({ prices: { Sales: { columns: { Number: { key: null } } } } })).toMatchObject([
      { fields: [{ name: 'Number' }] },
    ]);
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
