import { createContext, use } from 'react';
import type { RowsRead } from '@/analysis/reading/rows-read';
import type { ChecksFromAddress } from '@/analysis/checks/checks-address';
import type { Checks } from '../../rows-read/checks/use-checks';
import type { EngineFailure } from '@/analysis/engine/analysis-engine';
import type { EngineTableKey } from '../../rows-read/reading/use-engine-table';
import type { CheckCount } from './check-outcome';
import type { CheckId } from '@/analysis/checks/check-definition';
import type { SetCheck } from '@/analysis/checks/checks-spec';
import type { AnyCheckId, OwnCheck } from '@/analysis/checks/own-checks';
import type { CompletedRun } from '@/analysis/checks/run-checks';
import type { CheckSourceReading } from '../../rows-read/checks/use-check-sources';
import type { Dismissals } from './use-dismissals';

export interface ChecksRun {
  /** The last run on these rows whose findings are known; null before the first run. */
  readonly completed: CompletedRun | null;
  /** Whether the set-up has changed since the last run. */
  readonly isOutdated: boolean;
  /** Whether the findings of the current set-up are being computed. */
  readonly isPending: boolean;
  readonly isRunning: boolean;
  readonly runKey: EngineTableKey;
  readonly failure: EngineFailure | null;
  /** Runs the checks; null if they run automatically, or cannot be run. */
  readonly start: (() => void) | null;
  readonly cancel: () => void;
  /** The text of the status line: what is being done, or what was found. */
  readonly status: string;
  /** The own checks (checks that the user has made), including checks of the run that were removed since. */
  readonly own: readonly OwnCheck[];
  /** Returns the name of a check, including the limit that its findings were computed with. */
  readonly nameOf: (id: AnyCheckId) => string;
  /** The checks that found so many rows that a role was probably given to the wrong column. */
  readonly wrongSetUps: readonly CheckShare[];
  readonly dismissals: Dismissals;
  readonly sourceOf: (id: CheckId) => CheckSourceReading;
  /** Returns the findings of a check in the run; null if the check was not run. */
  readonly countOf: (id: AnyCheckId) => CheckCount | null;
  /** Returns why a check in use cannot be run with the chosen source; null if it can. */
  readonly lackingOf: (check: SetCheck) => string | null;
}

/** The number of rows that a check has found, and the number of all rows. */
export interface CheckShare {
  readonly id: AnyCheckId;
  readonly found: number;
  readonly all: number;
}

/** The state that the findings and the set-up of the checks share. */
export type ChecksState =
  /** There are no rows to check, or the stored data is not loaded yet. */
  | { readonly status: 'waiting'; readonly hasRows: boolean }
  | { readonly status: 'problem'; readonly problem: Extract<ChecksFromAddress, { ok: false }>['problem'] }
  | {
      readonly status: 'ready';
      readonly checks: Checks;
      readonly rowsRead: RowsRead;
      readonly run: ChecksRun;
    };

const ChecksContext = createContext<ChecksState | null>(null);

export const ChecksStateProvider = ChecksContext;

/** Returns the state of the checks. */
export function useChecksState(): ChecksState {
  const state = use(ChecksContext);
  if (state === null) throw new Error('There are no checks around this component.');
  return state;
}
