import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { ProposalFilter } from './read-proposal';

interface ShownPrices {
  /** The rows that a figure in the results or the set-up has selected. */
  readonly chosen: ProposalFilter;
  readonly show: (filter: ProposalFilter) => void;
}

const ShownPricesContext = createContext<ShownPrices | null>(null);

export const ALL_ROWS: ProposalFilter = { kind: 'all' };

/** Provides set-up and results with the rows that the grid shows, while the view is on screen. */
export function ShownPricesProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, show] = useState(ALL_ROWS);
  const value = useMemo(() => ({ chosen, show }), [chosen]);
  return <ShownPricesContext value={value}>{children}</ShownPricesContext>;
}

export function useShownPrices(): ShownPrices {
  const state = use(ShownPricesContext);
  if (state === null) throw new Error('There is no proposal around this component.');
  return state;
}
