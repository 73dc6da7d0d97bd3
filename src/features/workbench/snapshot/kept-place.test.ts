import { expect, test, vi } from 'vitest';
import type { SnapshotRow } from '@/contract/extraction';
import { PageBreachError } from '@/contract/page-breach';
import type { GridSelection } from '@/shared/grid/selection';
import { findPlace, keepPlace, withMissingKeys, type KeptPlace } from './kept-place';
import type { Place } from './place';

function snapshotOf(keys: readonly string[]) {
  const readPage = vi.fn(async (page: number, pageSize: number): Promise<readonly SnapshotRow[]> => {
    await Promise.resolve();
    return keys.slice((page - 1) * pageSize, page * pageSize).map((key) => [key]);
  });
  return {
    snapshot: { cacheKey: 'k', rowCount: keys.length, createdAtMs: 0, expiresAtMs: 1 },
    keyOfRow: (row: SnapshotRow) => String(row[0]),
    readPage,
    keys,
  };
}

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `r${from + index}`);
const rowSpan = (anchorRow: number, headRow: number) => ({ kind: 'rows' as const, anchorRow, headRow });
const cells = (anchor: number, head: number) => ({
  kind: 'cells' as const,
  anchor: { rowIndex: anchor, columnId: 'a' },
  head: { rowIndex: head, columnId: 'b' },
});
const { signal } = new AbortController();

/** A place kept in a snapshot of which the rows from `heldStart` to `heldEnd` (exclusive) are here. */
function keptIn(
  source: ReturnType<typeof snapshotOf>,
  place: Partial<Place>,
  [heldStart, heldEnd] = [0, Infinity],
): KeptPlace {
  const getRow = (index: number): SnapshotRow | null =>
    index >= heldStart && index < heldEnd && index < source.snapshot.rowCount
      ? [source.keys[index] ?? '']
      : null;
  return keepPlace(
    { ...source, rows: { getRow } },
    { firstRow: 0, firstRowCut: 0, focus: null, selection: [], ...place },
  );
}

/** What becomes of a selection in rows 0 to 2,000 all of which are held, in a snapshot of these keys. */
async function carried(selection: GridSelection, keys: readonly string[]) {
  const place = keptIn(snapshotOf(rows(0, 2_000)), { firstRow: selection.length, selection });
  const found = await findPlace(snapshotOf(keys), place, signal);
  return { selection: found.selection, carried: found.carried };
}

test('the same rows are found again, wherever they moved, with what of the first was cut off', async () => {
  const place = keptIn(snapshotOf(rows(0, 2_000)), {
    firstRow: 998,
    firstRowCut: 0.53,
    focus: { rowIndex: 1_000, columnId: 'a' },
    selection: [rowSpan(1_000, 1_500)],
  });
  expect(await findPlace(snapshotOf(['new', 'new too', ...rows(0, 2_000)]), place, signal)).toEqual({
    firstRow: 1_000,
    firstRowCut: 0.53,
    focus: { rowIndex: 1_002, columnId: 'a' },
    selection: [rowSpan(1_002, 1_502)],
    carried: 'same',
  });
});

test('what is gone stays as near as it can, within the rows there are', async () => {
  const place = keptIn(snapshotOf(rows(0, 100)), { firstRow: 40 });
  expect((await findPlace(snapshotOf(rows(0, 10)), place, signal)).firstRow).toBe(9);
});

test('only pages near the row are looked through', async () => {
  const opened = snapshotOf(rows(0, 50_000));
  const place = keptIn(snapshotOf(rows(50_000, 100_000)), { firstRow: 20_500 });
  await findPlace(opened, place, signal);
  expect(opened.readPage.mock.calls.map(([page]) => page)).toEqual([21, 22, 20, 23, 19, 24, 18]);
});

test('where the first row is gone, those below it tell how far all have moved', async () => {
  const place = keptIn(snapshotOf(rows(0, 3_000)), { firstRow: 2_000 });
  const opened = snapshotOf(['new', 'new too', ...rows(0, 3_000).filter((key) => key !== 'r2000')]);
  expect((await findPlace(opened, place, signal)).firstRow).toBe(2_001);
});

