import type { SnapshotRow } from '@/contract/extraction';
import type { CellPosition } from '@/lib/grid/grid-model';
import { restoreSelection, keysOfSpan, spanLandmarks, type FoundKeys } from './restore-selection';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import type {
  RestoredPosition,
  ViewportAnchor,
  ViewportPosition,
} from '@/analysis/snapshot/viewport-position';
import type { RowKey } from '@/analysis/snapshot/row-identity';
import { snapshotFailure } from '@/analysis/snapshot/snapshot-failure';

/** The number of rows at the top whose keys are captured. If the first was removed, the others show how far the rows have moved. */
const LANDMARKS = 5;

/** The number of rows per page of the search, and the number of pages searched on each side of a row's old index. */
const SEARCH_PAGE_SIZE = 1_000;
const SEARCH_PAGES = 3;

/** Missing keys are read in pages of this size, up to this many pages; further keys stay unknown. */
const KEY_PAGE_SIZE = 50;
const MOST_KEY_PAGES = 8;
const KEYS_WITHIN_MS = 5_000;

const NO_KEYS = { keys: new Map(), missing: [], spanKeys: [], readKeys: null } as const;

type Source = Pick<OpenSnapshot, 'keyOfRow' | 'readPage'> & {
  readonly rows: Pick<OpenSnapshot['rows'], 'getRow'>;
};

/** Captures a position together with the keys of the cached rows around it. */
export function captureAnchor(
  { rows, keyOfRow, readPage }: Source,
  position: ViewportPosition,
): ViewportAnchor {
  if (keyOfRow === null) return { ...position, ...NO_KEYS };
  const keyAt = (rowIndex: number) => {
    const row = rows.getRow(rowIndex);
    return row === null ? undefined : keyOfRow(row);
  };
  const keys = new Map<number, RowKey>();
  const missing: number[] = [];
  const landmarks = new Set(position.selection.flatMap(spanLandmarks));
  for (const rowIndex of new Set([...rowsInView(position), ...landmarks])) {
    const key = keyAt(rowIndex);
    if (key !== undefined) keys.set(rowIndex, key);
    else if (landmarks.has(rowIndex)) missing.push(rowIndex);
  }
  return {
    ...position,
    keys,
    missing,
    spanKeys: position.selection.map((span) => keysOfSpan(span, keyAt)),
    readKeys: async (page, signal) => (await readPage(page + 1, KEY_PAGE_SIZE, signal)).map(keyOfRow),
  };
}

/** Returns the anchor for a link, which only has a first row. */
export function anchorAtRow(firstRow: number): ViewportAnchor {
  return { firstRow, firstRowCut: 0, focus: null, selection: [], ...NO_KEYS };
}

/** Adds the keys of rows that were never in view. They are read from the anchor's snapshot, unless it has expired. */
export async function withMissingKeys(anchor: ViewportAnchor, signal: AbortSignal): Promise<ViewportAnchor> {
  const { missing, readKeys } = anchor;
  if (readKeys === null || missing.length === 0) return anchor;
  const pages = [...new Set(missing.map((rowIndex) => Math.floor(rowIndex / KEY_PAGE_SIZE)))];
  const keys = new Map(anchor.keys);
  const reading = AbortSignal.any([signal, AbortSignal.timeout(KEYS_WITHIN_MS)]);
  try {
    for (const page of pages.slice(0, MOST_KEY_PAGES)) {
      const pageKeys = await readKeys(page, reading);
      for (const [index, key] of pageKeys.entries()) keys.set(page * KEY_PAGE_SIZE + index, key);
    }
  } catch (error) {
    // The snapshot has probably expired, so the keys stay unknown. `snapshotFailure` rethrows defects of the console.
    snapshotFailure(error);
    signal.throwIfAborted();
  }
  const isWanted = new Set([...anchor.keys.keys(), ...missing]);
  return {
    ...anchor,
    keys: new Map([...keys].filter(([rowIndex]) => isWanted.has(rowIndex))),
    missing: missing.filter((rowIndex) => !keys.has(rowIndex)),
  };
}

