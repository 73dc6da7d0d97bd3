import type { CellPosition } from '@/lib/grid/grid-model';
import type { CopyOptions } from './clipboard/use-copy';

/** A command of a menu for the results on screen. Edits of the query are actions of the workbench instead. */
export type ResultsCommand =
  | { readonly type: 'copy'; readonly options: CopyOptions }
  | { readonly type: 'show-record'; readonly position: CellPosition }
  | { readonly type: 'select-row'; readonly rowIndex: number }
  | { readonly type: 'select-column' | 'fit-column'; readonly columnId: string }
  /** Selects the column and completes its statistics. */
  | { readonly type: 'show-statistics'; readonly columnId: string }
  | { readonly type: 'move-column' | 'widen-column'; readonly columnId: string; readonly steps: -1 | 1 }
  /** Starts reporting pinned columns that do not fit. */
  | { readonly type: 'report-pins-without-room' }
  | { readonly type: 'fit-all-columns' };
