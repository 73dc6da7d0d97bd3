import { ServiceError, type ServiceFailure } from '@/shared/http/service-error';
import { PageLengthError } from '@/shared/paged-rows/page-length-error';
import { PageBreachError, type PageBreachKind } from '@/contract/page-breach';

/** Why there is no snapshot, or no more of it. */
export type SnapshotFailure =
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** The service's answers contradict each other. */
  | { readonly kind: 'breach'; readonly breach: PageBreachKind };

/** Null for what is not to be shown: it was cancelled. An error that is neither is a fault of ours, and thrown on. */
export function snapshotFailure(error: unknown): SnapshotFailure | null {
  if (error instanceof PageBreachError) return { kind: 'breach', breach: error.breach };
  if (error instanceof PageLengthError) return { kind: 'breach', breach: 'row-count' };
  if (!(error instanceof ServiceError)) throw error;
  return error.failure.kind === 'cancelled' ? null : { kind: 'service', failure: error.failure };
}

/** True where no answer came: with a connection it could be another matter. */
export function isCutOff(failure: SnapshotFailure): boolean {
  return (
    failure.kind === 'service' &&
    (failure.failure.kind === 'unreachable' || failure.failure.kind === 'timed-out')
  );
}
