import { expect, test, vi } from 'vitest';
import type { SnapshotRow } from '@/contract/extraction';
import { findPlace, keepPlace, type KeptPlace } from './kept-place';

function snapshotOf(keys: readonly string[]) {
  const readPage = vi.fn(async (page: number, pageSize: number): Promise<readonly SnapshotRow[]> => {
    await Promise.resolve();
    return keys.slice((page - 1) * pageSize, page * pageSize).map((key) => [key]);
  });
  return {
    snapshot: { cacheKey: 'k', rowCount: keys.length, createdAtMs: 0, expiresAtMs: 1 },
    keyOfRow: (row: SnapshotRow) => String(row[0]),
    readPage,
  };
}

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `r${from + index}`);
const kept = (changes: Partial<KeptPlace>): KeptPlace => ({
  firstRow: 0,
  focus: null,
  selection: [],
  keys: new Map(),
  ...changes,
});
const { signal } = new AbortController();

test('the same rows are found again, wherever they moved', async () => {
  const opened = snapshotOf(['new', 'new too', ...rows(0, 2_000)]);
  const place = await findPlace(
    opened,
    kept({
      firstRow: 998,
      focus: { rowIndex: 1_000, columnId: 'a' },
      selection: [{ kind: 'rows', anchorRow: 1_000, headRow: 1_500 }],
      keys: new Map([
        [998, 'r998'],
        [1_000, 'r1000'],
      ]),
    }),
    signal,
  );
  // The end of the selection was not held: it moves along with the top.
  expect(place).toEqual({
    firstRow: 1_000,
    focus: { rowIndex: 1_002, columnId: 'a' },
    selection: [{ kind: 'rows', anchorRow: 1_002, headRow: 1_502 }],
  });
});

test('what is gone stays as near as it can, within the rows there are', async () => {
  const opened = snapshotOf(rows(0, 10));
  const place = await findPlace(opened, kept({ firstRow: 40, keys: new Map([[40, 'r40']]) }), signal);
  expect(place.firstRow).toBe(9);
});

test('only pages near the row are looked through', async () => {
  const opened = snapshotOf(rows(0, 50_000));
  await findPlace(opened, kept({ firstRow: 20_500, keys: new Map([[20_500, 'gone']]) }), signal);
  expect(opened.readPage.mock.calls.map(([page]) => page)).toEqual([21, 22, 20, 23, 19, 24, 18]);
});

test('where the first row is gone, those below it tell how far all have moved', async () => {
  const top = snapshotOf(rows(0, 3_000));
  const before = keepPlace(
    { ...top, rows: { getRow: (index: number) => [`r${index}`] } },
    { firstRow: 2_000, focus: null, selection: [] },
  );
  const opened = snapshotOf(['new', 'new too', ...rows(0, 3_000).filter((key) => key !== 'r2000')]);
  expect((await findPlace(opened, before, signal)).firstRow).toBe(2_001);
});

test('a range whose ends are both gone is selected no more, one that has an end left still is', async () => {
  const opened = snapshotOf(['new', ...rows(0, 98)]);
  const cells = (anchor: number, head: number) => ({
    kind: 'cells' as const,
    anchor: { rowIndex: anchor, columnId: 'a' },
    head: { rowIndex: head, columnId: 'b' },
  });
  const { selection } = await findPlace(
    opened,
    kept({
      selection: [
        cells(98, 99),
        cells(90, 99),
        { kind: 'rows', anchorRow: 99, headRow: 98 },
        { kind: 'all' },
      ],
      keys: new Map([90, 98, 99].map((row) => [row, `r${row}`])),
    }),
    signal,
  );
  expect(selection).toEqual([cells(91, 98), { kind: 'all' }]);
});
