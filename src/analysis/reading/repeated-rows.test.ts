import { expect, test } from 'vitest';
import { PageMismatchError } from '@/contract/page-mismatch';
import { ServiceError } from '@/ui/http/service-error';
import { createFakeClock } from '@/test/fake-clock';
import { startInProcess } from '@/test/start-in-process';
import { testField } from '@/test/test-price-column';
import { rowIdentity } from '../snapshot/row-identity';
import { createEngineConnection } from '../engine/create-engine-connection';
import type { Coverage, RowDoubts } from './rows-read';
import { coverageOf } from './reading-state';
import { createReadingStore } from './reading-store';

// The rows pass through the real store, worker and engine. The service's envelopes are correct, even if the pages have wrong rows.

const FIELDS = [testField('Number', { isKey: true, isPrimaryKey: true }), testField('Value')];
const PAGE_SIZE = 200;
const ROWS = Array.from({ length: 1_050 }, (_, index) => ({ Number: `N${index}`, Value: `v${index}` }));
type Row = (typeof ROWS)[number];

/** Reads a snapshot. `rowsOfPage`: returns the rows that the service sends for a page. */
async function read(rowsOfPage: (page: number, rows: readonly Row[]) => readonly Row[]) {
  const lost: unknown[] = [];
  const doubts: RowDoubts[] = [];
  const shown: Coverage[] = [];
  const store = createReadingStore(ROWS.length, {
    connect: () => createEngineConnection(startInProcess),
    tableRequest: () => ({
      priceColumn: 'A',
      snapshot: { cacheKey: 'key', rowCount: ROWS.length },
      columns: FIELDS.map((field) => ({ name: field.name, field })),
    }),
    rowIdentity: () => rowIdentity(['Number', 'Value'], { fields: FIELDS }),
    fetchPage: async (page, pageSize) => {
      if (pageSize > PAGE_SIZE) throw new ServiceError({ kind: 'rejected', status: 400, messages: [] });
      const rows = ROWS.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
      const Data = {
        data: rowsOfPage(page, rows),
        page,
        totalRecords: ROWS.length,
        cacheKey: 'key',
        cacheCreated: '2026-01-01T00:00:00Z',
        cacheExpires: '2026-01-01T01:00:00Z',
      };
      return [new TextEncoder().encode(JSON.stringify({ Succeeded: true, Errors: [], Data }))];
    },
    mayReadAll: () => true,
    budgetBytes: 1e12,
    onMeasured: () => undefined,
    onDoubts: (found) => doubts.push(found),
    onSnapshotLost: (error) => lost.push(error),
    isPersonActive: () => false,
    clock: createFakeClock(),
    random: () => 0,
  });
  store.subscribe(() => {
    const { shown: rows } = store.getState();
    if (rows !== null) shown.push(rows.coverage);
  });
  store.need();
  await expect.poll(() => store.getState().status, { timeout: 60_000 }).toMatch(/done|failed/);
  const state = store.getState();
  store.release();
  return { state, coverage: coverageOf(state), shown, lost, doubts };
}

const pageOf = (page: number) => ROWS.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);

test('a page that brings the rows of another one is never told as whole, by no figure either', async () => {
  const { coverage, shown, lost, state } = await read((page, rows) => (page === 5 ? pageOf(3) : rows));
  const repeated = { rowCount: 200, keys: ['N400', 'N401', 'N402', 'N403', 'N404'], pages: [] };
  expect(coverage).toEqual({ kind: 'inconsistent', readCount: 1_050, rowCount: 1_050, repeated });
  expect(state.shown?.coverage).toEqual(coverage);
  expect(shown.map(({ kind }) => kind)).not.toContain('all');
  expect(lost).toEqual([expect.any(PageMismatchError)]);
  expect(lost[0]).toMatchObject({ mismatch: 'double-key', repeated });
});

test('one row twice under a right envelope contradicts the snapshot as well', async () => {
  const { coverage, shown } = await read((page, rows) =>
    page === 5 ? [...rows.slice(0, 1), ...rows.slice(0, -1)] : rows,
  );
  expect(coverage).toMatchObject({ kind: 'inconsistent', repeated: { rowCount: 1, keys: ['N800'] } });
  expect(shown.map(({ kind }) => kind)).not.toContain('all');
});

test('a key that the source has twice leaves the rows whole, and is told', async () => {
  const { coverage, lost, doubts, state } = await read((page, rows) =>
    page === 5 ? rows.with(4, { Number: 'N12', Value: 'another' }) : rows,
  );
  const doubled = { keyCount: 1, keys: ['N12'], alikeCount: 0 };
  expect(state.status).toBe('done');
  expect(coverage).toMatchObject({ kind: 'all', rowCount: 1_050, doubts: { doubled } });
  expect(lost).toEqual([]);
  expect(doubts).toEqual([{ doubled, unchecked: [], samePages: [] }]);
});

test('rows that are all different are all of the snapshot', async () => {
  const { coverage, doubts, shown } = await read((_, rows) => rows);
  expect(coverage).toEqual({ kind: 'all', rowCount: 1_050, doubts: null });
  expect(doubts).toEqual([]);
  expect(shown.at(-1)).toEqual(coverage);
});
