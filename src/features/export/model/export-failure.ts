import type { PageMismatchKind } from '@/contract/page-mismatch';
import type { CopyFailure } from '@/rows/kept-copies/copy-failure';
import { isLongWait } from '@/ui/http/retry-policy';
import type { ServiceFailure } from '@/ui/http/service-error';

export type ExportMismatch =
  | PageMismatchKind
  /** Two rows that are the same, the key included. */
  | 'double-key'
  | 'missing-cell';

/** Why an export has no file. */
export type ExportFailure =
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** `page` and `row` are 1-based within the snapshot; `row` is null if the whole page is wrong. `key`: of the row, if known. */
  | {
      readonly kind: 'mismatch';
      readonly mismatch: ExportMismatch;
      readonly page: number;
      readonly row: number | null;
      readonly key?: string;
    }
  /** A text exceeds the cell length of the format; `row` is 1-based within the export. */
  | { readonly kind: 'cell-too-long'; readonly column: string; readonly row: number }
  /** The file would exceed the size limit of its format. */
  | { readonly kind: 'too-large' }
  /** The column's type cannot hold all of its values, and the file cannot be restarted. */
  | { readonly kind: 'unfit-column'; readonly column: string }
  /** The rights have changed: these columns may no longer be viewed. */
  | { readonly kind: 'locked-columns'; readonly columns: readonly string[] }
  /** This browser has no place for kept copies. */
  | { readonly kind: 'cannot-keep' }
  /** The kept copy with the rows is damaged or deleted. */
  | { readonly kind: 'lost-copy' }
  | { readonly kind: 'no-space' }
  /** A part of the console's code cannot be loaded. */
  | { readonly kind: 'not-loaded' }
  /** An error of the console or the browser. Not retried automatically: it would recur. */
  | { readonly kind: 'fault'; readonly detail: string };

/** Why a running export waits for its next automatic attempt. */
export type RetryReason = ServiceFailure | Extract<ExportFailure, { kind: 'not-loaded' }>;

/** Whether the delay is long enough to offer skipping it. */
export function isLongRetry(retryReason: RetryReason): boolean {
  return retryReason.kind !== 'not-loaded' && isLongWait(retryReason);
}

/** Converts a failure to keep or read a copy to the failure of its export. */
export function failureOfCopy(failure: CopyFailure): ExportFailure {
  switch (failure.kind) {
    case 'no-space':
    case 'not-loaded':
    case 'fault':
      return failure;
    case 'unsupported':
      return { kind: 'cannot-keep' };
    case 'damaged':
    case 'missing':
    case 'other-version':
      return { kind: 'lost-copy' };
  }
}

/** Thrown when an export cannot continue. The file is withheld. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly failure: ExportFailure;
  constructor(failure: ExportFailure) {
    super(`The export cannot go on: ${failure.kind}`);
    this.failure = failure;
  }
}
