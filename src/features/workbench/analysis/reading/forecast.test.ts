import { expect, test } from 'vitest';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import {
  foresee,
  foreseenRowBytes,
  lastReadingMeasure,
  memoryBudget,
  recordReadingMeasure,
} from './forecast';

const columns = TEST_PRICE_COLUMN.fields.map((field, cellIndex) => ({ name: field.name, field, cellIndex }));
const GIGABYTE = 2 ** 30;

test('longer texts take more memory', () => {
  const text = [{ name: 'Note', field: null, cellIndex: 0 }];
  const short = foreseenRowBytes(text, [['short'], ['also short']]);
  expect(foreseenRowBytes(text, [])).toBe(short);
  expect(foreseenRowBytes(text, [['x'.repeat(100)], [null]])).toBe(short + 50);
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
  expect(lastReadingMeasure()).toEqual({ compressedShare: 0.1, cellsPerS: 600_000 });
  recordReadingMeasure({ rowCount: 200_000, bytes: 80_000_000, rowsPerS: 70_000 }, 10, rowBytes);
  expect(lastReadingMeasure()).toEqual({ compressedShare: 0.1, cellsPerS: 700_000 });
  expect(foresee(10_000_000, 10, rowBytes, lastReadingMeasure())).toEqual({
    bytes: 10_000_000 * 40 + 250_000 * 400,
    ms: 100_000_000 / 700,
  });
});

test('the budget is 2 GB, less on a small computer', () => {
  expect(memoryBudget(undefined)).toBe(2 * GIGABYTE);
  expect(memoryBudget(8)).toBe(2 * GIGABYTE);
  expect(memoryBudget(4)).toBe(2 * GIGABYTE);
  expect(memoryBudget(2)).toBe(GIGABYTE);
});
