import { createContext, use, useMemo, type ReactNode } from 'react';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import type { ViewPartProps } from '../view-part';
import { usePublish } from '../../controller/use-published-rows';
import { fixedRolesToParameter, type ChecksFromAddress } from '@/analysis/checks/checks-address';
import { useChecks, type Checks } from '../../rows-read/checks/use-checks';
import { useChecksRun, type ChecksRun } from './use-checks-run';

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

/** Runs the checks, and provides the components that show the findings and the set-up with the result. */
export function ChecksScope({ isShown, children }: ViewPartProps & { readonly children: ReactNode }) {
  const { reading, refining } = useRowsReadScope();
  const refined = refining?.status === 'ready' ? refining.rowsRead : null;
  const rows = refining === null ? reading.rowsRead : refined;
  const hasRows = rows !== null && reading.state.snapshotRows > 0;
  const rowsRead = hasRows ? rows : null;
  const read = useChecks(rowsRead);
  const checks = read === null || 'ok' in read ? null : read;
  const run = useChecksRun({ rowsRead, checks, isShown });
  // Views saved from now on contain these roles (which column is the price and so on). New roles are published once they are determined.
  usePublish(
    'roles',
    checks === null || checks.isProposing ? null : fixedRolesToParameter(checks.resolved.wanted),
  );
  const value = useMemo((): ChecksState => {
    if (rowsRead === null || read === null) return { status: 'waiting', hasRows };
    if ('ok' in read) return { status: 'problem', problem: read.problem };
    return { status: 'ready', checks: read, rowsRead, run };
  }, [hasRows, rowsRead, read, run]);
  return <ChecksContext value={value}>{children}</ChecksContext>;
}

/** Returns the state of the checks. */
export function useChecksState(): ChecksState {
  const state = use(ChecksContext);
  if (state === null) throw new Error('There are no checks around this component.');
  return state;
}
