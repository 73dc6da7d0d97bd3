import type { PageBreachKind } from '@/contract/page-breach';
import { isLongWait } from '@/shared/http/retry-policy';
import type { ServiceFailure } from '@/shared/http/service-error';

/** In what the service's answers contradict the snapshot they should make up. */
export type ExportBreach =
  | PageBreachKind
  /** Two rows with the same key. */
  | 'double-key'
  /** A row without a value that all rows must have. */
  | 'missing-cell';

/** Why an export has no file. */
export type ExportFailure =
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** `page` and `row` are 1-based within the snapshot; null where the page as a whole is wrong. */
  | {
      readonly kind: 'breach';
      readonly breach: ExportBreach;
      readonly page: number;
      readonly row: number | null;
    }
  /** A text is longer than a cell of the format can be; `row` is 1-based among those exported. */
  | { readonly kind: 'cell-too-long'; readonly column: string; readonly row: number }
  /** The file would be larger than its format can be. */
  | { readonly kind: 'too-large' }
  /** The column holds values that the format's type for it cannot, and there is no way to begin anew. */
  | { readonly kind: 'unfit-column'; readonly column: string }
  /** The rights have changed since it began: these columns may not be viewed any more. */
  | { readonly kind: 'locked-columns'; readonly columns: readonly string[] }
  /** No room left on this computer. */
  | { readonly kind: 'no-space' }
  /** The console's own code, or a part of it, cannot be fetched from where the console is served. */
  | { readonly kind: 'not-loaded' }
  /** An error in our code, or of the browser. Trying again by itself would only repeat it. */
  | { readonly kind: 'fault'; readonly detail: string };

/** What a running export waits for, and asks for again by itself. */
export type ExportHolding = ServiceFailure | Extract<ExportFailure, { kind: 'not-loaded' }>;

/** Whether the service asks for a wait so long that the person may want to cut it short. */
export function isLongHolding(holding: ExportHolding): boolean {
  return holding.kind !== 'not-loaded' && isLongWait(holding);
}

/** Thrown where an export cannot go on; the file is withheld. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly failure: ExportFailure;
  constructor(failure: ExportFailure) {
    super(`The export cannot go on: ${failure.kind}`);
    this.failure = failure;
  }
}
