import type { CellPosition } from '@/lib/grid/grid-model';
import type { GridSelection } from '@/lib/grid/selection';

/** A position in a snapshot: the first visible row, the active cell and the selection. Rows are identified by index. */
export interface ViewportPosition {
  readonly firstRow: number;
  /** The share of the first row's height that is scrolled out of view: 0 to less than 1. */
  readonly firstRowCut: number;
  readonly focus: CellPosition | null;
  readonly selection: GridSelection;
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