/**
 * Restores an anchor in another snapshot, by searching the rows' keys near their old indexes. Viewport and focus move as far as the nearest
 * row that is found. For the selection, see `restoreSelection`. Rejects as `OpenSnapshot.readPage` does.
 */
export async function restorePosition(
  opened: Pick<OpenSnapshot, 'snapshot' | 'keyOfRow' | 'readPage'>,
  anchor: ViewportAnchor,
  signal: AbortSignal,
): Promise<RestoredPosition> {
  const found = await findKeys(opened, anchor, signal);
  const lastRow = Math.max(0, opened.snapshot.rowCount - 1);
  const moved = (rowIndex: number) =>
    rowIndex < 0 ? rowIndex : Math.min(Math.max(0, rowIndex + shiftNear(rowIndex, found.rows)), lastRow);
  const movedCell = (cell: CellPosition) => ({ ...cell, rowIndex: moved(cell.rowIndex) });
  return {
    firstRow: moved(anchor.firstRow),
    firstRowCut: anchor.firstRowCut,
    focus: anchor.focus === null ? null : movedCell(anchor.focus),
    ...restoreSelection(anchor, found),
  };
}

/** Returns by how many rows the nearest row that was found has moved. */
function shiftNear(rowIndex: number, found: ReadonlyMap<number, number>): number {
  let shift = 0;
  let nearest = Infinity;
  for (const [before, now] of found) {
    const distance = Math.abs(before - rowIndex);
    if (distance < nearest) [nearest, shift] = [distance, now - before];
  }
  return shift;
}

async function findKeys(
  { snapshot, keyOfRow, readPage }: Pick<OpenSnapshot, 'snapshot' | 'keyOfRow' | 'readPage'>,
  anchor: ViewportAnchor,
  signal: AbortSignal,
): Promise<FoundKeys> {
  const rows = new Map<number, number>();
  const searched = new Map<number, readonly RowKey[]>();
  const keyAt = (rowIndex: number) =>
    searched.get(Math.floor(rowIndex / SEARCH_PAGE_SIZE))?.[rowIndex % SEARCH_PAGE_SIZE];
  if (keyOfRow === null || snapshot.rowCount === 0) return { rows, keyAt };
  const wanted = new Map([...anchor.keys].map(([rowIndex, key]) => [key, rowIndex]));
  const lastPage = Math.ceil(snapshot.rowCount / SEARCH_PAGE_SIZE) - 1;
  for (const rowIndex of anchor.keys.keys()) {
    const near = Math.min(Math.floor(rowIndex / SEARCH_PAGE_SIZE), lastPage);
    for (const page of pagesAround(near, lastPage)) {
      if (rows.has(rowIndex)) break;
      if (searched.has(page)) continue;
      const pageRows: readonly SnapshotRow[] = await readPage(page + 1, SEARCH_PAGE_SIZE, signal);
      const pageKeys = pageRows.map(keyOfRow);
      searched.set(page, pageKeys);
      pageKeys.forEach((key, index) => {
        const before = wanted.get(key);
        if (before !== undefined) rows.set(before, page * SEARCH_PAGE_SIZE + index);
      });
    }
  }
  return { rows, keyAt };
}

function pagesAround(page: number, lastPage: number): readonly number[] {
  const pages = [page];
  for (let distance = 1; distance <= SEARCH_PAGES; distance += 1)
    pages.push(page + distance, page - distance);
  return pages.filter((candidate) => candidate >= 0 && candidate <= lastPage);
}

function rowsInView({ firstRow, focus }: ViewportPosition): readonly number[] {
  const landmarks = Array.from({ length: LANDMARKS }, (_, index) => firstRow + index);
  return [...landmarks, ...(focus === null ? [] : [focus.rowIndex])].filter((rowIndex) => rowIndex >= 0);
}
