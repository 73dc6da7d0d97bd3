import { describe, expect, test } from 'vitest';
import { parseServiceDescription, readServiceDescription } from './read-description';
import { DEFAULT_DESCRIPTION } from './service-description';
import { createDialect } from './create-dialect';

function problemsOf(json: unknown) {
  const result = readServiceDescription(json);
  return result.ok ? [] : result.problems;
}

test('an empty description says what the contract says, and is no dialect', () => {
  expect(readServiceDescription({})).toEqual({ ok: true, description: DEFAULT_DESCRIPTION });
  expect(createDialect(DEFAULT_DESCRIPTION)).toBeNull();
  const written = readServiceDescription({
    $schema: './service.schema.json',
    version: 1,
    extraction: { page: { first: 1 }, method: 'POST', dates: 'iso' },
  });
  expect(written.ok && createDialect(written.description)).toBeNull();
});

// The expected names are copied by hand from docs/service-contract.md.
test('the defaults are the names of the contract', () => {
  expect(DEFAULT_DESCRIPTION).toMatchObject({
    envelope: { data: 'Data', errors: 'Errors', succeeded: 'Succeeded' },
    rights: { claim: 'rights', extraction: 'api-prices-extraction' },
    priceColumns: { path: '/api/prices', list: '', name: 'name', fields: 'fields', types: {} },
    extraction: {
      path: '/api/prices/{priceColumn}',
      page: { style: 'number', name: 'page', first: 1 },
      size: { name: 'nrOfRecords', max: 10_000 },
      fields: { name: 'fields', all: 'absent' },
      filters: {
        name: 'filters',
        style: 'list',
        column: 'columnName',
        operator: 'op',
        value: 'value',
        values: 'text',
        lists: 'join',
      },
      sort: { name: 'orderby', style: 'texts', ascending: '{column}', descending: '{column} desc' },
      snapshot: {
        ask: { useCache: true },
        key: 'cacheKey',
        send: 'body',
        created: 'cacheCreated',
        expires: 'cacheExpires',
        goneStatus: [410],
      },
      rows: 'data',
      row: 'object',
      total: 'totalRecords',
      pageOf: 'page',
    },
    events: { path: null, key: 'cacheKey', priceColumn: 'priceColumn' },
  });
  const { operators } = DEFAULT_DESCRIPTION.extraction;
  for (const [op, word] of Object.entries(operators)) expect(word).toBe(op);
});

