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

/** Rows looked through at once, and how many such pages on each side of where a row was. */
const SEARCH_PAGE_SIZE = 1_000;
const SEARCH_PAGES = 3;

export function keepPlace({ rows, keyOfRow }: OpenSnapshot, place: Place): KeptPlace {
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
 * moves as far as the row at the top did. Rejects as `OpenSnapshot.readPage` does.
 */
export async function findPlace(
  opened: Pick<OpenSnapshot, 'snapshot' | 'keyOfRow' | 'readPage'>,
  kept: KeptPlace,
  signal: AbortSignal,
): Promise<Place> {
  const found = await findKeys(opened, kept, signal);
  const lastRow = Math.max(0, opened.snapshot.rowCount - 1);
  const shift = (found.get(kept.firstRow) ?? kept.firstRow) - kept.firstRow;
  const moved = (rowIndex: number) =>
    rowIndex < 0 ? rowIndex : Math.min(Math.max(0, found.get(rowIndex) ?? rowIndex + shift), lastRow);
  const movedPlace = (place: CellPlace) => ({ ...place, rowIndex: moved(place.rowIndex) });
  return {
    firstRow: moved(kept.firstRow),
    focus: kept.focus === null ? null : movedPlace(kept.focus),
    selection: kept.selection.map((span): SelectionSpan => {
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
  const rows = [firstRow, ...(focus === null ? [] : [focus.rowIndex])];
  for (const span of selection) {
    if (span.kind === 'cells') rows.push(span.anchor.rowIndex, span.head.rowIndex);
    if (span.kind === 'rows') rows.push(span.anchorRow, span.headRow);
  }
  return [...new Set(rows.filter((rowIndex) => rowIndex >= 0))];
}
