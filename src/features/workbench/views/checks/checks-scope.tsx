import { useMemo, type ReactNode } from 'react';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import type { ViewPartProps } from '../view-part';
import { usePublish } from '../../controller/use-published-rows';
import { fixedRolesToParameter } from '@/analysis/checks/checks-address';
import { useChecks } from '../../rows-read/checks/use-checks';
import { useChecksRun } from './use-checks-run';
import { ChecksStateProvider, type ChecksState } from './checks-state';

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
  return <ChecksStateProvider value={value}>{children}</ChecksStateProvider>;
}
