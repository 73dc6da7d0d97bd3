import type { SnapshotRow } from '@/contract/extraction';
import type { CellPlace } from '@/shared/grid/grid-model';
import type { SelectionSpan } from '@/shared/grid/selection';
import type { OpenSnapshot } from './open-snapshot';
import type { Place } from './place';
import type { RowKey } from './row-identity';

/** A place with the keys of its rows, as far as they were held, so that it is found again in another snapshot. */
export interface KeptPlace extends Place {
  readonly keys: ReadonlyMap<number, RowKey>;
}

/** Rows at the top that are remembered: the first one may be gone, and the others tell how far all have moved. */
const LANDMARKS = 5;

/** Rows looked through at once, and how many such pages on each side of where a row was. */
const SEARCH_PAGE_SIZE = 1_000;
const SEARCH_PAGES = 3;

export function keepPlace(
  {
    rows,
    keyOfRow,
  }: { readonly rows: Pick<OpenSnapshot['rows'], 'getRow'> } & Pick<OpenSnapshot, 'keyOfRow'>,
  place: Place,
): KeptPlace {
  const keys = new Map<number, RowKey>();
  if (keyOfRow !== null) {
    for (const rowIndex of rowsOf(place)) {
      const row = rows.getRow(rowIndex);
      if (row !== null) keys.set(rowIndex, keyOfRow(row));
    }
  }
  return { ...place, keys };
}

/**
 * The same place in another snapshot: rows by their keys, looked for near where they were; one that is not found there
 * moves as far as the nearest one that is. What is selected from a row to a row both of which are gone is selected no
 * more: others would take their place unnoticed. Rejects as `OpenSnapshot.readPage` does.
 */
export async function findPlace(
  opened: Pick<OpenSnapshot, 'snapshot' | 'keyOfRow' | 'readPage'>,
  kept: KeptPlace,
  signal: AbortSignal,
): Promise<Place> {
  const found = await findKeys(opened, kept, signal);
  const lastRow = Math.max(0, opened.snapshot.rowCount - 1);
  const moved = (rowIndex: number) =>
    rowIndex < 0 ? rowIndex : Math.min(Math.max(0, rowIndex + shiftNear(rowIndex, found)), lastRow);
  const movedPlace = (place: CellPlace) => ({ ...place, rowIndex: moved(place.rowIndex) });
  const isGone = (rowIndex: number) => kept.keys.has(rowIndex) && !found.has(rowIndex);
  return {
    firstRow: moved(kept.firstRow),
    focus: kept.focus === null ? null : movedPlace(kept.focus),
    selection: kept.selection.flatMap((span): SelectionSpan | [] => {
      const ends = endsOf(span);
      if (ends.length > 0 && ends.every(isGone)) return [];
      switch (span.kind) {
        case 'cells':
          return { ...span, anchor: movedPlace(span.anchor), head: movedPlace(span.head) };
        case 'rows':
          return { ...span, anchorRow: moved(span.anchorRow), headRow: moved(span.headRow) };
        case 'columns':
        case 'all':
          return span;
      }
    }),
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

/** Indices in the new snapshot by those in the old one. */
async function findKeys(
  { snapshot, keyOfRow, readPage }: Pick<OpenSnapshot, 'snapshot' | 'keyOfRow' | 'readPage'>,
  kept: KeptPlace,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  if (keyOfRow === null || snapshot.rowCount === 0) return found;
  const missing = new Map([...kept.keys].map(([rowIndex, key]) => [key, rowIndex]));
  const lastPage = Math.ceil(snapshot.rowCount / SEARCH_PAGE_SIZE) - 1;
  const searched = new Set<number>();
  for (const rowIndex of kept.keys.keys()) {
    const near = Math.min(Math.floor(rowIndex / SEARCH_PAGE_SIZE), lastPage);
    for (const page of pagesAround(near, lastPage)) {
      if (found.has(rowIndex)) break;
      if (searched.has(page)) continue;
      searched.add(page);
      const rows: readonly SnapshotRow[] = await readPage(page + 1, SEARCH_PAGE_SIZE, signal);
      rows.forEach((row, index) => {
        const before = missing.get(keyOfRow(row));
        if (before !== undefined) found.set(before, page * SEARCH_PAGE_SIZE + index);
      });
    }
  }
  return found;
}

function pagesAround(page: number, lastPage: number): readonly number[] {
  const pages = [page];
  for (let distance = 1; distance <= SEARCH_PAGES; distance += 1)
    pages.push(page + distance, page - distance);
  return pages.filter((candidate) => candidate >= 0 && candidate <= lastPage);
}

function rowsOf({ firstRow, focus, selection }: Place): readonly number[] {
  const landmarks = Array.from({ length: LANDMARKS }, (_, index) => firstRow + index);
  const rows = [...landmarks, ...(focus === null ? [] : [focus.rowIndex]), ...selection.flatMap(endsOf)];
  return [...new Set(rows.filter((rowIndex) => rowIndex >= 0))];
}

/** The rows that a selection goes from and to; none where it is no matter of rows. */
function endsOf(span: SelectionSpan): readonly number[] {
  switch (span.kind) {
    case 'cells':
      return [span.anchor.rowIndex, span.head.rowIndex];
    case 'rows':
      return [span.anchorRow, span.headRow];
    case 'columns':
    case 'all':
      return [];
  }
}
