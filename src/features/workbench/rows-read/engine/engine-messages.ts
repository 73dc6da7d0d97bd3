import type { PageMismatchKind } from '@/contract/page-mismatch';
import type { ServiceFailure } from '@/ui/http/service-error';
import type { CallMessage, CallReply } from '@/ui/workers/worker-messages';
import type { AnalysedTable } from './analysed-table';
import type { EngineFailure, MaterialisedTable, QueryResult } from './analysis-engine';
import type { EncodedTexts, TextColumn } from './encoded-texts';
import type { AddedPage, PageRows, TableRequest } from './engine-connection';
import type { Sql } from './sql';

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
  | { readonly kind: 'dropTable'; readonly sqlName: string }
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
  readonly dropTable: null;
  readonly createView: null;
  readonly query: QueryResult;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly texts: readonly TextColumn[];
  readonly materialise: MaterialisedTable;
}

/** Cancels the command with the message's number, whether it runs or waits. It gets no reply. */
export type CancelCommand = 'cancel';

export type EngineMessage = CallMessage<EngineCommand | CancelCommand>;
export type EngineReply = CallReply<EngineResults[EngineCommand['kind']], EngineTrouble>;

export type EngineTrouble =
  | { readonly kind: 'engine'; readonly failure: EngineFailure }
  | { readonly kind: 'mismatch'; readonly mismatch: PageMismatchKind; readonly page: number | null }
  | { readonly kind: 'service'; readonly failure: ServiceFailure; readonly status: number | null };
