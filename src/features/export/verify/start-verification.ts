import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { isRetryable } from '@/ui/http/retry-policy';
import { ServiceError, type ServiceFailure } from '@/ui/http/service-error';
import type { Certificate } from '@/rows/certificates/certificate';
import { compareWithSnapshot, type ComparisonPorts, type SnapshotComparison } from './compare-with-snapshot';
import { compareValues, mayHaveSameValues, type ValuesOutcome } from './same-values';
import { verifyInWorker } from './background-verification';
import type { Verification } from './verify-export';

/** The progress or result of verifying files. `share` is the progress from 0 to 1. */
export type VerificationState =
  | { readonly status: 'reading'; readonly share: number }
  /** The file differs from its certificate. The values of its changed rows are being compared with the snapshot. */
  | { readonly status: 'looking-up' }
  /** The file matches its certificate, and the certificate is being compared with the snapshot. */
  | { readonly status: 'comparing'; readonly share: number; readonly isRetrying: boolean }
  /** `isNotLoaded` means that code could not be loaded. Reloading the page may help. */
  | { readonly status: 'failed'; readonly isNotLoaded: boolean }
  | { readonly status: 'verified'; readonly found: Found };

export interface Found {
  readonly verification: Verification;
  /** Whether a changed file still has the values of the snapshot. */
  readonly values: ValuesOutcome;
  /** The comparison with the snapshot; null if there is nothing to compare. */
  readonly comparison: SnapshotComparison | null;
}

export interface RunningVerification {
  /** Starts the comparison if it was not started, was cancelled or has failed. */
  readonly compare: () => void;
  readonly stopComparing: () => void;
  /** Call this when the service can be reached again. Waiting work continues, and failed look-ups and comparisons start again. */
  readonly tryAgain: () => void;
  /** Ends the verification. Nothing is reported after that. */
  readonly end: () => void;
}

/** The maximum number of rows that are compared automatically. For more rows, the user has to start the comparison. */
const MAX_ROWS_UNASKED = 2_000_000;

/** Verifies files, and compares their certificate with the snapshot unless it has expired. */
export function startVerification(
  files: readonly File[],
  getPorts: () => ComparisonPorts,
  onState: (state: VerificationState) => void,
): RunningVerification {
  const whole = new AbortController();
  let comparing = new AbortController();
  let tryNow: () => void = () => undefined;
  let latest: VerificationState | null = null;
  let isInReachAgain = false;
  let comparable: { readonly found: Found; readonly certificate: Certificate } | null = null;

  function report(state: VerificationState): void {
    if (whole.signal.aborted) return;
    latest = state;
    onState(state);
  }

  async function verify(): Promise<void> {
    const { signal } = whole;
    const verification = await verifyInWorker(
      files,
      (rowCount, written) => report({ status: 'reading', share: rowCount / Math.max(1, written) }),
      signal,
    );
    await judge(verification);
  }

  async function judge(verification: Verification): Promise<void> {
    isInReachAgain = false;
    let values = await valuesOf(verification, whole.signal);
    // The look-up failed, but the service has become reachable since it began, so the look-up is repeated.
    if (isInReachAgain && values.kind === 'unknown' && isForNow(values.failure))
      values = await valuesOf(verification, whole.signal);
    const found: Found = { verification, values, comparison: null };
    const certificate = describedBy(found);
    if (certificate === null) return report({ status: 'verified', found });
    comparable = { found, certificate };
    if (certificate.rows.written <= MAX_ROWS_UNASKED) await compare();
    else report({ status: 'verified', found: { ...found, comparison: { kind: 'not-compared' } } });
  }

  async function valuesOf(verification: Verification, signal: AbortSignal): Promise<ValuesOutcome> {
    if (verification.kind !== 'changed') return { kind: 'same' };
    if (!mayHaveSameValues(verification)) return { kind: 'different' };
    // The file is not reported as changed yet: another program may have saved it again with the same values.
    report({ status: 'looking-up' });
    const { certificate, parts } = verification;
    try {
      return await compareValues(certificate, parts, getPorts().client, signal);
    } catch (error) {
      return { kind: 'unknown', failure: error instanceof ServiceError ? error.failure : null };
    }
  }

  async function compare(): Promise<void> {
    if (comparable === null || whole.signal.aborted) return;
    const { found, certificate } = comparable;
    const mine = new AbortController();
    comparing = mine;
    tryNow = () => undefined;
    let progress = { share: 0, isRetrying: false };
    const update = (change: Partial<typeof progress>) => {
      progress = { ...progress, ...change };
      if (!mine.signal.aborted) report({ status: 'comparing', ...progress });
    };
    update({});
    const comparison = await compareWithSnapshot(
      certificate,
      getPorts(),
      {
        onRows: (rowCount) => update({ share: rowCount / Math.max(1, certificate.rows.written) }),
        onRetrying: (retryReason) => update({ isRetrying: retryReason !== null }),
        onReading: (skipDelays) => {
          tryNow = skipDelays;
        },
      },
      mine.signal,
    );
    report({ status: 'verified', found: { ...found, comparison } });
  }

  function tryAgain(): void {
    isInReachAgain = true;
    if (latest?.status === 'comparing') tryNow();
    if (latest?.status !== 'verified') return;
    const { verification, values, comparison } = latest.found;
    if (values.kind === 'unknown' && isForNow(values.failure)) void judge(verification);
    else if (comparison?.kind === 'failed' && comparison.failure.kind === 'service') {
      if (isForNow(comparison.failure.failure)) void compare();
    }
  }

  verify().catch((error: unknown) => report({ status: 'failed', isNotLoaded: isNotLoaded(error) }));
  return {
    compare: () => void compare(),
    stopComparing: () => comparing.abort(),
    tryAgain,
    end: () => {
      whole.abort();
      comparing.abort();
    },
  };
}

/** Whether a failed look-up or comparison may succeed when the service can be reached again. */
function isForNow(failure: ServiceFailure | null): boolean {
  return failure !== null && isRetryable(failure);
}

/** Returns the certificate if the file matches it or has the same values; otherwise null. */
function describedBy({ verification, values }: Found): Certificate | null {
  if (verification.kind === 'unchanged') return verification.certificate;
  return verification.kind === 'changed' && values.kind === 'same' ? verification.certificate : null;
}
