import type { PageMismatchKind } from '@/contract/page-mismatch';
import type { CopyFailure } from '@/rows/kept-copies/copy-failure';
import { isLongWait } from '@/ui/http/retry-policy';
import type { ServiceFailure } from '@/ui/http/service-error';

export type ExportMismatch =
  | PageMismatchKind
  /** Two rows have the same key and are the same row. */
  | 'double-key'
  | 'missing-cell';

/** The reason why an export has produced no file. */
export type ExportFailure =
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** `page` and `row` are 1-based within the snapshot. `row` is null if the whole page is wrong. `key` is the row's key, if known. */
  | {
      readonly kind: 'mismatch';
      readonly mismatch: ExportMismatch;
      readonly page: number;
      readonly row: number | null;
      readonly key?: string;
    }
  /** A text is longer than a cell of the format can be. `row` is 1-based within the export. */
  | { readonly kind: 'cell-too-long'; readonly column: string; readonly row: number }
  /** The file would exceed the maximum size of its format. */
  | { readonly kind: 'too-large' }
  /** The column's type cannot hold all of its values, and the file cannot be written again with another type. */
  | { readonly kind: 'unfit-column'; readonly column: string }
  /** The account's rights have changed, and it may no longer view these columns. */
  | { readonly kind: 'locked-columns'; readonly columns: readonly string[] }
  /** This browser cannot store kept copies. */
  | { readonly kind: 'cannot-keep' }
  /** The rows come from a kept copy that is damaged or deleted. */
  | { readonly kind: 'lost-copy' }
  | { readonly kind: 'no-space' }
  /** Part of the console's code could not be loaded. */
  | { readonly kind: 'not-loaded' }
  /** An error in the console or the browser. It is not retried automatically, because it would occur again. */
  | { readonly kind: 'fault'; readonly detail: string };

/** The reason why a running export waits for its next automatic attempt. */
export type RetryReason = ServiceFailure | Extract<ExportFailure, { kind: 'not-loaded' }>;

/** Whether the wait is long enough to offer the user to skip it. */
export function isLongRetry(retryReason: RetryReason): boolean {
  return retryReason.kind !== 'not-loaded' && isLongWait(retryReason);
}

/** Converts a failure of keeping or reading a copy to the failure of the export. */
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

/** Thrown if an export cannot continue. The incomplete file is not handed out. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly failure: ExportFailure;
  constructor(failure: ExportFailure) {
    super(`The export cannot go on: ${failure.kind}`);
    this.failure = failure;
  }
}
