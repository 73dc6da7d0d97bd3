import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { createCellsReader } from './read-cells';

const FIELDS = [testField('Number'), testField('Value', { type: 'number', sqlType: 'decimal', scale: 2 })];
const { engine, table } = await openTestEngine(
  FIELDS,
  Array.from({ length: 2_000 }, (_, index) => [`N${index}`, `${index}.50`]),
);

/** Reads cells, and returns the length of the SQL statement. */
async function read(positions: readonly number[]) {
  const statements: string[] = [];
  const watched: AnalysisEngine = {
    ...engine,
    query: (query, options) => {
      statements.push(query.text);
      return engine.query(query, options);
    },
  };
  const cells = await createCellsReader(watched, table, FIELDS)(positions, new AbortController().signal);
  return { cells: positions.map((position) => cells.get(position)), length: statements.join().length };
}

const cellsAt = (position: number) => [`N${position}`, `${position}.50`];

test('rows are found wherever they are', async () => {
  const far = [1_999, 3, 700];
  expect((await read(far)).cells).toEqual(far.map(cellsAt));
});

test('rows that are close together are read without a list of them', async () => {
  const close = Array.from({ length: 900 }, (_, index) => 100 + 2 * index).filter((each) => each % 10 > 0);
  const all = Array.from({ length: 1_800 }, (_, index) => 100 + index).filter((each) => each % 10 > 0);
  const [listed, dense] = [await read(close), await read(all)];
  expect(listed.cells).toEqual(close.map(cellsAt));
  expect(dense.cells).toEqual(all.map(cellsAt));
  expect(dense.length).toBeLessThan(listed.length / 5);
});
