import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../base/parse-json';
import { createJsonRowsReader } from './json-row-batches';
import { rowsOf, type Cell } from './row-batch';
import { runs } from '@/test/runs';

type JsonRow = readonly Cell[];

const COLUMNS = ['name', 'a "quoted" one', 'price'];
const PATH = ['Data', 'data'];

/** Reads a row in the same way as the adapter of the service's wire format. */
function rowOf(json: unknown): JsonRow {
  if (typeof json !== 'object' || json === null) throw new Error('A row is no object.');
  const members = new Map<string, unknown>(Object.entries(json));
  return COLUMNS.map((column) => {
    const value = members.get(column);
    if (value === undefined || value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new Error('A cell is no value.');
  });
}

/** Returns the rows, read chunk by chunk, and the text around them. Null if the reader does not support the response. */
function readInChunks(text: string, chunkBytes: number): { rows: JsonRow[]; rest: unknown } | null {
  const opened = createJsonRowsReader(PATH, COLUMNS, rowOf, chunkBytes)([new TextEncoder().encode(text)]);
  if (opened === null) return null;
  const rows = Array.from(opened.batches(), rowsOf).flat();
  return { rows, rest: parseJson(opened.rest()) };
}

function readAsWhole(text: string): { rows: JsonRow[]; rest: unknown } {
  const json = parseJson(text) as { Data: { data: unknown[] } };
  const rows = json.Data.data.map(rowOf);
  return { rows, rest: { ...json, Data: { ...json.Data, data: [{}] } } };
}

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  fc
    .string({ unit: fc.constantFrom(...Array.from('",:{}[]\\\n\u0001ä€')) })
    .map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', 'false', '0', '-0', '12.5000', '1e3', '123456789012345678.90', '-0.5'),
);
const members = fc
  .tuple(value, value, value, value)
  .map(([name, quoted, price, extra]) => [
    `"name":${name}`,
    `"a \\"quoted\\" one":${quoted}`,
    `"price":${price}`,
    `"extra":${extra}`,
  ]);
const row = fc.oneof(
  { weight: 8, arbitrary: members.map((list) => `{${list.join(',')}}`) },
  { weight: 1, arbitrary: members.map((list) => `{ ${list.toReversed().join(' , ')} }`) },
  { weight: 1, arbitrary: members.map((list) => `{${list.slice(1).join(',')}}`) },
);
const response = fc
  .tuple(fc.array(row, { maxLength: 12 }), fc.constantFrom('', ' ', '\r\n\t'), fc.integer())
  .map(
    ([rows, space, total]) =>
      `{"Errors":[],${space}"Data":{"page":1,"data":${space}[${space}${rows.join(`,${space}`)}${space}]${space},"total":${total}},"Succeeded":true}`,
  );
const chunkBytes = fc.integer({ min: 1, max: 400 });

describe('rows read in batches', () => {
  it('equal those of the whole response, for any chunks', () => {
    fc.assert(
      fc.property(response, chunkBytes, (text, bytes) => {
        expect(readInChunks(text, bytes)).toEqual(readAsWhole(text));
      }),
    );
  });

  it('never differ from those of the whole response, even if it is corrupt', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', '"', ',', '{', ']', '\\', '0', '}', 'x'),
    );
    fc.assert(
      fc.property(response, chunkBytes, change, (text, bytes, [place, removed, put]) => {
        const at = place % text.length;
        const broken = (text.slice(0, at) + put + text.slice(at + removed)).toWellFormed();
        const found = outcomeOf(() => readInChunks(broken, bytes));
        // Null means that the response must be read in another way. A member that occurs twice is visible in the text around the rows.
        if (found === null || !hasStandIn(found)) return;
        expect(found).toEqual(outcomeOf(() => readAsWhole(broken)));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('arrive in several batches', () => {
    const rows = Array.from(
      { length: 100 },
      (_, index) => `{"name":"row ${index}","a \\"quoted\\" one":1,"price":2}`,
    );
    const bytes = new TextEncoder().encode(`{"Data":{"data":[${rows.join(',')}]}}`);
    const opened = createJsonRowsReader(PATH, COLUMNS, rowOf, 500)([bytes]);
    const sizes = Array.from(opened?.batches() ?? [], (batch) => batch.rowCount);
    expect(Math.max(...sizes)).toBeLessThan(15);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100);
  });

  it('are not read if the response has no array near its start', () => {
    for (const text of [
      '',
      '<html>',
      '[]',
      '{"Data":null}',
      '{"Data":{"data":{}}}',
      '{"Data":{"rows":[]}}',
    ]) {
      expect(readInChunks(text, 100)).toBeNull();
    }
  });
});

function outcomeOf<T>(read: () => T): T | 'refused' {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

function hasStandIn(found: 'refused' | { rest: unknown }): boolean {
  if (found === 'refused') return true;
  const { Data } = found.rest as { Data?: { data?: unknown } };
  return JSON.stringify(Data?.data) === '[{}]';
}
