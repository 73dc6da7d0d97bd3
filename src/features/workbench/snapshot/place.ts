import type { CellPlace } from '@/shared/grid/grid-model';
import type { GridSelection } from '@/shared/grid/selection';

/** Where somebody is in a snapshot: the row at the top, the cell with the focus, what is selected. Rows by index. */
export interface Place {
  readonly firstRow: number;
  /** What of the first row is scrolled out of view, as a share of its height: 0 to less than 1. */
  readonly firstRowCut: number;
  readonly focus: CellPlace | null;
  readonly selection: GridSelection;
}

/** The same place in another snapshot. */
export interface FoundPlace extends Place {
  readonly carried: CarriedSelection;
}

/**
 * What became of a selection of rows: the very same ones are selected; other rows are among them by now; or a part of it
 * is selected no more, since where it began or ended is not known here. `unchecked`: from the same row to the same row
 * and as many as before, but too many to be compared one by one.
 */
export type CarriedSelection = 'same' | 'unchecked' | 'changed' | 'lost';
