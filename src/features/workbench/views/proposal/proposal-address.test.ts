import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RefineGroup } from '@/analysis/conditions/refinement';
import { withRuleFor } from '@/analysis/conditions/refinement-of-rows';
import { proposalFromParameter, proposalToParameter } from './proposal-address';
import {
  DIRECTIONS,
  FILE_FIGURES,
  FIRST_PROPOSAL,
  FIRST_RULE,
  PROPOSAL_ROLES,
  proposalSpecSchema,
  ROUNDING_STEPS,
  ruleProblem,
  type PriceLimit,
  type PriceRule,
  type ProposalSpec,
} from '@/analysis/new-prices/proposal-spec';

const COLUMNS = [
  { name: 'Group', type: 'text' },
  { name: 'Value', type: 'number' },
  { name: 'Cost; a~b,c!', type: 'number' },
] as const;

const isGroup: RefineGroup = {
  kind: 'group',
  join: 'all',
  parts: [
    {
      kind: 'condition',
      column: 'Group',
      operator: 'is',
      operand: { kind: 'values', values: ['FX-BOLT'] },
    },
  ],
};
const SPEC: ProposalSpec = {
  rules: [
    {
      conditions: isGroup,
      change: { kind: 'percent', percent: '3' },
      rounding: { kind: 'ending', ending: '0.95' },
      direction: 'up',
      notBelow: { kind: 'margin', margin: '18' },
      notAbove: { kind: 'column', column: 'ListPrice' },
      atMost: '8',
    },
    { ...FIRST_RULE, change: { kind: 'column', column: 'Cost; a~b,c!', factor: '1.2' } },
  ],
  columns: { cost: 'Landed', group: null },
  weight: 'Volume',
  validFrom: '2027-01-01',
  reason: 'Freight, and steel',
  fileColumns: { fields: ['Article;'], figures: ['oldValue', 'newValue'] },
};
const TEXT =
  '1;rule,for~1!sall!sGroup!tis!tFX-BOLT,by~percent~3,to~ending~0.95~up,below~margin~18,above~column~ListPrice,most~8;' +
  'rule,by~column~Cost!s a!tb!cc!x~1.2;use,cost~Landed,group;weight,Volume;from,2027-01-01;reason,Freight!c and steel;file,field~Article!s,oldValue,newValue';

test('rules are written so that people can read them', () => {
  expect(proposalToParameter(SPEC)).toBe(TEXT);
  expect(proposalFromParameter(TEXT, COLUMNS)).toEqual({ ok: true, spec: SPEC });
});

test('a mark-up is written by its own name, and a margin stays the one of the price', () => {
  const text = '1;rule,by~markup~25,below~margin~20,above~markup~40';
  expect(proposalFromParameter(text, COLUMNS)).toEqual({
    ok: true,
    spec: {
      ...FIRST_PROPOSAL,
      rules: [
        {
          ...FIRST_RULE,
          change: { kind: 'markup', markup: '25' },
          notBelow: { kind: 'margin', margin: '20' },
          notAbove: { kind: 'markup', markup: '40' },
        },
      ],
    },
  });
});

test('the rule that the view opens with is not in the address', () => {
  expect(proposalToParameter(FIRST_PROPOSAL)).toBeUndefined();
});

test('an address that cannot be used as a whole is refused, and says where', () => {
  const problemOf = (text: string) => {
    const read = proposalFromParameter(text, COLUMNS);
    return read.ok ? null : read.problem.kind;
  };
  expect(problemOf('2;rule,by~percent~3')).toBe('unknown-version');
  for (const text of [
    '1;rule,by~percent~three',
    '1;rule,by~percent~1234567',
    '1;rule,by~share~3',
    '1;rule,by~percent~3,by~percent~4',
    '1;rule,by~percent~3,to~step~0.02~up',
    '1;rule,by~percent~3,to~step~0.05~sideways',
    '1;rule,by~percent~3,most~-8',
    '1;rule,by~percent~3,below~rate~8',
    '1;rules,by~percent~3',
    '1;rule,most~8',
    '1;use,article~Number',
    '1;use,cost~!q',
    '1;weight,Volume;weight,Volume',
    '1;weight,Volume,Quantity',
    '1;from,tomorrow',
  ]) {
    expect([text, problemOf(text)]).toEqual([text, 'unreadable']);
  }
  expect(problemOf('1;rule,for~1!sall!sCountry!tis!tDE,by~percent~3')).toBe('conditions');
  expect(problemOf(`1;rule,for~!list~${'0'.repeat(28)},by~percent~3`)).toBe('elsewhere');
});

test('names the rule whose conditions cannot be used, and ignores further texts of a rule', () => {
  const unfit = 'rule,by~percent~3,for~1!sall!sCountry!tis!tDE';
  expect(proposalFromParameter(`1;rule,by~percent~3;${unfit};weight,Volume`, COLUMNS)).toEqual({
    ok: false,
    problem: { kind: 'conditions', text: unfit },
  });
  expect(proposalFromParameter('1;rule,by~percent~3,for', COLUMNS)).toMatchObject({
    problem: { kind: 'conditions' },
  });
  expect(proposalFromParameter('1;rule,by~percent~3~4,to~none~5~up,most~8~9', COLUMNS)).toEqual({
    ok: true,
    spec: {
      ...FIRST_PROPOSAL,
      rules: [{ ...FIRST_RULE, change: { kind: 'percent', percent: '3' }, direction: 'up', atMost: '8' }],
    },
  });
});

