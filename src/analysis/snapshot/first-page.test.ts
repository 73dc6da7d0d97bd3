import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExtractPageInput, UncountedPage } from '@/contract/extraction';
import { PageMismatchError } from '@/contract/page-mismatch';
import type { ServiceClient } from '@/session/service-client';
import { runs } from '@/test/runs';
import { readFirstPage } from './first-page';

const FIRST = { priceColumn: 'P', query: { fields: ['A'], filters: [], sort: [] }, page: 1 } as const;

/** Creates a client of a service that does not say how many rows it has. `change` returns an answer with a fault. */
function serviceOf(
  rowCount: number,
  change: (page: UncountedPage, input: ExtractPageInput) => object = () => ({}),
) {
  const asked: ExtractPageInput[] = [];
  const client = {
    send: async (_: unknown, input: ExtractPageInput) => {
      asked.push(input);
      const { page, pageSize } = input;
      const length = Math.max(0, Math.min(pageSize, rowCount - (page - 1) * pageSize));
      const rows = Array.from({ length }, (_row, index) => [String((page - 1) * pageSize + index)]);
      const snapshot = { cacheKey: 'key', rowCount: null, traits: null, createdAtMs: 0, expiresAtMs: 1 };
      const answer: UncountedPage = { snapshot, page, columns: ['A'], rows };
      return { ...answer, ...change(answer, input) };
    },
  } as unknown as ServiceClient;
  return { client, asked };
}

test('the rows of a service that does not tell their number are counted exactly, with at most 64 requests', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.nat(1_000_000_000), fc.nat(2_000)),
      fc.constantFrom(1, 50, 100, 200, 1000),
      async (rowCount, pageSize) => {
        const { client, asked } = serviceOf(rowCount);
        const told: number[] = [];
        const first = await readFirstPage(
          client,
          { ...FIRST, pageSize },
          { onCounting: ({ snapshot }) => told.push(snapshot.rowCount) },
        );
        expect(first.snapshot.rowCount).toBe(rowCount);
        expect(first.rows).toHaveLength(Math.min(rowCount, pageSize));
        expect(asked.length).toBeLessThanOrEqual(64);
        // All others ask for a single row of the snapshot that the first request took.
        for (const input of asked.slice(1)) expect(input).toMatchObject({ cacheKey: 'key', pageSize: 1 });
        // What is shown meanwhile only grows, and is never more than there is.
        expect(told).toEqual(told.toSorted((a, b) => a - b));
        expect(told.every((count) => count <= rowCount)).toBe(true);
      },
    ),
    {
      numRuns: runs(300),
      examples: [
        [0, 200],
        [1_000_000_000, 1],
        [1_000_000_000, 200],
        [200, 200],
        [199, 200],
      ],
    },
  );
});

describe('a count is never wrong without a word', () => {
  test('pages that are shorter than asked for are not taken for the last one', async () => {
    const { client } = serviceOf(950, ({ rows }) => ({ rows: rows.slice(0, 100) }));
    expect((await readFirstPage(client, { ...FIRST, pageSize: 200 })).snapshot.rowCount).toBe(950);
  });

  test('a service that has a row at every distance is refused', async () => {
    const { client, asked } = serviceOf(1000, () => ({ rows: [['same']] }));
    const counting = readFirstPage(client, { ...FIRST, pageSize: 1 });
    await expect(counting).rejects.toMatchObject({ failure: { kind: 'malformed' } });
    expect(asked.length).toBeLessThanOrEqual(65);
  });

  test.each<[what: string, change: (page: UncountedPage) => object]>([
    ['another snapshot', ({ snapshot }) => ({ snapshot: { ...snapshot, cacheKey: 'other' } })],
    ['another page', ({ page }) => ({ page: page - 1 })],
    ['more rows than asked for', ({ rows }) => ({ rows: [...rows, ['more']] })],
  ])('an answer with %s is refused', async (_, change) => {
    const { client } = serviceOf(1000, (page, { pageSize }) => (pageSize === 1 ? change(page) : {}));
    await expect(readFirstPage(client, { ...FIRST, pageSize: 200 })).rejects.toThrow(PageMismatchError);
  });
});
