import { MAX_RULES } from '../../model/refinement-of-rows';
import { FIRST_RULE, type PriceRule, type ProposalSpec } from './proposal-spec';

/** A rule while it is edited. The id stays with it wherever it moves. */
export interface DraftRule {
  readonly id: string;
  readonly rule: PriceRule;
}

/** A proposal while it is edited. */
export interface ProposalDraft extends Omit<ProposalSpec, 'rules'> {
  readonly rules: readonly DraftRule[];
}

let lastId = 0;
function newId(): string {
  lastId += 1;
  return `rule-${lastId}`;
}

export function draftOf({ rules, ...rest }: ProposalSpec): ProposalDraft {
  return { ...rest, rules: rules.map((rule) => ({ id: newId(), rule })) };
}

export function specOf({ rules, ...rest }: ProposalDraft): ProposalSpec {
  return { ...rest, rules: rules.map(({ rule }) => rule) };
}

/** Adds a rule at the end, for what the others leave; null where there are as many as there may be. */
export function withRule(draft: ProposalDraft, rule: PriceRule = FIRST_RULE): ProposalDraft | null {
  if (draft.rules.length >= MAX_RULES) return null;
  return { ...draft, rules: [...draft.rules, { id: newId(), rule }] };
}

/** Puts a rule in the place of the one with an id. */
export function withChangedRule(draft: ProposalDraft, id: string, rule: PriceRule): ProposalDraft {
  return { ...draft, rules: draft.rules.map((each) => (each.id === id ? { id, rule } : each)) };
}

export function withoutRule(draft: ProposalDraft, id: string): ProposalDraft {
  return { ...draft, rules: draft.rules.filter((each) => each.id !== id) };
}

/** Moves a rule to the place of another one. */
export function withMovedRule(draft: ProposalDraft, id: string, to: number): ProposalDraft {
  const moved = draft.rules.find((each) => each.id === id);
  if (moved === undefined || to < 0 || to >= draft.rules.length) return draft;
  return { ...draft, rules: draft.rules.filter((each) => each !== moved).toSpliced(to, 0, moved) };
}
