import * as z from 'zod';
import { MAX_RULES } from '../../model/refinement-of-rows';
import type { Unapplied } from '../../model/unapplied';
import type { DraftConditions } from '../../rows-read/steps/condition-parts';
import { draftFromText } from '../../rows-read/steps/refinement-draft';
import { proposalToParameter } from './proposal-address';
import { FIRST_RULE, type PriceRule, type ProposalSpec } from './proposal-spec';

/** A rule while it is edited. The id stays with it wherever it moves. */
export interface DraftRule {
  readonly id: string;
  readonly rule: PriceRule;
  /** Its conditions as they are typed, where they are not complete and `rule` has those before; null where they are. */
  readonly unfinished: DraftConditions | null;
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
  return { ...rest, rules: rules.map((rule) => ({ id: newId(), rule, unfinished: null })) };
}

export function specOf({ rules, ...rest }: ProposalDraft): ProposalSpec {
  return { ...rest, rules: rules.map(({ rule }) => rule) };
}

/** Adds a rule at the end, for what the others leave; null where there are as many as there may be. */
export function withRule(draft: ProposalDraft, rule: PriceRule = FIRST_RULE): ProposalDraft | null {
  if (draft.rules.length >= MAX_RULES) return null;
  return { ...draft, rules: [...draft.rules, { id: newId(), rule, unfinished: null }] };
}

/** Changes the rule with an id. */
export function withChangedRule(
  draft: ProposalDraft,
  id: string,
  changes: Partial<Omit<DraftRule, 'id'>>,
): ProposalDraft {
  return { ...draft, rules: draft.rules.map((each) => (each.id === id ? { ...each, ...changes } : each)) };
}

/** Returns what of a draft is not complete, to be kept; null for nothing. */
export function unfinishedOf(draft: ProposalDraft): Unapplied | null {
  if (draft.rules.every(({ unfinished }) => unfinished === null)) return null;
  const texts = draft.rules.map(({ unfinished }) =>
    unfinished === null ? null : JSON.stringify({ ...unfinished, computed: [] }),
  );
  return { of: proposalToParameter(specOf(draft)) ?? null, text: JSON.stringify(texts) };
}

const textsSchema = z.array(z.string().nullable());

/** Returns a draft with what was kept of it, if that is of the same rules. */
export function withUnfinished(draft: ProposalDraft, kept: Unapplied | null): ProposalDraft {
  if (kept === null || kept.of !== (proposalToParameter(specOf(draft)) ?? null)) return draft;
  const texts = textsOf(kept.text);
  return {
    ...draft,
    rules: draft.rules.map((each, index) => {
      const text = texts[index] ?? null;
      return text === null ? each : { ...each, unfinished: draftFromText(text) };
    }),
  };
}

function textsOf(text: string): readonly (string | null)[] {
  try {
    return textsSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
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
