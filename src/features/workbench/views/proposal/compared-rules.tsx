import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { ProposalSpec } from './proposal-spec';

/** Rules that those on screen are compared with. */
export interface ComparedRules {
  /** The id of the saved view that has them; null for a file. */
  readonly viewId: string | null;
  /** The name of the saved view, or of the file. */
  readonly name: string;
  readonly rules: ProposalSpec;
}

interface ComparedRulesState {
  readonly compared: ComparedRules | null;
  readonly compareWith: (compared: ComparedRules | null) => void;
}

const ComparedRulesContext = createContext<ComparedRulesState | null>(null);

/** Provides set-up and answer with the rules that those on screen are compared with, for as long as the view is on screen. */
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
