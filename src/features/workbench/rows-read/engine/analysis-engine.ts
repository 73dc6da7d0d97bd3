import type { TextColumn } from './encoded-texts';
import type { Sql } from './sql';

/** The result of a query. Everything is text: cast in SQL where it matters, so that no digit is lost on the way. */
export interface QueryResult {
  readonly columns: readonly string[];
  /** Null for SQL's null. Booleans are `true` and `false`. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** There are more rows than `maxRows`. */
  readonly isTruncated: boolean;
}

export interface QueryOptions {
  /** Ends the query in the engine, whether it runs or waits; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Bounds what is sent back. */
  readonly maxRows: number;
}

/** The database that holds the rows read. Queries wait in line; one that nobody wants any more is cancelled. */
export interface AnalysisEngine {
  /** Rejects with EngineError. */
  readonly query: (query: Sql, options: QueryOptions) => Promise<QueryResult>;
}

/** An engine that also returns columns of bytes as they are, which takes a hundredth of the time of texts. */
export interface ByteEngine extends AnalysisEngine {
  /** Returns the first column of a query, which is a `UTINYINT` without nulls. Rejects with EngineError, or with the signal's reason. */
  readonly bytes: (query: Sql, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Rows of a query, kept as a table. Their order is that of the query, by `rowid`. */
export interface MaterialisedTable {
  /** The table's identifier. */
  readonly sqlName: string;
  readonly rowCount: number;
  /** The engine's memory now, in bytes. */
  readonly memoryBytes: number;
}

/** An engine that also keeps what it has computed. */
export interface ComparisonEngine extends ByteEngine {
  /**
   * Returns the columns of a query as the bytes of their texts, all in one buffer, for files: rows of texts take ten times as long.
   * Rejects with EngineError, or with the signal's reason.
   */
  readonly texts: (query: Sql, signal: AbortSignal) => Promise<readonly TextColumn[]>;
  /**
   * Keeps the rows of a query as a table; those of further queries are added to it one query after the other, so that
   * the memory of one is free for the next. When aborted or failed, nothing is kept. Rejects with EngineError, or with
   * the signal's reason.
   */
  readonly materialise: (queries: readonly Sql[], signal: AbortSignal) => Promise<MaterialisedTable>;
  /**
   * Makes a view of a query, whose rows are computed whenever it is queried, and returns its identifier. The columns that it
   * names must keep their types. Rejects with EngineError, or with the signal's reason.
   */
  readonly createView: (query: Sql, signal: AbortSignal) => Promise<string>;
  /** Removes a table that `materialise` made, which makes room for the next one, or a view. */
  readonly drop: (sqlName: string) => Promise<void>;
}

export type EngineFailure =
  /** This browser lacks what the engine needs, or a policy forbids it. */
  | { readonly kind: 'unsupported'; readonly detail: string }
  /** The engine's files could not be loaded. */
  | { readonly kind: 'not-loaded' }
  | { readonly kind: 'out-of-memory' }
  /** A statement took longer than any may, and was cancelled. */
  | { readonly kind: 'too-slow' }
  /** A statement is longer than any may be, and was not run. */
  | { readonly kind: 'too-large' }
  /** A result has more digits than a number of the engine. */
  | { readonly kind: 'out-of-range' }
  /** The worker has ended, and the rows with it. */
  | { readonly kind: 'ended' }
  /** A fault of the console. `detail` has no values of rows. */
  | { readonly kind: 'query-failed'; readonly detail: string };

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly failure: EngineFailure;
  constructor(failure: EngineFailure) {
    super(`The engine failed: ${failure.kind}`);
    this.failure = failure;
  }
}
