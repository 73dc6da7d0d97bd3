import { expect, test, vi } from 'vitest';
import type { SnapshotRow } from '@/contract/extraction';
import { PageMismatchError } from '@/contract/page-mismatch';
import type { GridSelection } from '@/lib/grid/selection';
import { testSnapshot } from '@/test/test-snapshot';
import { restorePosition, captureAnchor, withMissingKeys } from './viewport-anchor';
import type { ViewportAnchor, ViewportPosition } from '@/analysis/snapshot/viewport-position';

function snapshotOf(keys: readonly string[]) {
  const readPage = vi.fn(async (page: number, pageSize: number): Promise<readonly SnapshotRow[]> => {
    await Promise.resolve();
    return keys.slice((page - 1) * pageSize, page * pageSize).map((key) => [key]);
  });
  return {
    snapshot: testSnapshot({ cacheKey: 'k', rowCount: keys.length }),
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

/** Captures an anchor in a snapshot whose rows from `cachedStart` to `cachedEnd` (exclusive) are cached. */
function anchorIn(
  source: ReturnType<typeof snapshotOf>,
  place: Partial<ViewportPosition>,
  [cachedStart, cachedEnd] = [0, Infinity],
): ViewportAnchor {
  const getRow = (index: number): SnapshotRow | null =>
    index >= cachedStart && index < cachedEnd && index < source.snapshot.rowCount
      ? [source.keys[index] ?? '']
      : null;
  return captureAnchor(
    { ...source, rows: { getRow } },
    { firstRow: 0, firstRowCut: 0, focus: null, selection: [], ...place },
  );
}

/** Restores a selection of rows 0 to 2,000, all of them cached, in a snapshot with these keys. */
async function restored(selection: GridSelection, keys: readonly string[]) {
  const place = anchorIn(snapshotOf(rows(0, 2_000)), { firstRow: selection.length, selection });
  const found = await restorePosition(snapshotOf(keys), place, signal);
  return { selection: found.selection, selectionOutcome: found.selectionOutcome };
}

test('the same rows are found wherever they moved, and the first is scrolled out of view by as much as before', async () => {
  const place = anchorIn(snapshotOf(rows(0, 2_000)), {
    firstRow: 998,
    firstRowCut: 0.53,
    focus: { rowIndex: 1_000, columnId: 'a' },
    selection: [rowSpan(1_000, 1_500)],
  });
  expect(await restorePosition(snapshotOf(['new', 'new too', ...rows(0, 2_000)]), place, signal)).toEqual({
    firstRow: 1_000,
    firstRowCut: 0.53,
    focus: { rowIndex: 1_002, columnId: 'a' },
    selection: [rowSpan(1_002, 1_502)],
    selectionOutcome: 'same',
  });
});

test('a viewport whose rows are gone stays within the rows there are', async () => {
  const place = anchorIn(snapshotOf(rows(0, 100)), { firstRow: 40 });
  expect((await restorePosition(snapshotOf(rows(0, 10)), place, signal)).firstRow).toBe(9);
});

test('only pages near the row are searched', async () => {
  const opened = snapshotOf(rows(0, 50_000));
  const place = anchorIn(snapshotOf(rows(50_000, 100_000)), { firstRow: 20_500 });
  await restorePosition(opened, place, signal);
  expect(opened.readPage.mock.calls.map(([page]) => page)).toEqual([21, 22, 20, 23, 19, 24, 18]);
});

test('if the first row is gone, the rows below it determine how far the viewport moves', async () => {
  const place = anchorIn(snapshotOf(rows(0, 3_000)), { firstRow: 2_000 });
  const opened = snapshotOf(['new', 'new too', ...rows(0, 3_000).filter((key) => key !== 'r2000')]);
  expect((await restorePosition(opened, place, signal)).firstRow).toBe(2_001);
});

test('a range whose end is gone ends at the nearest row before it, at either end', async () => {
  const without = rows(0, 2_000).filter((key) => !['r100', 'r101', 'r150'].includes(key));
  expect(await restored([cells(100, 150)], without)).toEqual({
    selection: [cells(100, 147)],
    selectionOutcome: 'changed',
  });
  expect(await restored([cells(150, 100)], without)).toEqual({
    selection: [cells(147, 100)],
    selectionOutcome: 'changed',
  });
});

test('a range is lost if no row near an end is found', async () => {
  const without = rows(0, 2_000).filter((_, index) => index < 300 || index >= 310);
  expect(await restored([rowSpan(302, 305), rowSpan(1, 2), { kind: 'all' }], without)).toEqual({
    selection: [rowSpan(1, 2), { kind: 'all' }],
    selectionOutcome: 'lost',
  });
});

test('rows that were added to a range or replaced in it are reported', async () => {
  const [head, tail] = [rows(0, 12), rows(12, 2_000)];
  expect(await restored([rowSpan(10, 20)], [...head, 'new', ...tail])).toEqual({
    selection: [rowSpan(10, 21)],
    selectionOutcome: 'changed',
  });
  expect(await restored([rowSpan(10, 20)], [...head, 'new', ...tail.slice(1)])).toEqual({
    selection: [rowSpan(10, 20)],
    selectionOutcome: 'changed',
  });
  expect((await restored([rowSpan(10, 20)], ['new', ...head, ...tail])).selectionOutcome).toBe('same');
});

test('a range that is too long to compare is unchecked, unless it consists of its ends', async () => {
  const replaced = rows(0, 2_000).with(700, 'new');
  expect(await restored([rowSpan(10, 1_500)], replaced)).toEqual({
    selection: [rowSpan(10, 1_500)],
    selectionOutcome: 'unchecked',
  });
  // A known change outranks an unchecked range.
  expect((await restored([rowSpan(10, 1_500), rowSpan(690, 710)], replaced)).selectionOutcome).toBe(
    'changed',
  );
  expect((await restored([rowSpan(10, 11), cells(20, 20)], replaced)).selectionOutcome).toBe('same');
  expect((await restored([{ kind: 'all' }], replaced)).selectionOutcome).toBe('same');
});

test('the key of an end that was never in view is read from its snapshot, once', async () => {
  const source = snapshotOf(rows(0, 20_000));
  const anchor = anchorIn(source, { selection: [rowSpan(0, 15_020)] }, [0, 200]);
  const opened = snapshotOf(['new', ...rows(0, 20_000)]);
  const place = await restorePosition(opened, await withMissingKeys(anchor, signal), signal);
  expect(place).toMatchObject({ selection: [rowSpan(1, 15_021)], selectionOutcome: 'unchecked' });
  expect(source.readPage.mock.calls.map(([page, size]) => [page, size])).toEqual([[301, 50]]);
});

test('a range is lost if the key of an end cannot be read', async () => {
  const source = snapshotOf(rows(0, 20_000));
  const anchor = anchorIn(source, { selection: [rowSpan(0, 15_020)] }, [0, 200]);
  source.readPage.mockRejectedValue(new PageMismatchError('other-snapshot'));
  const elsewhere = snapshotOf(rows(0, 20_000));
  const found = await restorePosition(elsewhere, await withMissingKeys(anchor, signal), signal);
  expect(found).toMatchObject({ selection: [], selectionOutcome: 'lost' });
});

test('a selection of rows without keys is lost: other rows can have the same indexes', async () => {
  const source = { ...snapshotOf(rows(0, 100)), keyOfRow: null };
  const anchor = captureAnchor(
    { ...source, rows: { getRow: () => null } },
    { firstRow: 7, firstRowCut: 0, focus: null, selection: [rowSpan(3, 4), { kind: 'all' }] },
  );
  const place = await restorePosition(source, await withMissingKeys(anchor, signal), signal);
  expect(place).toMatchObject({ firstRow: 7, selection: [{ kind: 'all' }], selectionOutcome: 'lost' });
});