describe('a key that is wrong is named, with what would be right', () => {
  test.each<[json: unknown, key: string | null, kind: string, expected: RegExp | null]>([
    [[], null, 'wrong-value', /\{ … \}/],
    ['service.json', null, 'wrong-value', /\{ … \}/],
    [{ extracton: {} }, 'extracton', 'unknown-key', /extraction/],
    [{ constructor: 1 }, 'constructor', 'unknown-key', /extraction/],
    [{ extraction: { Page: {} } }, 'extraction.Page', 'unknown-key', /^page$/],
    [{ extraction: { page: { nam: 'p' } } }, 'extraction.page.nam', 'unknown-key', /style, name, first/],
    [{ envelope: { dta: 'd' } }, 'envelope.dta', 'unknown-key', /data, errors, succeeded/],
    [{ envelope: { data: 7 } }, 'envelope.data', 'wrong-value', /"Data"/],
    [{ envelope: 'bare' }, 'envelope', 'wrong-value', /"none"/],
    [{ version: 'one' }, 'version', 'wrong-value', /^1$/],
    [{ version: 2, extracton: {} }, 'version', 'newer-version', /^1$/],
    [{ rights: { claim: 'a..b' } }, 'rights.claim', 'wrong-value', /"rights" \| null/],
    [{ rights: { claim: 'a.b.c.d.e.f.g.h.i' } }, 'rights.claim', 'wrong-value', /null/],
    [{ rights: { claim: [] } }, 'rights.claim', 'wrong-value', /"rights" \| null/],
    [{ rights: { claim: ['a', ''] } }, 'rights.claim.1', 'wrong-value', /"rights" \| null/],
    [{ rights: { claim: 'a.b.c.d.e.f.g.h.i'.split('.') } }, 'rights.claim', 'wrong-value', /null/],
    [{ priceColumns: { name: '' } }, 'priceColumns.name', 'wrong-value', /"name"/],
    [{ priceColumns: { name: 'x'.repeat(1_001) } }, 'priceColumns.name', 'wrong-value', /"name"/],
    [{ priceColumns: { types: { Text: 'txt' } } }, 'priceColumns.types.Text', 'wrong-value', /nvarchar/],
    [{ priceColumns: { path: 'prices' } }, 'priceColumns.path', 'wrong-value', /"\/api\/prices"/],
    [{ priceColumns: { path: '/a/../b' } }, 'priceColumns.path', 'wrong-value', /api/],
    [{ priceColumns: { path: '//elsewhere' } }, 'priceColumns.path', 'wrong-value', /api/],
    [{ priceColumns: { path: '/api?x=1' } }, 'priceColumns.path', 'wrong-value', /api/],
    [{ priceColumns: { path: '/Token' } }, 'priceColumns.path', 'wrong-value', /api/],
    [{ extraction: { path: '/api/rows' } }, 'extraction.path', 'wrong-value', /\{priceColumn\}/],
    [{ extraction: { path: '/{priceColumn}/{priceColumn}' } }, 'extraction.path', 'wrong-value', /api/],
    [{ extraction: { page: { style: 'cursor' } } }, 'extraction.page.style', 'wrong-value', /"offset"/],
    [{ extraction: { page: { first: 2 } } }, 'extraction.page.first', 'wrong-value', /0 \| 1/],
    [
      { extraction: { operators: { equals: null } } },
      'extraction.operators.equals',
      'wrong-value',
      /"equals"$/,
    ],
    [{ extraction: { operators: { like: 'x' } } }, 'extraction.operators.like', 'unknown-key', /contains/],
    [{ extraction: { sort: { descending: 'desc' } } }, 'extraction.sort.descending', 'wrong-value', /column/],
    [{ extraction: { constants: { a: [] } } }, 'extraction.constants.a', 'wrong-value', /\{/],
    [{ extraction: { row: 'array' } }, 'extraction.columns', 'wrong-value', /"columns"/],
    [
      { priceColumns: { fields: null }, extraction: { fields: { all: 'listed' } } },
      'extraction.fields.all',
      'wrong-value',
      /^"absent" \| "empty"$/,
    ],
    [
      { extraction: { snapshot: { goneStatus: [401] } } },
      'extraction.snapshot.goneStatus.0',
      'wrong-value',
      /410/,
    ],
    [
      { extraction: { snapshot: { expires: null } } },
      'extraction.snapshot.lifetimeMinutes',
      'wrong-value',
      /30/,
    ],
    [{ events: { path: 'events' } }, 'events.path', 'wrong-value', /"\/events"/],
  ])('%j', (json, key, kind, expected) => {
    expect(problemsOf(json)).toEqual([
      { key, kind, expected: expected === null ? null : expect.stringMatching(expected) },
    ]);
  });
});

describe('what the console cannot follow yet is refused, with what is possible', () => {
  test.each<[json: unknown, key: string]>([[{ extraction: { method: 'GET' } }, 'extraction.method']])(
    '%j',
    (json, key) => {
      expect(problemsOf(json)).toEqual([{ key, kind: 'not-yet', expected: expect.stringMatching(/\S/) }]);
    },
  );
});

describe('a mistake is not told as a form that the console cannot follow yet', () => {
  test.each<[json: unknown, key: string, expected: string]>([
    [{ extraction: { fields: { all: 'lsited' } } }, 'extraction.fields.all', '"absent" | "empty" | "listed"'],
    [
      { priceColumns: { fields: null }, extraction: { fields: { all: 'listed' } } },
      'extraction.fields.all',
      '"absent" | "empty"',
    ],
    [{ extraction: { total: '' } }, 'extraction.total', '"totalRecords" | null'],
    [{ extraction: { total: 7 } }, 'extraction.total', '"totalRecords" | null'],
    [{ extraction: { total: { header: 'X Total' } } }, 'extraction.total.header', '"X-Total-Count"'],
    [{ extraction: { total: { header: null } } }, 'extraction.total.header', '"X-Total-Count"'],
    [{ extraction: { dates: 'ISO' } }, 'extraction.dates', '"iso" | "iso-utc" | "epoch-ms" | "dotnet"'],
    [{ extraction: { size: { max: 49 } } }, 'extraction.size.max', '10000'],
    [{ extraction: { size: { max: 10_001 } } }, 'extraction.size.max', '10000'],
    [{ extraction: { filters: { separator: '' } } }, 'extraction.filters.separator', '","'],
    [{ extraction: { sort: { max: 0 } } }, 'extraction.sort.max', '1 | null'],
    [{ extraction: { dates: 'iso-utc', zone: 'Europe/Wien' } }, 'extraction.zone', '"Europe/Vienna"'],
    [
      { extraction: { snapshot: { send: 'Body' } } },
      'extraction.snapshot.send',
      '"body" | "query" | "header"',
    ],
    [{ extraction: { snapshot: { created: 7 } } }, 'extraction.snapshot.created', '"cacheCreated" | null'],
    [{ extraction: { snapshot: 'none' } }, 'extraction.snapshot', '{ "ask": {"useCache":true}, … } | null'],
    [
      { extraction: { snapshot: { send: 'header', key: 'the key' } } },
      'extraction.snapshot.key',
      '"X-Snapshot"',
    ],
    [
      { extraction: { snapshot: { send: 'header', key: 'cookie' } } },
      'extraction.snapshot.key',
      '"X-Snapshot"',
    ],
    [{ extraction: { method: 'Post' } }, 'extraction.method', '"POST"'],
    [{ priceColumns: { fields: 7 } }, 'priceColumns.fields', '"fields" | null'],
    [{ priceColumns: { field: { name: null } } }, 'priceColumns.field.name', '"name"'],
    [{ priceColumns: { list: 7 } }, 'priceColumns.list', '"items" | ""'],
  ])('%j', (json, key, expected) => {
    expect(problemsOf(json)).toEqual([{ key, kind: 'wrong-value', expected }]);
  });
});

describe('a key that does nothing beside others is refused', () => {
  test.each<[json: unknown, keys: readonly string[]]>([
    [{ extraction: { filters: { style: 'by-column', column: 'field' } } }, ['extraction.filters.column']],
    [
      { extraction: { sort: { style: 'objects', ascending: '+{column}', descending: '-{column}' } } },
      ['extraction.sort.ascending', 'extraction.sort.descending'],
    ],
    [
      { extraction: { sort: { column: 'by', values: ['up', 'down'] } } },
      ['extraction.sort.column', 'extraction.sort.values'],
    ],
    [{ extraction: { columns: 'columns' } }, ['extraction.columns']],
    [{ extraction: { filters: { lists: 'array', separator: ';' } } }, ['extraction.filters.separator']],
    [{ extraction: { zone: 'Europe/Vienna' } }, ['extraction.zone']],
    [{ rights: { claim: null, form: 'text' } }, ['rights.form']],
    [
      { priceColumns: { fields: null, field: { name: 'id' }, types: { Text: 'nvarchar' } } },
      ['priceColumns.field', 'priceColumns.types'],
    ],
    [{ extraction: { snapshot: { lifetimeMinutes: 30 } } }, ['extraction.snapshot.lifetimeMinutes']],
    [{ extraction: { snapshot: null }, events: { path: '/events' } }, ['events']],
  ])('%j', (json, keys) => {
    expect(problemsOf(json)).toEqual(keys.map((key) => ({ key, kind: 'no-effect', expected: null })));
  });
});

describe('two parts of one message cannot have the same name', () => {
  test.each<[json: unknown, key: string]>([
    [{ extraction: { size: { name: 'page' } } }, 'extraction.size.name'],
    [{ extraction: { constants: { filters: true } } }, 'extraction.constants.filters'],
    [{ extraction: { snapshot: { key: 'meta.page' } } }, 'extraction.snapshot.key'],
    [{ extraction: { filters: { operator: 'value' } } }, 'extraction.filters.value'],
    [{ events: { created: 'cacheKey.created' } }, 'events.key'],
    [{ extraction: { operators: { contains: 'equals' } } }, 'extraction.operators.contains'],
    [{ extraction: { sort: { descending: '{column}' } } }, 'extraction.sort.descending'],
    [{ extraction: { sort: { style: 'objects', values: ['x', 'x'] } } }, 'extraction.sort.values'],
    [{ extraction: { total: 'data.count' } }, 'extraction.total'],
    [{ extraction: { rows: 'a.b.c', pageOf: 'a.b' } }, 'extraction.pageOf'],
    [{ extraction: { total: 'data' } }, 'extraction.total'],
    [{ extraction: { page: { name: 'bypassTotalCount' } } }, 'extraction.page.name'],
    [{ envelope: { data: 'errors', errors: 'errors' } }, 'envelope.errors'],
    [{ envelope: { data: 'answer', errors: 'answer' } }, 'envelope.errors'],
    [{ envelope: { data: 'a.data', succeeded: 'a' } }, 'envelope.succeeded'],
    [{ envelope: { errors: 'ok', succeeded: 'ok' } }, 'envelope.succeeded'],
    [
      {
        envelope: { data: 'answer', errors: 'answer.rows' },
        extraction: { rows: 'rows' },
        priceColumns: { list: 'items' },
      },
      'envelope.errors',
    ],
    [{ envelope: { data: 'answer', errors: 'answer.errors' } }, 'envelope.errors'],
    [{ events: { key: 'priceColumn' } }, 'events.priceColumn'],
    [{ extraction: { total: ['data'] } }, 'extraction.total'],
    [{ events: { key: 'created.key' } }, 'events.key'],
  ])('%j', (json, key) => {
    expect(problemsOf(json)).toEqual([{ key, kind: 'same-name', expected: null }]);
  });

  test('a first look without bypassTotalCount leaves the name free, and so does the request of a snapshot', () => {
    expect(problemsOf({ extraction: { page: { name: 'bypassTotalCount' }, constants: {} } })).toEqual([]);
    expect(problemsOf({ extraction: { snapshot: { ask: { bypassTotalCount: false } } } })).toEqual([]);
  });

  test('messages may be within the data, beside what is read there', () => {
    const beside = { data: 'answer', errors: 'answer.errors', succeeded: 'answer.ok' };
    expect(problemsOf({ envelope: beside, priceColumns: { list: 'items' } })).toEqual([]);
  });

  test('places beside each other do not cross', () => {
    expect(problemsOf({ extraction: { rows: 'a.data', total: 'a.dataCount', pageOf: 'a.page' } })).toEqual(
      [],
    );
  });

  test('a key in the address shares no message with the body', () => {
    expect(problemsOf({ extraction: { snapshot: { key: 'meta.page', send: 'query' } } })).toEqual([]);
  });
});

test('every problem of a description is named', () => {
  const problems = problemsOf({ colour: 'red', extraction: { rows: '', page: { first: 7 } } });
  expect(new Set(problems.map(({ key }) => key))).toEqual(
    new Set(['colour', 'extraction.page.first', 'extraction.rows']),
  );
});

test('a member that JavaScript would lose is refused', () => {
  const text =
    '{"extraction":{"constants":{"__proto__":1},"snapshot":{"ask":{"__proto__":true,"keep":true}}}}';
  expect(parseServiceDescription(text)).toMatchObject({
    problems: [
      { key: 'extraction.constants.__proto__', kind: 'wrong-value' },
      { key: 'extraction.snapshot.ask.__proto__', kind: 'wrong-value' },
    ],
  });
});

test('a file that is no JSON, or too long, is refused', () => {
  expect(parseServiceDescription('{')).toMatchObject({ problems: [{ key: null, kind: 'not-json' }] });
  const long = `{"version":1${' '.repeat(64_000)}}`;
  expect(parseServiceDescription(long)).toMatchObject({ problems: [{ key: null, kind: 'too-long' }] });
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`name${index}`, true]));
  expect(problemsOf({ extraction: { constants: many } })).toMatchObject([{ key: 'extraction.constants' }]);
});

test.each([
  'x-upstream-address',
  'X-Session-Binding',
  'x-session-kept',
  'tracestate',
  'X-Request-Id',
  'cache-control',
  'user-agent',
])('a key is not sent in %s, which requests have for something else', (key) => {
  expect(problemsOf({ extraction: { snapshot: { send: 'header', key: 'x-snapshot' } } })).toEqual([]);
  expect(problemsOf({ extraction: { snapshot: { send: 'header', key } } })).toMatchObject([
    { key: 'extraction.snapshot.key' },
  ]);
});
