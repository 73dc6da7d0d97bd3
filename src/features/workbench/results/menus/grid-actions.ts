import type { CellPlace } from '@/shared/grid/grid-model';
import type { CellComparison } from '../../model/cell-filter';
import type { CellValue } from '@/contract/extraction';

/** Changes of the query that start in the grid; each is run at once, but for a filter that has no value yet. */
export interface QueryActions {
  /** Null: no longer sorted by it. */
  readonly sortBy: (columnId: string, direction: 'ascending' | 'descending' | null) => void;
  readonly filterByValue: (columnId: string, value: CellValue, comparison: CellComparison) => void;
  /** A condition to be filled in. */
  readonly addFilter: (columnId: string) => void;
  /** Takes all conditions of the column away. */
  readonly clearFilters: (columnId: string) => void;
}

/** Where a menu was asked for: the column's for a place in the header, the cell's for any other. */
export interface MenuRequest {
  readonly place: CellPlace;
  /** Of the window. */
  readonly xPx: number;
  readonly yPx: number;
}
