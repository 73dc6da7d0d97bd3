import { expect, test } from 'vitest';
import { ENGLISH } from '@/test/english-words';
import { testField } from '@/test/test-price-column';
import { marginsText, moneyText, percentText } from './figure-texts';
import { filterText } from './filter-text';
import { FIRST_RULE, type PriceRule } from './proposal-spec';
import type { ProposalFilter } from './read-proposal';
import { ruleText } from './rule-text';
import type { CheckedPricesState } from './checked-prices';

test('a rule is a sentence of its rows, its change, its rounding and its guards', () => {
  const sentence = (rule: Partial<PriceRule>) =>
    ruleText(ENGLISH, { ...FIRST_RULE, ...rule }, [testField('Currency')]);
  expect(
    sentence({
      conditions: {
        kind: 'group',
        join: 'all',
        parts: [
          {
            kind: 'condition',
            column: 'Currency',
            operator: 'is-any-of',
            operand: { kind: 'values', values: ['EUR'] },
          },
        ],
      },
      change: { kind: 'amount', amount: '1234.5' },
      rounding: { kind: 'ending', ending: '0.95' },
      direction: 'up',
      notBelow: { kind: 'margin', margin: '20' },
      notAbove: { kind: 'column', column: 'List' },
      atMost: '8',
    }),
  ).toBe(
    'Currency is any of EUR: the price changes by +1,234.5, rounded up to end in 0.95, not below cost with a margin of 20 %, not above List, at most ± 8 %.',
  );
  expect(
    sentence({ change: { kind: 'percent', percent: '-3' }, rounding: { kind: 'step', step: '0.05' } }),
  ).toBe('All rows: the price changes by -3 %, rounded to 0.05.');
  expect(sentence({ change: { kind: 'column', column: 'List', factor: '1' } })).toBe(
    'All rows: the price becomes that of List.',
  );
});

test('a figure has a sign unless it is zero, and money has at most two places', () => {
  expect(moneyText(ENGLISH, '1234.5678', 'EUR', 4)).toBe('EUR +1,234.57');
  expect(moneyText(ENGLISH, '-7', null, 0)).toBe('-7');
  expect(moneyText(ENGLISH, '0.001', '', 4)).toBe('0.00');
  expect([percentText(ENGLISH, '2.345'), percentText(ENGLISH, null)]).toEqual(['+2.35 %', '–']);
  expect(marginsText(ENGLISH, { currency: 'EUR', marginBefore: '20', marginAfter: null })).toBe(
    'EUR 20.00 % → –',
  );
});

const OWN = { id: 'own-1', name: 'Dear', means: '', isUsed: true, refine: '' } as const;

test('the rows of a figure are named', () => {
  const checks: CheckedPricesState = {
    status: 'checked',
    id: 1,
    checked: {
      sqlName: 'checked',
      checks: [
        { check: { id: 'below-cost', parameters: { margin: '18' } }, before: 1, after: 2, added: 1, gone: 0 },
        {
          check: {
            id: 'own-1',
            own: OWN,
            refinement: { conditions: null, computedColumns: [] },
            today: '2026-11-30',
          },
          before: 1,
          after: 1,
          added: 0,
          gone: 0,
        },
      ],
      rows: { before: 1, after: 2, added: 1, gone: 0 },
    },
    // The check has been renamed since it was run.
    own: [{ ...OWN, name: 'Too dear' }],
    notRun: [],
  };
  const columns = { price: 'Price', cost: null, currency: 'Currency', group: 'Group' };
  const text = (filter: ProposalFilter) => filterText(ENGLISH, filter, columns, checks);
  expect(text({ kind: 'all' })).toBe('');
  expect(text({ kind: 'without-answer', rule: 1 })).toBe('Rule 2 · No answer');
  expect(text({ kind: 'with-margin', currency: null })).toBe('Rows with a cost in (no value)');
  expect(text({ kind: 'group', group: '', currency: 'EUR', areChanged: true })).toBe(
    'Group: (no value) · EUR · Changed',
  );
  expect(text({ kind: 'found', check: 'below-cost', side: 'added' })).toBe(
    'Below cost or a margin of 18 %: new',
  );
  expect(text({ kind: 'found', check: 'own-1', side: 'before' })).toBe('Too dear before');
  expect(text({ kind: 'found', check: null, side: 'gone' })).toBe('With findings that are gone');
  expect(text({ kind: 'planned', side: 'ended' })).toBe('Changed prices that end before');
  expect(text({ kind: 'percent', from: null, to: null })).toBe('Rows with a Δ %');
  expect(text({ kind: 'percent', from: null, to: '-5' })).toBe('Δ % under -5.00 %');
  expect(text({ kind: 'percent', from: '5', to: null })).toBe('Δ % of +5.00 % and more');
  expect(text({ kind: 'percent', from: '0', to: '5' })).toBe('Δ % from 0.00 % to under +5.00 %');
});
