import type { CellPosition } from '@/lib/grid/grid-model';
import type { GridSelection } from '@/lib/grid/selection';
import type { RowKey } from './row-identity';

/** A position in a snapshot: the first visible row, the active cell and the selection. Rows are identified by index. */
export interface ViewportPosition {
  readonly firstRow: number;
  /** The share of the first row's height that is scrolled out of view: 0 to less than 1. */
  readonly firstRowCut: number;
  readonly focus: CellPosition | null;
  readonly selection: GridSelection;
}

/** A position with the known keys of its rows, which locate it in another snapshot. */
export interface ViewportAnchor extends ViewportPosition {
  readonly keys: ReadonlyMap<number, RowKey>;
  /** Rows whose keys are needed but not known. */
  readonly missing: readonly number[];
  /** The keys of all rows of each span of the selection; null for a span with too many rows, or rows that are not cached. */
  readonly spanKeys: readonly (ReadonlySet<RowKey> | null)[];
  /** Reads the keys of a page of the anchor's snapshot; null if its rows have no keys. */
  readonly readKeys: ((page: number, signal: AbortSignal) => Promise<readonly RowKey[]>) | null;
}

export interface RestoredPosition extends ViewportPosition {
  readonly selectionOutcome: SelectionOutcome;
}

/**
 * The result of restoring a selection in another snapshot. `same`: exactly the same rows. `unchecked`: the same first and
 * last rows and the same number of rows, but too many to compare individually. `changed`: the range contains other rows.
 * `lost`: a part is no longer selected, because its first and last rows are not found.
 */
export type SelectionOutcome = 'same' | 'unchecked' | 'changed' | 'lost';
