import type { BodyChunks } from '@/lib/base/body-chunks';
import type { PriceField } from '@/contract/column';
import type { Snapshot } from '@/contract/extraction';
import type { RowsInColumns } from '@/lib/row-batches/column-buffers';
import type { AnalysedTable } from './analysed-table';
import type { ComparisonEngine } from './analysis-engine';
import type { EncodedTexts } from './encoded-texts';

/** The rows that are going to be read. */
export interface TableRequest {
  readonly priceColumn: string;
  /** The snapshot of the pages that are going to be added; null for rows from elsewhere, which are added as texts. */
  readonly snapshot: Pick<Snapshot, 'cacheKey' | 'rowCount'> | null;
  /** In the order of the snapshot's cells; without metadata a column is text. */
  readonly columns: readonly { readonly name: string; readonly field: PriceField | null }[];
  /** Rows of each page but the last. Of no importance without a snapshot. */
  readonly pageSize: number;
}

/** A page: the body of a response, or its rows in columns, in the order of the table. */
export type PageRows = BodyChunks | RowsInColumns;

/** The result of adding one page, or some rows given as texts. */
export interface AddedPage {
  readonly rowCount: number;
  /** Values so far that do not fit their column, by the column's name; columns without any are left out. */
  readonly misfits: Readonly<Record<string, number>>;
  /** The engine's memory now, in bytes. */
  readonly memoryBytes: number;
}

/** The engine in its worker, seen from the page. */
export interface EngineConnection extends ComparisonEngine {
  /** Starts the worker and loads the engine, for which the first table would have to wait. Rejects with EngineError. */
  readonly open: (signal: AbortSignal) => Promise<void>;
  /** Creates the table, whose rows are added page by page in any order. Rejects with EngineError. */
  readonly createTable: (request: TableRequest, signal: AbortSignal) => Promise<AnalysedTable>;
  /**
   * Checks a page against the snapshot and adds its rows, all or none; its buffers are transferred. `page` is
   * 1-based. Rejects with EngineError, PageMismatchError, or ServiceError where the body is malformed.
   */
  readonly addPage: (table: AnalysedTable, page: number, body: PageRows) => Promise<AddedPage>;
  /**
   * Adds rows to a table without a snapshot, all or none, in any order. `startIndex`: the 0-based position of the first.
   * `columns`: in the order of the table, null for no value; buffers are transferred. Texts come out as they would through a
   * page, so that what does not fit its column is a misfit; `true` and `false` are the values of a boolean. Rejects with
   * EngineError.
   */
  readonly addTexts: (
    table: AnalysedTable,
    startIndex: number,
    columns: readonly (readonly (string | null)[] | EncodedTexts)[],
  ) => Promise<AddedPage>;
  /** Removes a table, which makes room for the next one. */
  readonly dropTable: (table: AnalysedTable) => Promise<void>;
  /** Ends the worker and gives its memory back; what is under way rejects with an AbortError. */
  readonly terminate: () => void;
}
