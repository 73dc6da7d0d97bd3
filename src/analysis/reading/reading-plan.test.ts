import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOfPage } from '@/contract/page-mismatch';
import { pageSizesFor, planReading } from './reading-plan';

const rows = fc.integer({ min: 1, max: 2_000_000_000 });

test('all rows are all pages, each once', () => {
  const small = fc.integer({ min: 1, max: 3_000_000 });
  fc.assert(
    fc.property(small, fc.constantFrom(...pageSizesFor('all', 1)), (rowCount, pageSize) => {
      const plan = planReading('all', rowCount, pageSize);
      expect(plan.rowCount).toBe(rowCount);
      expect(plan.pages[0]).toBe(1);
      expect(plan.pages.at(-1)).toBe(Math.ceil(rowCount / pageSize));
      expect(new Set(plan.pages).size).toBe(Math.ceil(rowCount / pageSize));
    }),
  );
});

test('a sample is whole pages, each once, within the snapshot and evenly spread', () => {
  fc.assert(
    fc.property(rows, (rowCount) => {
      const [pageSize = 1] = pageSizesFor('sample', rowCount);
      const { pages, rowCount: sampled } = planReading('sample', rowCount, pageSize);
      const pageCount = Math.ceil(rowCount / pageSize);
      expect(new Set(pages).size).toBe(pages.length);
      expect(Math.min(...pages)).toBeGreaterThanOrEqual(1);
      expect(Math.max(...pages)).toBeLessThanOrEqual(pageCount);
      expect(sampled).toBe(pages.reduce((sum, page) => sum + rowsOfPage(rowCount, page, pageSize), 0));
      const gaps = pages.slice(1).map((page, index) => page - (pages[index] ?? 0));
      if (gaps.length > 0) expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a sample of a large snapshot has 200,000 rows from a hundred places', () => {
  const [pageSize = 0] = pageSizesFor('sample', 1_000_000_000);
  const plan = planReading('sample', 1_000_000_000, pageSize);
  expect(plan).toMatchObject({ pageSize: 2_000, rowCount: 200_000 });
  expect(plan.pages).toHaveLength(100);
});

test('a service that grants smaller pages alone gets more of them', () => {
  expect(pageSizesFor('sample', 1_000_000_000)).toEqual([2_000, 1_000, 200]);
  expect(planReading('sample', 1_000_000_000, 200)).toMatchObject({ rowCount: 200_000 });
});
