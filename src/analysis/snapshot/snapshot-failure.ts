import { ServiceError, type ServiceFailure } from '@/ui/http/service-error';
import { CopyError, type CopyFailure } from '@/rows/kept-copies/copy-failure';
import { InexpressibleValueError } from '@/contract/extraction';
import { PageMismatchError, type PageMismatchKind, type RepeatedRows } from '@/contract/page-mismatch';

/** The reason why a snapshot, or more of its rows, could not be loaded. */
export type SnapshotFailure =
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** The service's responses contradict each other. */
  | {
      readonly kind: 'mismatch';
      readonly mismatch: PageMismatchKind;
      readonly repeated: RepeatedRows | null;
      /** The 1-based page number; null or absent if unknown. */
      readonly page?: number | null;
    }
  | { readonly kind: 'copy'; readonly failure: CopyFailure }
  /** A condition cannot be written for this service, so nothing was sent. */
  | {
      readonly kind: 'inexpressible';
      readonly reason: InexpressibleValueError['reason'];
      /** What separates the values of a list; a comma by default. */
      readonly separator?: string;
      readonly column: string;
    }
  /** Rows that were read into this browser are no longer available. */
  | { readonly kind: 'rows-read' };

/** Thrown if rows that were read into this browser are no longer available. */
export class RowsReadError extends Error {
  override readonly name = 'RowsReadError';
}

/** Returns null for a cancelled request, which is not shown. Rethrows any other error, because it is a defect of the console. */
export function snapshotFailure(error: unknown): SnapshotFailure | null {
  if (error instanceof PageMismatchError) {
    return { kind: 'mismatch', mismatch: error.mismatch, repeated: error.repeated, page: error.page };
  }
  if (error instanceof RowsReadError) return { kind: 'rows-read' };
  if (error instanceof InexpressibleValueError)
    return { kind: 'inexpressible', reason: error.reason, column: error.column, separator: error.separator };
  if (error instanceof CopyError) return { kind: 'copy', failure: error.failure };
  if (!(error instanceof ServiceError)) throw error;
  return error.failure.kind === 'cancelled' ? null : { kind: 'service', failure: error.failure };
}

/** Returns whether there was no response at all, so that a retry can succeed once there is a connection. */
export function isConnectionFailure(failure: SnapshotFailure): boolean {
  return (
    failure.kind === 'service' &&
    (failure.failure.kind === 'unreachable' || failure.failure.kind === 'timed-out')
  );
}

/** Returns whether no further row of the snapshot can be loaded, so that only a new snapshot helps. */
export function isFinalFailure(failure: SnapshotFailure): boolean {
  if (failure.kind === 'service') return failure.failure.kind === 'expired-snapshot';
  return failure.kind === 'mismatch';
}
