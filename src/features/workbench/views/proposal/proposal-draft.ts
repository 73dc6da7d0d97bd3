import type { Dispatch, SetStateAction } from 'react';
import * as z from 'zod';
import { MAX_RULES } from '@/analysis/conditions/refinement-of-rows';
import { moved } from '@/lib/base/moved';
import { ownMember } from '@/lib/base/own-member';
import type { Unapplied } from '../../model/unapplied';
import { newConditionId } from '../../conditions/condition-ids';
import type { DraftConditions } from '../../model/draft-query';
import { draftConditionsFromText } from '../../model/draft-refinement';
import { proposalToParameter } from './proposal-address';
import { FIRST_RULE, type PriceRule, type ProposalSpec } from '@/analysis/new-prices/proposal-spec';

/** A rule while it is edited. Its id stays the same when the rule is moved. */
export interface DraftRule {
  readonly id: string;
  readonly rule: PriceRule;
  /** The typed conditions while they are incomplete, and `rule` still has the last complete ones; null if they are complete. */
  readonly unfinished: DraftConditions | null;
  /** The texts of invalid numbers, by the place of the number in the rule. `rule` still has the last valid numbers. */
  readonly typed: Readonly<Record<string, string>>;
}

export interface ProposalDraft extends Omit<ProposalSpec, 'rules'> {
  readonly rules: readonly DraftRule[];
}

export interface EditedProposal {
  readonly draft: ProposalDraft;
  readonly change: Dispatch<SetStateAction<ProposalDraft>>;
}

let lastId = 0;
function newId(): string {
  lastId += 1;
  return `rule-${lastId}`;
}

export function draftOf({ rules, ...rest }: ProposalSpec): ProposalDraft {
  return { ...rest, rules: rules.map((rule) => ({ id: newId(), rule, unfinished: null, typed: {} })) };
}

export function specOf({ rules, ...rest }: ProposalDraft): ProposalSpec {
  return { ...rest, rules: rules.map(({ rule }) => rule) };
}

/** Adds a rule at the end, for rows that no other rule applies to. Returns null if there are too many rules. */
export function withRule(draft: ProposalDraft, rule: PriceRule = FIRST_RULE): ProposalDraft | null {
  if (draft.rules.length >= MAX_RULES) return null;
  return { ...draft, rules: [...draft.rules, { id: newId(), rule, unfinished: null, typed: {} }] };
}

/** Changes the rule with this id. If the rule no longer has a number, the text typed for that number is discarded. */
export function withChangedRule(
  draft: ProposalDraft,
  id: string,
  changes: Partial<Omit<DraftRule, 'id'>>,
): ProposalDraft {
  return {
    ...draft,
    rules: draft.rules.map((each) => (each.id === id ? withOwnNumbers({ ...each, ...changes }) : each)),
  };
}

function withOwnNumbers(of: DraftRule): DraftRule {
  const { change, rounding, notBelow, notAbove } = of.rule;
  const parts = { change, rounding, notBelow, notAbove };
  const places = ['atMost', ...Object.entries(parts).map(([name, part]) => `${name}.${part?.kind ?? ''}`)];
  const own = Object.entries(of.typed).filter(([place]) => places.includes(place));
  return own.length === Object.keys(of.typed).length ? of : { ...of, typed: Object.fromEntries(own) };
}

/** Stores the invalid text that was typed for a number of a rule; null discards the text. */
export function withTypedNumber(
  draft: ProposalDraft,
  id: string,
  place: string,
  text: string | null,
): ProposalDraft {
  const before = draft.rules.find((each) => each.id === id)?.typed ?? {};
  if ((ownMember(before, place) ?? null) === text) return draft;
  const { [place]: _, ...others } = before;
  return withChangedRule(draft, id, { typed: text === null ? others : { ...others, [place]: text } });
}

/** Returns the incomplete parts of a draft to store them; null if the draft is complete. */
export function unfinishedOf(draft: ProposalDraft): Unapplied | null {
  const isFinished = ({ unfinished, typed }: DraftRule) =>
    unfinished === null && Object.keys(typed).length === 0;
  if (draft.rules.every(isFinished)) return null;
  const kept = draft.rules.map(({ unfinished, typed }) => ({
    conditions: unfinished === null ? null : JSON.stringify(unfinished),
    numbers: typed,
  }));
  return { of: proposalToParameter(specOf(draft)) ?? null, text: JSON.stringify(kept) };
}

const keptSchema = z.array(
  z.object({ conditions: z.string().nullable(), numbers: z.record(z.string(), z.string()) }),
);

/** Returns a draft with its stored incomplete parts. They are ignored if they belong to other rules. */
export function withUnfinished(draft: ProposalDraft, kept: Unapplied | null): ProposalDraft {
  if (kept === null || kept.of !== (proposalToParameter(specOf(draft)) ?? null)) return draft;
  const rules = keptRulesOf(kept.text);
  return {
    ...draft,
    rules: draft.rules.map((each, index) => {
      const { conditions = null, numbers = {} } = rules[index] ?? {};
      return withOwnNumbers({
        ...each,
        unfinished: conditions === null ? null : draftConditionsFromText(conditions, newConditionId),
        typed: numbers,
      });
    }),
  };
}

function keptRulesOf(text: string): z.output<typeof keptSchema> {
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

export function withoutRule(draft: ProposalDraft, id: string): ProposalDraft {
  return { ...draft, rules: draft.rules.filter((each) => each.id !== id) };
}

/** Moves a rule to the position `to`. The rules between the two positions move by one. */
export function withMovedRule(draft: ProposalDraft, id: string, to: number): ProposalDraft {
  const { rules } = draft;
  const from = rules.findIndex((each) => each.id === id);
  return from === -1 || to < 0 || to >= rules.length ? draft : { ...draft, rules: moved(rules, from, to) };
}
