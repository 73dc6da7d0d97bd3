import { useCallback, useMemo } from 'react';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { figureFromParameter, figureToParameter } from './figure-address';
import type { ProposalFilter } from './read-proposal';

interface ShownPrices {
  /** The rows that a figure in the results or the set-up has selected. */
  readonly chosen: ProposalFilter;
  readonly show: (filter: ProposalFilter) => void;
}

/** Returns the rows that the grid shows, which the address keeps. */
export function useShownPrices(): ShownPrices {
  const { figure } = useWorkbenchScope().address;
  const { setView } = useWorkbenchActions();
  const chosen = useMemo(() => figureFromParameter(figure), [figure]);
  const show = useCallback(
    (filter: ProposalFilter) =>
      // An edit of the rules in the same second is an undo step of its own.
      setView('proposal', { figure: figureToParameter(filter) }, { isReplaced: true, run: 'figure' }),
    [setView],
  );
  return { chosen, show };
}
