import { describe, expect, test } from 'vitest';
import { described } from '@/test/service-description.arbitraries';
import { createDialect } from './create-dialect';
import type { Dialect } from './dialect';
import type { ExtractionQuery } from './extraction';
import { extractionBodyText, extractPageEndpoint } from './extraction.schema';
import { decodeSourceChanged } from './source-changed.schema';
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

describe('answers', () => {
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
