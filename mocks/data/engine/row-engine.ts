import type { RowSelection } from './selection';

export interface EngineCall {
  readonly signal?: AbortSignal | undefined;
  /** Called periodically with the number of rows scanned since the last call. */
  readonly onProgress?: ((scannedRows: number) => void) | undefined;
}

/** The rows of a selection to read: from `rowStart` (inclusive) to `rowEnd` (exclusive), both 0-based, with `columns` in this order. */
export interface RowRange {
  readonly selection: RowSelection;
  readonly columns: readonly string[];
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** Finds rows and writes them as JSON. Calls reject with the signal's reason, or with SelectionError if a source cannot serve them. */
export interface RowEngine {
  readonly countRows: (selection: RowSelection, call?: EngineCall) => Promise<number>;
  /** Resolves to the rows as JSON in UTF-8, separated by commas, without brackets around them. Leaves out rows beyond the end. */
  readonly readRows: (range: RowRange, call?: EngineCall) => Promise<Uint8Array<ArrayBuffer>>;
  readonly dispose: () => void;
}
