import { isNotLoaded } from '@/shared/page-version/not-loaded';
import type { Certificate } from '../model/certificate';
import { compareWithSnapshot, type ComparisonPorts, type SnapshotComparison } from './compare-with-snapshot';
import { hasSameValues, rowChanges, type ChangesOutcome } from './row-changes';
import { verifyInWorker } from './verify-in-worker';
import type { Verification } from './verify-export';

/** What is known of files that somebody brought back. `share`: 0 to 1. */
export type VerificationState =
  | { readonly status: 'reading'; readonly share: number }
  /** The file is read; the snapshot is asked in what it differs. */
  | { readonly status: 'looking-up' }
  /** The file is what its certificate describes; the snapshot is asked whether it is the snapshot's as well. */
  | { readonly status: 'comparing'; readonly share: number; readonly isHolding: boolean }
  /** Nothing is known of the files; `isNotLoaded`: for want of code that a reload may bring. */
  | { readonly status: 'failed'; readonly isNotLoaded: boolean }
  | { readonly status: 'told'; readonly found: Found };

export interface Found {
  readonly verification: Verification;
  readonly changes: ChangesOutcome;
  /** Null where there is nothing to compare with the snapshot. */
  readonly comparison: SnapshotComparison | null;
}

export interface RunningVerification {
  /** Compares with the snapshot what was not compared, or could not be. */
  readonly compare: () => void;
  readonly stopComparing: () => void;
  /** Ends it; nothing more is told. */
  readonly end: () => void;
}

/** To compare more rows than this is the person's decision: all of them are read again for it. */
const MAX_ROWS_UNASKED = 2_000_000;

/** Reads files, and compares what their certificate describes with the snapshot as far as it lives. */
export function startVerification(
  files: readonly File[],
  getPorts: () => ComparisonPorts,
  onState: (state: VerificationState) => void,
): RunningVerification {
  const whole = new AbortController();
  let comparing = new AbortController();
  let comparable: { readonly found: Found; readonly certificate: Certificate } | null = null;

  function tell(state: VerificationState): void {
    if (!whole.signal.aborted) onState(state);
  }

  async function verify(): Promise<void> {
    const { signal } = whole;
    const verification = await verifyInWorker(
      files,
      (rowCount, written) => tell({ status: 'reading', share: rowCount / Math.max(1, written) }),
      signal,
    );
    const found: Found = { verification, changes: await changesOf(verification, signal), comparison: null };
    const certificate = describedBy(found);
    if (certificate === null) return tell({ status: 'told', found });
    comparable = { found, certificate };
    if (certificate.rows.written <= MAX_ROWS_UNASKED) await compare();
    else tell({ status: 'told', found: { ...found, comparison: { kind: 'not-compared' } } });
  }

  async function changesOf(verification: Verification, signal: AbortSignal): Promise<ChangesOutcome> {
    if (verification.kind !== 'changed') return [];
    // Not yet that it has changed: another program may have saved the same values.
    tell({ status: 'looking-up' });
    const { certificate, parts } = verification;
    return rowChanges(certificate, parts, getPorts().client, signal).catch(() => 'not-to-be-had' as const);
  }

  async function compare(): Promise<void> {
    if (comparable === null || whole.signal.aborted) return;
    const { found, certificate } = comparable;
    const mine = new AbortController();
    comparing = mine;
    let progress = { share: 0, isHolding: false };
    const update = (change: Partial<typeof progress>) => {
      progress = { ...progress, ...change };
      if (!mine.signal.aborted) tell({ status: 'comparing', ...progress });
    };
    update({});
    const comparison = await compareWithSnapshot(
      certificate,
      getPorts(),
      {
        onRows: (rowCount) => update({ share: rowCount / Math.max(1, certificate.rows.written) }),
        onHolding: (holding) => update({ isHolding: holding !== null }),
      },
      mine.signal,
    );
    tell({ status: 'told', found: { ...found, comparison } });
  }

  verify().catch((error: unknown) => tell({ status: 'failed', isNotLoaded: isNotLoaded(error) }));
  return {
    compare: () => void compare(),
    stopComparing: () => comparing.abort(),
    end: () => {
      whole.abort();
      comparing.abort();
    },
  };
}

/** The certificate of a file that is what it describes, or has the same values. */
function describedBy({ verification, changes }: Found): Certificate | null {
  if (verification.kind === 'unchanged') return verification.certificate;
  if (verification.kind !== 'changed' || !hasSameValues(verification, changes)) return null;
  return verification.certificate;
}
