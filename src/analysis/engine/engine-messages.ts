import type { PageMismatchKind } from '@/contract/page-mismatch';
import type { ServiceFailure } from '@/ui/http/service-error';
import type { BodyChunks } from '@/lib/base/body-chunks';
import type { PriceField } from '@/contract/column';
import type { Snapshot } from '@/contract/extraction';
import type { RowsInColumns } from '@/lib/row-batches/column-buffers';
import type { CallMessage, CallReply } from '@/ui/workers/worker-messages';
import type { AnalysedTable } from './analysed-table';
import type { EngineFailure, MaterialisedTable, QueryResult } from './analysis-engine';
import type { EncodedTexts, TextColumn } from './encoded-texts';
import type { Sql } from './sql';

export interface TableRequest {
  readonly priceColumn: string;
  /** The snapshot whose pages are added; null for rows from elsewhere, which are added as texts. */
  readonly snapshot: Pick<Snapshot, 'cacheKey' | 'rowCount'> | null;
  /** The columns in the order of the snapshot's cells. A column without metadata is text. */
  readonly columns: readonly { readonly name: string; readonly field: PriceField | null }[];
  /** The number of rows in each page except the last; not used without a snapshot. */
  readonly pageSize: number;
}

/** The rows of a page: the body of a response, or columns in the order of the table. */
export type PageRows = BodyChunks | RowsInColumns;

/** The result of adding a page, or of adding rows as texts. */
export interface AddedPage {
  readonly rowCount: number;
  /** The number of misfits (values that do not fit their column) so far, by the column's name. Columns without misfits are left out. */
  readonly misfits: Readonly<Record<string, number>>;
  /** The engine's current memory in bytes. */
  readonly memoryBytes: number;
}

/** The commands that the page sends to the worker, which carries them out in order. */
export type EngineCommand =
  | { readonly kind: 'open' }
  | { readonly kind: 'createTable'; readonly request: TableRequest }
  | { readonly kind: 'addPage'; readonly sqlName: string; readonly page: number; readonly body: PageRows }
  | {
      readonly kind: 'addTexts';
      readonly sqlName: string;
      readonly startIndex: number;
      readonly columns: readonly EncodedTexts[];
    }
  | { readonly kind: 'drop'; readonly sqlName: string }
  | { readonly kind: 'createView'; readonly sqlName: string; readonly query: Sql }
  | { readonly kind: 'query'; readonly query: Sql; readonly maxRows: number }
  | { readonly kind: 'bytes'; readonly query: Sql }
  | { readonly kind: 'texts'; readonly query: Sql }
  | { readonly kind: 'materialise'; readonly sqlName: string; readonly queries: readonly Sql[] };

export interface EngineResults {
  readonly open: null;
  readonly createTable: AnalysedTable;
  readonly addPage: AddedPage;
  readonly addTexts: AddedPage;
  readonly drop: null;
  readonly createView: null;
  readonly query: QueryResult;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly texts: readonly TextColumn[];
  readonly materialise: MaterialisedTable;
}

/** Cancels the command that has the message's number, whether it runs or waits. A cancelled command gets no reply. */
export type CancelCommand = 'cancel';

export type EngineMessage = CallMessage<EngineCommand | CancelCommand>;
export type EngineReply = CallReply<EngineResults[EngineCommand['kind']], EngineTrouble>;

export type EngineTrouble =
  | { readonly kind: 'engine'; readonly failure: EngineFailure }
  | { readonly kind: 'mismatch'; readonly mismatch: PageMismatchKind; readonly page: number | null }
  | { readonly kind: 'service'; readonly failure: ServiceFailure; readonly status: number | null };
