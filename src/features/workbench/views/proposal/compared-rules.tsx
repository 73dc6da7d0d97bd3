import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { ProposalSpec } from '@/analysis/new-prices/proposal-spec';

/** The rules that the rules on screen are compared with. */
export interface ComparedRules {
  /** The id of the saved view with these rules; null for a file. */
  readonly viewId: string | null;
  /** The name of the saved view or the file. */
  readonly name: string;
  readonly rules: ProposalSpec;
}

interface ComparedRulesState {
  readonly compared: ComparedRules | null;
  readonly compareWith: (compared: ComparedRules | null) => void;
}

const ComparedRulesContext = createContext<ComparedRulesState | null>(null);

/** Provides the set-up and the results with the rules to compare with. These are forgotten when the view is closed. */
export function ComparedRulesProvider({ children }: { readonly children: ReactNode }) {
  const [compared, compareWith] = useState<ComparedRules | null>(null);
  const value = useMemo(() => ({ compared, compareWith }), [compared]);
  return <ComparedRulesContext value={value}>{children}</ComparedRulesContext>;
}

export function useComparedRules(): ComparedRulesState {
  const state = use(ComparedRulesContext);
  if (state === null) throw new Error('There is no proposal around this component.');
  return state;
}
