import { useCallback, useMemo } from 'react';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { figureFromParameter, figureToParameter } from '@/analysis/new-prices/figure-address';
import type { ProposalFilter } from '@/analysis/new-prices/read-proposal';

interface ShownPrices {
  /** The rows to show, as chosen by a figure in the results or in the set-up. */
  readonly chosen: ProposalFilter;
  readonly show: (filter: ProposalFilter) => void;
}

/** Returns which rows the grid shows, and a function that changes this. The address keeps the choice. */
export function useShownPrices(): ShownPrices {
  const { figure } = useWorkbenchScope().address;
  const { setView } = useWorkbenchActions();
  const chosen = useMemo(() => figureFromParameter(figure), [figure]);
  const show = useCallback(
    (filter: ProposalFilter) =>
      // The undo step of this choice must not be merged with an edit of the rules in the same second.
      setView('proposal', { figure: figureToParameter(filter) }, { isReplaced: true, series: 'figure' }),
    [setView],
  );
  return { chosen, show };
}
