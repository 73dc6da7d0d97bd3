import type { BodyPieces } from '@/shared/http/read-pieces';
import type { ExportFailure } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';
import type { ExportProgress, ExportResult } from './export-run';

/** What the page tells the worker. Pages come in order, each after the one before has been taken or is on its way. */
export type ExportOrder =
  /** `key`: what all that is stored is sealed under; without one nothing is stored. */
  | { readonly kind: 'start'; readonly job: ExportJob; readonly key: CryptoKey | null }
  | { readonly kind: 'page'; readonly answer: BodyPieces }
  /** Keeps what is there and lets go of it. */
  | { readonly kind: 'close' }
  /** Removes all that the export has stored. */
  | { readonly kind: 'discard' };

/** What the worker tells the page. */
export type ExportReport =
  /** Ready for the page after those that were kept. */
  | ({ readonly kind: 'progress' } & ExportProgress)
  | ({ readonly kind: 'done' } & ExportResult)
  | { readonly kind: 'failed'; readonly failure: ExportFailure }
  /** `close` or `discard` is done. */
  | { readonly kind: 'ended' };