test('an end that is gone is the last row before it that is left, whichever end it is', async () => {
  const without = rows(0, 2_000).filter((key) => !['r100', 'r101', 'r150'].includes(key));
  expect(await carried([cells(100, 150)], without)).toEqual({
    selection: [cells(100, 147)],
    carried: 'changed',
  });
  expect(await carried([cells(150, 100)], without)).toEqual({
    selection: [cells(147, 100)],
    carried: 'changed',
  });
});

test('a range neither end of which is near is selected no more, and that is told', async () => {
  const without = rows(0, 2_000).filter((_, index) => index < 300 || index >= 310);
  expect(await carried([rowSpan(302, 305), rowSpan(1, 2), { kind: 'all' }], without)).toEqual({
    selection: [rowSpan(1, 2), { kind: 'all' }],
    carried: 'lost',
  });
});

test('rows that came in between, or took the place of others there, are told', async () => {
  const [head, tail] = [rows(0, 12), rows(12, 2_000)];
  expect(await carried([rowSpan(10, 20)], [...head, 'new', ...tail])).toEqual({
    selection: [rowSpan(10, 21)],
    carried: 'changed',
  });
  expect(await carried([rowSpan(10, 20)], [...head, 'new', ...tail.slice(1)])).toEqual({
    selection: [rowSpan(10, 20)],
    carried: 'changed',
  });
  expect((await carried([rowSpan(10, 20)], ['new', ...head, ...tail])).carried).toBe('same');
});

test('a range too long to be compared is not said to be the same, unless it holds nothing but its ends', async () => {
  const replaced = rows(0, 2_000).with(700, 'new');
  expect(await carried([rowSpan(10, 1_500)], replaced)).toEqual({
    selection: [rowSpan(10, 1_500)],
    carried: 'unchecked',
  });
  // What is known for sure is told before what is not.
  expect((await carried([rowSpan(10, 1_500), rowSpan(690, 710)], replaced)).carried).toBe('changed');
  expect((await carried([rowSpan(10, 11), cells(20, 20)], replaced)).carried).toBe('same');
  expect((await carried([{ kind: 'all' }], replaced)).carried).toBe('same');
});

test('an end that nobody looked at is asked for, once, while its snapshot is there', async () => {
  const source = snapshotOf(rows(0, 20_000));
  const kept = keptIn(source, { selection: [rowSpan(0, 15_020)] }, [0, 200]);
  const opened = snapshotOf(['new', ...rows(0, 20_000)]);
  const place = await findPlace(opened, await withMissingKeys(kept, signal), signal);
  expect(place).toMatchObject({ selection: [rowSpan(1, 15_021)], carried: 'unchecked' });
  expect(source.readPage.mock.calls.map(([page, size]) => [page, size])).toEqual([[301, 50]]);
});

test('an end that nobody can tell takes its range along', async () => {
  const source = snapshotOf(rows(0, 20_000));
  const kept = keptIn(source, { selection: [rowSpan(0, 15_020)] }, [0, 200]);
  source.readPage.mockRejectedValue(new PageBreachError('other-snapshot'));
  const elsewhere = snapshotOf(rows(0, 20_000));
  const found = await findPlace(elsewhere, await withMissingKeys(kept, signal), signal);
  expect(found).toMatchObject({ selection: [], carried: 'lost' });
});

test('rows without a key of their own are selected no more: others may stand in their place', async () => {
  const source = { ...snapshotOf(rows(0, 100)), keyOfRow: null };
  const kept = keepPlace(
    { ...source, rows: { getRow: () => null } },
    { firstRow: 7, firstRowCut: 0, focus: null, selection: [rowSpan(3, 4), { kind: 'all' }] },
  );
  const place = await findPlace(source, await withMissingKeys(kept, signal), signal);
  expect(place).toMatchObject({ firstRow: 7, selection: [{ kind: 'all' }], carried: 'lost' });
});
