import { describe, expect, test } from 'vitest';
import { described } from '@/test/service-description.arbitraries';
import { createDialect } from './create-dialect';
import type { Dialect } from './dialect';
import { extractPageEndpoint } from './extraction.schema';
import { textChunks } from '@/lib/base/body-chunks';
import { parseJson } from '@/lib/base/parse-json';

function dialectOf(json: unknown): Dialect {
  const dialect = createDialect(described(json));
  if (dialect === null) throw new Error('The description says what the contract says.');
  return dialect;
}

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
});
