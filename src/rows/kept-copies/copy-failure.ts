/** Why a copy cannot be kept or read. */
export type CopyFailure =
  /** The disk is full, or the browser grants no more room. */
  | { readonly kind: 'no-space' }
  /** This browser has no place for copies. */
  | { readonly kind: 'unsupported' }
  /** The file is not the one that was written: a part is missing, changed, or sealed with another key. */
  | { readonly kind: 'damaged' }
  /** This person has no such copy in this browser. */
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

/** Describes what was thrown, by names only: messages of the JavaScript engine may quote a cell. */
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
