import type { CellPlace } from '@/shared/grid/grid-model';
import type { GridSelection } from '@/shared/grid/selection';

/** Where somebody is in a snapshot: the row at the top, the cell with the focus, what is selected. Rows by index. */
export interface Place {
  readonly firstRow: number;
  readonly focus: CellPlace | null;
  readonly selection: GridSelection;
}
