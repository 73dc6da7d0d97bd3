import type { TextColumn } from './encoded-texts';
import type { Sql } from './sql';

/** The result of a query. All values are texts. A query must cast numbers to text in SQL if no digit may be lost. */
export interface QueryResult {
  readonly columns: readonly string[];
  /** Null is SQL's null. Booleans are `true` and `false`. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly isTruncated: boolean;
}

export interface QueryOptions {
  /** Cancels the query in the engine, whether it runs or waits; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly maxRows: number;
}

/** The rows of a query, kept as a table. Its `rowid` follows the order of the query. */
export interface MaterialisedTable {
  readonly sqlName: string;
  readonly rowCount: number;
  /** The engine's current memory in bytes. */
  readonly memoryBytes: number;
}

/**
 * The database that holds the rows read. Queries run one at a time, and an aborted query is cancelled. All functions reject with
 * EngineError, with the signal's reason, or with an AbortError if the connection has been ended.
 */
export interface AnalysisEngine {
  readonly query: (query: Sql, options: QueryOptions) => Promise<QueryResult>;
  /** Returns the first column of a query, a `UTINYINT` without nulls, as bytes. This takes a hundredth of the time of texts. */
  readonly bytes: (query: Sql, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the texts of a query as bytes, ten times as fast as `query` returns its rows. */
  readonly texts: (query: Sql, signal: AbortSignal) => Promise<readonly TextColumn[]>;
  /**
   * Keeps the rows of a query as a table, and appends the rows of further queries one after the other, so that the memory of one query is
   * free for the next. If a query fails or is aborted, no table is kept.
   */
  readonly materialise: (queries: readonly Sql[], signal: AbortSignal) => Promise<MaterialisedTable>;
  /** Creates a view and returns its name. The tables that it reads must keep the types of their columns. */
  readonly createView: (query: Sql, signal: AbortSignal) => Promise<string>;
  /** Removes a table or a view. Its memory is then free for later ones. */
  readonly drop: (sqlName: string) => Promise<void>;
}

export type EngineFailure =
  /** The browser lacks a feature that the engine needs, or a policy forbids it. */
  | { readonly kind: 'unsupported'; readonly detail: string }
  | { readonly kind: 'not-loaded' }
  | { readonly kind: 'out-of-memory' }
  /** A statement exceeded the time limit, and was cancelled. */
  | { readonly kind: 'too-slow' }
  /** A statement exceeds the length limit, and was not run. */
  | { readonly kind: 'too-large' }
  /** A result has more digits than the engine's numbers can hold. */
  | { readonly kind: 'out-of-range' }
  /** The worker has ended, so its rows are lost. */
  | { readonly kind: 'ended' }
  /** An error in this console's code. `detail` contains no values of rows. */
  | { readonly kind: 'query-failed'; readonly detail: string };

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly failure: EngineFailure;
  constructor(failure: EngineFailure) {
    super(`The engine failed: ${failure.kind}`);
    this.failure = failure;
  }
}