const decimals = fc
  .tuple(fc.integer({ min: -9_999, max: 9_999 }), fc.integer({ min: 0, max: 9 }))
  .map(([whole, tenths]) => (tenths === 0 ? String(whole) : `${whole}.${tenths}`))
  .filter((text) => !text.startsWith('-0'));
const names = fc.string({ unit: 'grapheme', minLength: 1 });
const limits: fc.Arbitrary<PriceLimit> = fc.oneof(
  decimals.map((value) => ({ kind: 'value', value }) as const),
  names.map((column) => ({ kind: 'column', column }) as const),
  decimals.map((margin) => ({ kind: 'margin', margin }) as const),
  decimals.map((markup) => ({ kind: 'markup', markup }) as const),
);
const rules: fc.Arbitrary<PriceRule> = fc.record({
  conditions: fc.constantFrom(null, isGroup),
  change: fc.oneof(
    decimals.map((percent) => ({ kind: 'percent', percent }) as const),
    decimals.map((amount) => ({ kind: 'amount', amount }) as const),
    decimals.map((value) => ({ kind: 'value', value }) as const),
    decimals.map((margin) => ({ kind: 'margin', margin }) as const),
    decimals.map((markup) => ({ kind: 'markup', markup }) as const),
    fc.tuple(names, decimals).map(([column, factor]) => ({ kind: 'column', column, factor }) as const),
  ),
  rounding: fc.oneof(
    fc.constant({ kind: 'none' } as const),
    fc.constantFrom(...ROUNDING_STEPS).map((step) => ({ kind: 'step', step }) as const),
    fc.constantFrom('0.95', '9.90').map((ending) => ({ kind: 'ending', ending }) as const),
  ),
  direction: fc.constantFrom(...DIRECTIONS),
  notBelow: fc.option(limits),
  notAbove: fc.option(limits),
  atMost: fc.option(fc.constantFrom('0', '8', '12.5')),
});
const specs: fc.Arbitrary<ProposalSpec> = fc.record({
  rules: fc.array(rules, { maxLength: 5 }),
  columns: fc
    .dictionary(fc.constantFrom(...PROPOSAL_ROLES), fc.option(names))
    .map((columns) => ({ ...columns })),
  weight: fc.option(names),
  validFrom: fc.constantFrom(null, '2027-01-01'),
  reason: fc.string({ unit: 'grapheme', maxLength: 40 }),
  fileColumns: fc.option(
    fc.record({
      fields: fc.array(names, { minLength: 1, maxLength: 3 }),
      figures: fc.subarray([...FILE_FIGURES]),
    }),
  ),
});

test('any rules come back from the address as they were, and from a file', () => {
  fc.assert(
    fc.property(specs, (spec) => {
      const parameter = proposalToParameter(spec);
      const read = parameter === undefined ? null : proposalFromParameter(parameter, COLUMNS);
      expect(read === null ? FIRST_PROPOSAL : read).toEqual(read === null ? spec : { ok: true, spec });
      expect(proposalSpecSchema.parse(JSON.parse(JSON.stringify(spec)))).toEqual(spec);
    }),
  );
});

test('no text makes the reader fail', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('', '1;', '1;rule,', '1;rule,by~', '1;use,', '1;file,'),
      (text, start) => {
        expect(() => proposalFromParameter(start + text, COLUMNS)).not.toThrow();
      },
    ),
  );
});

test('a rule says why it has no answer for any row', () => {
  const problemOf = (changes: Partial<PriceRule>, cost: string | null = 'Value') =>
    ruleProblem({ ...FIRST_RULE, ...changes }, COLUMNS, cost)?.kind ?? null;
  expect(problemOf({})).toBeNull();
  expect(problemOf({ change: { kind: 'margin', margin: '99.99' } })).toBeNull();
  expect(problemOf({ change: { kind: 'margin', margin: '100' } })).toBe('margin');
  expect(problemOf({ notBelow: { kind: 'margin', margin: '18' } }, null)).toBe('no-cost');
  expect(problemOf({ change: { kind: 'markup', markup: '120' } })).toBeNull();
  expect(problemOf({ notAbove: { kind: 'markup', markup: '18' } }, null)).toBe('no-cost');
  expect(problemOf({ change: { kind: 'column', column: 'Group', factor: '1' } })).toBe('unknown-field');
});

test('a rule that was started for some rows can be read, and changes no price yet', () => {
  const started = proposalFromParameter(withRuleFor(TEXT, isGroup) ?? '', COLUMNS);
  expect(started).toEqual({
    ok: true,
    spec: { ...SPEC, rules: [{ ...FIRST_RULE, conditions: isGroup }, ...SPEC.rules] },
  });
  // The first rule is still unchanged, so the new rule replaces it.
  const alone = withRuleFor(proposalToParameter({ ...FIRST_PROPOSAL, weight: 'Volume' }), isGroup) ?? '';
  expect(proposalFromParameter(alone, COLUMNS)).toEqual({
    ok: true,
    spec: { ...FIRST_PROPOSAL, weight: 'Volume', rules: [{ ...FIRST_RULE, conditions: isGroup }] },
  });
});
