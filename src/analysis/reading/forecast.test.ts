import { expect, test } from 'vitest';
import { TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';
import {
  foresee,
  foreseenRowBytes,
  lastReadingMeasure,
  memoryBudget,
  recordReadingMeasure,
} from './forecast';

const columns = TEST_PRICE_COLUMN.fields.map((field, cellIndex) => ({ name: field.name, field, cellIndex }));
const GIGABYTE = 2 ** 30;
const DECIMAL = { type: 'number', sqlType: 'decimal', precision: 18, scale: 4 } as const;

test('longer texts take more memory, and numbers of more than 18 digits', () => {
  const text = [{ name: 'Note', field: null, cellIndex: 0 }];
  const short = foreseenRowBytes(text, [['12 character'], ['twelve again']]);
  expect(foreseenRowBytes(text, [])).toBe(short);
  expect(foreseenRowBytes(text, [['x'.repeat(124)], [null]])).toBe(short + 50);
  const value = columns.filter(({ name }) => name === 'Value').map((column) => ({ ...column, cellIndex: 0 }));
  const narrow = foreseenRowBytes(value, [['-12345678901234.5'], [null]]);
  expect(foreseenRowBytes(value, [['123456789012345.5']])).toBeGreaterThan(narrow);
});

/** How much the engine's memory grew, in MB, with 250,000 rows of eight columns of one type. Some of its memory is free at first. */
const MEASURED = [
  { what: 'numbers', members: DECIMAL, cell: '123456.1234', megabytes: 12 },
  { what: 'numbers of 29 digits', members: DECIMAL, cell: '1234567890123456789012345.1234', megabytes: 34 },
  { what: 'days', members: { type: 'date', sqlType: 'date' }, cell: '2026-01-31', megabytes: 44 },
  {
    what: 'moments',
    members: { type: 'date', sqlType: 'datetime2' },
    cell: '2026-01-31T10:11:12.1234567',
    megabytes: 88,
  },
  { what: 'short texts', members: {}, cell: '12345678', megabytes: 18 },
  { what: 'longer texts', members: {}, cell: 'x'.repeat(31), megabytes: 56 },
  { what: 'true and false', members: { type: 'boolean', sqlType: 'bit' }, cell: true, megabytes: 3 },
] as const;

const ROOM_MB = 16;

test.each(MEASURED)('as much memory is foreseen for $what as they take', ({ members, cell, megabytes }) => {
  const field = testField('Any', members);
  const eight = Array.from({ length: 8 }, (_, cellIndex) => ({ name: `Any${cellIndex}`, field, cellIndex }));
  const rowBytes = foreseenRowBytes(eight, [eight.map(() => cell)]);
  const foreseen = foresee(250_000, 8, rowBytes, null).bytes / 1_000_000;
  expect(foreseen).toBeGreaterThanOrEqual(megabytes);
  expect(foreseen).toBeLessThan(megabytes * 1.8 + ROOM_MB);
});

test('memory and time grow with rows and columns', () => {
  const rowBytes = foreseenRowBytes(columns, []);
  expect(foreseenRowBytes(columns.slice(0, 1), [])).toBeLessThan(rowBytes);
  const few = foresee(1_000_000, columns.length, rowBytes, null);
  const many = foresee(2_000_000, columns.length, rowBytes, null);
  expect(many.ms).toBe(few.ms * 2);
  expect(many.bytes).toBeGreaterThan(few.bytes);
  expect(many.bytes).toBeLessThan(few.bytes * 2);
});

test('ten million rows of eight fields fit, a billion do not', () => {
  const eight = columns.slice(0, 8);
  const rowBytes = foreseenRowBytes(eight, []);
  expect(foresee(10_000_000, 8, rowBytes, null).bytes).toBeLessThan(memoryBudget(undefined));
  expect(foresee(1_000_000_000, 8, rowBytes, null).bytes).toBeGreaterThan(memoryBudget(undefined));
});

test('what was measured replaces what is usual, memory once enough rows were read', () => {
  const rowBytes = 400;
  recordReadingMeasure({ rowCount: 200_000, bytes: 80_000_000, rowsPerS: 50_000 }, 10, rowBytes);
  expect(lastReadingMeasure()).toEqual({ compressedShare: null, cellsPerS: 500_000 });
  recordReadingMeasure({ rowCount: 1_000_000, bytes: 140_000_000, rowsPerS: 60_000 }, 10, rowBytes);
  expect(lastReadingMeasure()).toEqual({ compressedShare: 0.2, cellsPerS: 600_000 });
  recordReadingMeasure({ rowCount: 200_000, bytes: 80_000_000, rowsPerS: 70_000 }, 10, rowBytes);
  expect(lastReadingMeasure()).toEqual({ compressedShare: 0.2, cellsPerS: 700_000 });
  expect(foresee(10_000_000, 10, rowBytes, lastReadingMeasure())).toEqual({
    bytes: 10_000_000 * 80 + 150_000 * 400,
    ms: 100_000_000 / 700,
  });
});

test('the budget is 2 GB, less on a small computer', () => {
  expect(memoryBudget(undefined)).toBe(2 * GIGABYTE);
  expect(memoryBudget(8)).toBe(2 * GIGABYTE);
  expect(memoryBudget(4)).toBe(2 * GIGABYTE);
  expect(memoryBudget(2)).toBe(GIGABYTE);
});
