/** Why a kept copy (rows saved in this browser) cannot be written or read. */
export type CopyFailure =
  /** The disk is full, or the browser grants no more storage. */
  | { readonly kind: 'no-space' }
  /** This browser has no private file system, in which copies are stored. */
  | { readonly kind: 'unsupported' }
  /** The file is not the one that was written: a part is missing, changed, or encrypted with another key. */
  | { readonly kind: 'damaged' }
  /** This account has no such copy in this browser. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'other-version' }
  | { readonly kind: 'not-loaded' }
  | { readonly kind: 'fault'; readonly detail: string };

export class CopyError extends Error {
  override readonly name = 'CopyError';
  readonly failure: CopyFailure;
  constructor(failure: CopyFailure) {
    super(`The copy failed: ${failure.kind}`);
    this.failure = failure;
  }
}

/** Describes an error by names only, because messages of the JavaScript engine may quote a cell. */
export function copyFailure(error: unknown): CopyFailure {
  if (error instanceof CopyError) return error.failure;
  if (!(error instanceof Error)) return { kind: 'fault', detail: 'unknown' };
  switch (error.name) {
    case 'QuotaExceededError':
      return { kind: 'no-space' };
    case 'SealBrokenError':
    case 'DamagedFileError':
    case 'NotFoundError':
      return { kind: 'damaged' };
    default:
      return { kind: 'fault', detail: error.name };
  }
}
