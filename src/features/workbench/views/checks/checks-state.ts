import { createContext, use } from 'react';
import type { RowsRead } from '@/analysis/reading/rows-read';
import type { ChecksFromAddress } from '@/analysis/checks/checks-address';
import type { Checks } from '../../rows-read/checks/use-checks';
import type { ChecksRun } from './use-checks-run';

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
