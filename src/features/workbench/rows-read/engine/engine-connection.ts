import type { BodyChunks } from '@/lib/base/body-chunks';
import type { PriceField } from '@/contract/column';
import type { Snapshot } from '@/contract/extraction';
import type { RowsInColumns } from '@/lib/row-batches/column-buffers';
import type { AnalysedTable } from './analysed-table';
import type { AnalysisEngine } from './analysis-engine';
import type { EncodedTexts } from './encoded-texts';

export interface TableRequest {
  readonly priceColumn: string;
  /** The snapshot of the pages to be added; null for rows from elsewhere, which are added as texts. */
  readonly snapshot: Pick<Snapshot, 'cacheKey' | 'rowCount'> | null;
  /** In the order of the snapshot's cells; a column without metadata is text. */
  readonly columns: readonly { readonly name: string; readonly field: PriceField | null }[];
  /** Rows of each page except the last. Not used without a snapshot. */
  readonly pageSize: number;
}

/** A page: the body of a response, or its rows in columns, in the order of the table. */
export type PageRows = BodyChunks | RowsInColumns;

/** The result of adding a page, or rows given as texts. */
export interface AddedPage {
  readonly rowCount: number;
  /** The number of values so far that do not fit their column, by the column's name; columns without such values are left out. */
  readonly misfits: Readonly<Record<string, number>>;
  /** The engine's memory now, in bytes. */
  readonly memoryBytes: number;
}

/** The engine in its worker, as the page sees it. */
export interface EngineConnection extends AnalysisEngine {
  /** Starts the worker and loads the engine before the first table needs it. Rejects with EngineError. */
  readonly open: (signal: AbortSignal) => Promise<void>;
  /** Creates a table. Its pages can be added in any order. Rejects with EngineError. */
  readonly createTable: (request: TableRequest, signal: AbortSignal) => Promise<AnalysedTable>;
  /**
   * Checks a page against the snapshot and adds all its rows, or none; its buffers are transferred. `page` is 1-based. Rejects with
   * EngineError, PageMismatchError, or ServiceError if the body is malformed.
   */
  readonly addPage: (table: AnalysedTable, page: number, body: PageRows) => Promise<AddedPage>;
  /**
   * Adds all rows, or none, to a table without a snapshot, in any order. `startIndex`: the 0-based position of the first row. `columns`:
   * in the order of the table, null for no value; buffers are transferred. Texts are read as in a page, so a text that does not fit its
   * column is a misfit; `true` and `false` are the values of a boolean. Rejects with EngineError.
   */
  readonly addTexts: (
    table: AnalysedTable,
    startIndex: number,
    columns: readonly (readonly (string | null)[] | EncodedTexts)[],
  ) => Promise<AddedPage>;
  readonly dropTable: (table: AnalysedTable) => Promise<void>;
  /** Ends the worker and frees its memory; pending calls reject with an AbortError. */
  readonly terminate: () => void;
}
