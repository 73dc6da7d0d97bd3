import type { CellPosition } from '@/shared/grid/grid-model';
import type { CopyOptions } from './clipboard/use-copy';

/** What a menu asks of the results on screen. Edits of the query go to the workbench's actions instead. */
export type ResultsCommand =
  /** Copies the selection. */
  | { readonly type: 'copy'; readonly options: CopyOptions }
  | { readonly type: 'show-record'; readonly position: CellPosition }
  | { readonly type: 'select-row'; readonly rowIndex: number }
  | { readonly type: 'select-column' | 'fit-column'; readonly columnId: string }
  /** Selects the column and completes its statistics. */
  | { readonly type: 'show-statistics'; readonly columnId: string }
  | { readonly type: 'move-column' | 'widen-column'; readonly columnId: string; readonly steps: -1 | 1 }
  /** Notes from now on which pinned columns find no room. */
  | { readonly type: 'report-pins-without-room' }
  | { readonly type: 'fit-all-columns' };
