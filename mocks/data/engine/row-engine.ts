import type { RowSelection } from './selection';

export interface EngineCall {
  readonly signal?: AbortSignal | undefined;
  /** Called periodically with the number of rows scanned since the last call. */
  readonly onProgress?: ((scannedRows: number) => void) | undefined;
}

/** Rows of a selection to read: `columns` in this order, from `rowStart` (inclusive) to `rowEnd` (exclusive), 0-based. */
export interface RowRange {
  readonly selection: RowSelection;
  readonly columns: readonly string[];
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** Finds and writes rows. Calls reject with the signal's reason, or a SelectionError if the source cannot serve them. */
export interface RowEngine {
  readonly countRows: (selection: RowSelection, call?: EngineCall) => Promise<number>;
  /** JSON of the rows, UTF-8, comma-separated and without the array's brackets. Rows beyond the end are left out. */
  readonly readRows: (range: RowRange, call?: EngineCall) => Promise<Uint8Array<ArrayBuffer>>;
  readonly dispose: () => void;
}
