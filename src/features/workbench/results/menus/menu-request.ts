import type { CellPosition } from '@/lib/grid/grid-model';

/** A request for the menu of a column (row -1) or of a cell. */
export interface MenuRequest {
  readonly position: CellPosition;
  /** The position of the menu, relative to the window. */
  readonly xPx: number;
  readonly yPx: number;
  /** The element that gets the focus back when the menu closes; by default the grid. */
  readonly opener?: HTMLElement;
}
