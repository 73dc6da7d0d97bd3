import { expect, test } from 'vitest';
import { newCondition } from '../../conditions/condition-parts';
import type { DraftConditions } from '../../model/draft-query';
import { testField } from '@/test/test-price-column';
import {
  draftOf,
  specOf,
  unfinishedOf,
  withChangedRule,
  withMovedRule,
  withRule,
  withTypedNumber,
  withUnfinished,
} from './proposal-draft';
import { FIRST_PROPOSAL, FIRST_RULE } from '@/analysis/new-prices/proposal-spec';

const CONDITION = newCondition(testField('Value', { type: 'number' }));
const UNFINISHED: DraftConditions = { join: 'any', parts: [CONDITION] };

/** Returns a draft with two rules. The first rule has a condition without a value. */
function edited() {
  const draft = withRule(draftOf(FIRST_PROPOSAL), { ...FIRST_RULE, atMost: '8' });
  const [first] = draft?.rules ?? [];
  if (draft === null || first === undefined) throw new Error('There is room for two rules.');
  return withChangedRule(draft, first.id, { unfinished: UNFINISHED });
}

/** Returns the draft as after a reload of the page, when only complete rules are in the address. */
const reopened = (of: ReturnType<typeof edited>) => draftOf(specOf(of));

test('conditions that are not complete come back on the same rules', () => {
  const draft = edited();
  const [first, second] = withUnfinished(reopened(draft), unfinishedOf(draft)).rules;
  expect(first?.unfinished).toMatchObject({ join: 'any', parts: [{ field: 'Value', values: [] }] });
  expect(second?.unfinished).toBeNull();
});

test('they stay with their rule, and go with it or once they are complete', () => {
  const draft = edited();
  const [first, second] = draft.rules;
  const moved = withMovedRule(draft, first?.id ?? '', 1);
  expect(withUnfinished(reopened(moved), unfinishedOf(moved)).rules[1]?.unfinished).not.toBeNull();
  expect(unfinishedOf(withChangedRule(draft, first?.id ?? '', { unfinished: null }))).toBeNull();
  expect(unfinishedOf({ ...draft, rules: second === undefined ? [] : [second] })).toBeNull();
});

test('they are not put on other rules, nor is what cannot be read', () => {
  const draft = edited();
  const kept = unfinishedOf(draft);
  const other = draftOf(FIRST_PROPOSAL);
  expect(withUnfinished(other, kept)).toBe(other);
  const unreadable = withUnfinished(reopened(draft), { of: kept?.of ?? null, text: '["{"' });
  expect(unreadable.rules.map(({ unfinished }) => unfinished)).toEqual([null, null]);
});

test('numbers come back as they are typed while they are none, and go once they are, or with their place', () => {
  const draft = draftOf({
    ...FIRST_PROPOSAL,
    rules: [{ ...FIRST_RULE, change: { kind: 'percent', percent: '3' } }],
  });
  const id = draft.rules[0]?.id ?? '';
  const typing = withTypedNumber(withTypedNumber(draft, id, 'change.percent', '3,x'), id, 'atMost', '-');
  expect(specOf(typing)).toEqual(specOf(draft));
  const [kept] = withUnfinished(reopened(typing), unfinishedOf(typing)).rules;
  expect(kept?.typed).toEqual({ 'change.percent': '3,x', atMost: '-' });
  expect(kept?.unfinished).toBeNull();

  const typed = withTypedNumber(typing, id, 'change.percent', null);
  expect(typed.rules[0]?.typed).toEqual({ atMost: '-' });
  expect(withTypedNumber(typed, id, 'change.percent', null)).toBe(typed);
  expect(unfinishedOf(withTypedNumber(typed, id, 'atMost', null))).toBeNull();
  const other = withChangedRule(typing, id, {
    rule: { ...FIRST_RULE, change: { kind: 'amount', amount: '0' } },
  });
  expect(other.rules[0]?.typed).toEqual({ atMost: '-' });
});
