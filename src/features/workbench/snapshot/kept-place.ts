import type { SnapshotRow } from '@/contract/extraction';
import type { CellPlace } from '@/shared/grid/grid-model';
import { carrySelection, keysOfSpan, spanLandmarks, type FoundKeys } from './carried-selection';
import type { OpenSnapshot } from './open-snapshot';
import type { FoundPlace, Place } from './place';
import type { RowKey } from './row-identity';
import { snapshotFailure } from './snapshot-failure';

/** A place with the keys of its rows, as far as they are known, so that it is found again in another snapshot. */
export interface KeptPlace extends Place {
  readonly keys: ReadonlyMap<number, RowKey>;
  /** Rows of which the keys are wanted and not known. */
  readonly missing: readonly number[];
  /** For each span of the selection all keys of its rows; null where they are too many or not all held. */
  readonly spanKeys: readonly (ReadonlySet<RowKey> | null)[];
  /** Reads a page of the snapshot that the place is in; null where its rows have no keys. */
  readonly readKeys: ((page: number, signal: AbortSignal) => Promise<readonly RowKey[]>) | null;
}

/** Rows at the top that are remembered: the first one may be gone, and the others tell how far all have moved. */
const LANDMARKS = 5;

/** Rows looked through at once, and how many such pages on each side of where a row was. */
const SEARCH_PAGE_SIZE = 1_000;
const SEARCH_PAGES = 3;

/** Rows read at once where keys are missing, and how often at most: what is missing then stays unknown. */
const KEY_PAGE_SIZE = 50;
const MOST_KEY_PAGES = 8;
const KEYS_WITHIN_MS = 5_000;

const NO_KEYS = { keys: new Map(), missing: [], spanKeys: [], readKeys: null } as const;

type Source = Pick<OpenSnapshot, 'keyOfRow' | 'readPage'> & {
  readonly rows: Pick<OpenSnapshot['rows'], 'getRow'>;
};

export function keepPlace({ rows, keyOfRow, readPage }: Source, place: Place): KeptPlace {
  if (keyOfRow === null) return { ...place, ...NO_KEYS };
  const keyAt = (rowIndex: number) => {
    const row = rows.getRow(rowIndex);
    return row === null ? undefined : keyOfRow(row);
  };
  const keys = new Map<number, RowKey>();
  const missing: number[] = [];
  const landmarks = new Set(place.selection.flatMap(spanLandmarks));
  for (const rowIndex of new Set([...rowsInView(place), ...landmarks])) {
    const key = keyAt(rowIndex);
    if (key !== undefined) keys.set(rowIndex, key);
    else if (landmarks.has(rowIndex)) missing.push(rowIndex);
  }
  return {
    ...place,
    keys,
    missing,
    spanKeys: place.selection.map((span) => keysOfSpan(span, keyAt)),
    readKeys: async (page, signal) => (await readPage(page + 1, KEY_PAGE_SIZE, signal)).map(keyOfRow),
  };
}

/** A row by its number alone, as a link tells it: it is the top one. */
export function placeAtRow(firstRow: number): KeptPlace {
  return { firstRow, firstRowCut: 0, focus: null, selection: [], ...NO_KEYS };
}

/**
 * The place with the keys that were missing, read from its own snapshot as long as that is there: what is selected may
 * reach to rows that nobody has looked at. Where they cannot be had, they stay missing.
 */
export async function withMissingKeys(kept: KeptPlace, signal: AbortSignal): Promise<KeptPlace> {
  const { missing, readKeys } = kept;
  if (readKeys === null || missing.length === 0) return kept;
  const pages = [...new Set(missing.map((rowIndex) => Math.floor(rowIndex / KEY_PAGE_SIZE)))];
  const keys = new Map(kept.keys);
  const reading = AbortSignal.any([signal, AbortSignal.timeout(KEYS_WITHIN_MS)]);
  try {
    for (const page of pages.slice(0, MOST_KEY_PAGES)) {
      const pageKeys = await readKeys(page, reading);
      for (const [index, key] of pageKeys.entries()) keys.set(page * KEY_PAGE_SIZE + index, key);
    }
  } catch (error) {
    // Most likely it has expired. Faults of ours are thrown on.
    snapshotFailure(error);
    signal.throwIfAborted();
  }
  const isWanted = new Set([...kept.keys.keys(), ...missing]);
  return {
    ...kept,
    keys: new Map([...keys].filter(([rowIndex]) => isWanted.has(rowIndex))),
    missing: missing.filter((rowIndex) => !keys.has(rowIndex)),
  };
}

/**
 * The same place in another snapshot: rows by their keys, looked for near where they were. The view and the focus move
 * as far as the nearest row that is found; a selection reaches from row to row or is gone (see `carrySelection`). Rejects
 * as `OpenSnapshot.readPage` does.
 */
export async function findPlace(
  opened: Pick<OpenSnapshot, 'snapshot' | 'keyOfRow' | 'readPage'>,
  kept: KeptPlace,
  signal: AbortSignal,
): Promise<FoundPlace> {
  const found = await findKeys(opened, kept, signal);
  const lastRow = Math.max(0, opened.snapshot.rowCount - 1);
  const moved = (rowIndex: number) =>
    rowIndex < 0 ? rowIndex : Math.min(Math.max(0, rowIndex + shiftNear(rowIndex, found.rows)), lastRow);
  const movedPlace = (place: CellPlace) => ({ ...place, rowIndex: moved(place.rowIndex) });
  return {
    firstRow: moved(kept.firstRow),
    firstRowCut: kept.firstRowCut,
    focus: kept.focus === null ? null : movedPlace(kept.focus),
    ...carrySelection(kept, found),
  };
}

/** By how many rows those near a row have moved. */
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
  kept: KeptPlace,
  signal: AbortSignal,
): Promise<FoundKeys> {
  const rows = new Map<number, number>();
  const searched = new Map<number, readonly RowKey[]>();
  const keyAt = (rowIndex: number) =>
    searched.get(Math.floor(rowIndex / SEARCH_PAGE_SIZE))?.[rowIndex % SEARCH_PAGE_SIZE];
  if (keyOfRow === null || snapshot.rowCount === 0) return { rows, keyAt };
  const wanted = new Map([...kept.keys].map(([rowIndex, key]) => [key, rowIndex]));
  const lastPage = Math.ceil(snapshot.rowCount / SEARCH_PAGE_SIZE) - 1;
  for (const rowIndex of kept.keys.keys()) {
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

function rowsInView({ firstRow, focus }: Place): readonly number[] {
  const landmarks = Array.from({ length: LANDMARKS }, (_, index) => firstRow + index);
  return [...landmarks, ...(focus === null ? [] : [focus.rowIndex])].filter((rowIndex) => rowIndex >= 0);
}
