import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import {
  computedColumnsOfParameter,
  refinementFromParameter,
  refinementToParameter,
} from './refinement-address';
import type { RefineCondition, RefineGroup, Refinement } from './refinement';

const HOSTILE = ['a~b', 'a;b', '!none', '=', '!e', '!new', 'any(', ')', 'all', 'ß🙂', ',olumn', '__proto__'];
const COLUMNS = [
  { name: 'Name', type: 'text' },
  { name: 'Value', type: 'number' },
  { name: 'Cost', type: 'number' },
  { name: 'ValidFrom', type: 'date' },
  { name: 'ValidTo', type: 'date' },
  { name: 'Active', type: 'boolean' },
  ...HOSTILE.map((name) => ({ name, type: 'text' as const })),
] as const;

const anyText = fc.oneof(fc.string({ unit: anyChar }), fc.constantFrom('', ...HOSTILE));
const anyDay = fc.constantFrom('2026-01-31', '2026-01-31T10:05', 'today', '30-days-ago', 'end-of-month');
const condition = (
  column: string,
  operator: RefineCondition['operator'],
  operand: RefineCondition['operand'],
): RefineCondition => ({ kind: 'condition', column, operator, operand });
const values = (...texts: readonly string[]) => ({ kind: 'values' as const, values: texts });

const anyCondition: fc.Arbitrary<RefineCondition> = fc.oneof(
  fc
    .tuple(fc.constantFrom('Name', ...HOSTILE), anyText)
    .map(([column, text]) => condition(column, 'contains', values(text))),
  fc
    .array(anyText, { minLength: 1, maxLength: 5 })
    .map((texts) => condition('Name', 'is-none-of', values(...texts))),
  fc.constantFrom('Name', ...HOSTILE).map((column) => condition('Name', 'is', { kind: 'column', column })),
  fc
    .constantFrom('-1.50', '0', '123456789012345678.0001')
    .map((value) => condition('Value', 'between', values(value, value))),
  fc.constant(condition('Value', 'less-than', { kind: 'column', column: 'Cost' })),
  fc.constant(condition('Active', 'is', values('true'))),
  fc.constant(condition('ValidTo', 'is-empty', { kind: 'none' })),
  fc.constant(condition('ValidTo', 'last-days', values('7'))),
  anyDay.map((day) => condition('ValidFrom', 'valid-on', { kind: 'validity', to: 'ValidTo', day })),
);
const joins = fc.constantFrom('all' as const, 'any' as const);
const group = <Part>(parts: fc.Arbitrary<Part>) =>
  fc.record({
    kind: fc.constant('group' as const),
    join: joins,
    parts: fc.array(parts, { minLength: 1, maxLength: 4 }),
  });
const anyGroup: fc.Arbitrary<RefineGroup> = group(fc.oneof(anyCondition, group(anyCondition)));
const anyRefinement: fc.Arbitrary<Refinement> = fc
  .record({
    conditions: fc.option(anyGroup),
    computedColumns: fc.constantFrom(
      [],
      [
        { name: 'Margin, in ~%;', formula: 'round((Value - Cost) / Value * 100, 1)', places: 1 },
        { name: '!', formula: '[Margin, in ~%;] * 2', places: 0 },
      ],
    ),
  })
  .filter(({ conditions, computedColumns }) => conditions !== null || computedColumns.length > 0);

test('an address brings back the same refinement, whatever the names and values', () => {
  fc.assert(
    fc.property(anyRefinement, (refinement) => {
      const parameter = refinementToParameter(refinement) ?? '';
      expect(refinementFromParameter(parameter, COLUMNS)).toEqual({ ok: true, refinement });
      expect(computedColumnsOfParameter(parameter)).toEqual(refinement.computedColumns);
    }),
  );
});

test('is short and readable; without conditions and columns there is nothing to say', () => {
  expect(
    refinementToParameter({
      conditions: {
        kind: 'group',
        join: 'all',
        parts: [
          condition('Value', 'less-than', { kind: 'column', column: 'Cost' }),
          condition('ValidFrom', 'valid-on', { kind: 'validity', to: 'ValidTo', day: 'today' }),
          {
            kind: 'group',
            join: 'any',
            parts: [condition('Name', 'is', values('DE')), condition('Name', 'is-empty', { kind: 'none' })],
          },
        ],
      },
      computedColumns: [{ name: 'Margin', formula: '(Value - Cost) / Value * 100', places: 1 }],
    }),
  ).toBe(
    '1;all;Value~less-than~=~Cost;ValidFrom~valid-on~ValidTo~today;any(;Name~is~DE;Name~is-empty;);!new~Margin~1~(Value - Cost) / Value * 100',
  );
  expect(refinementToParameter({ conditions: null, computedColumns: [] })).toBeNull();
});

test.each([
  ['2;all;Name~is~a', 'unknown-version'],
  ['', 'unknown-version'],
  ['1', 'unreadable'],
  ['1;all', 'unreadable'],
  ['1;Name~is~a', 'unreadable'],
  ['1;some;Name~is~a', 'unreadable'],
  ['1;all;any(;Name~is~a', 'unreadable'],
  ['1;all;any(;)', 'unreadable'],
  ['1;all;any(;all(;any(;Name~is~a;);););)', 'unreadable'],
  ['1;all;Name~is~a;)', 'unreadable'],
  ['1;all;Name~drop~a', 'unreadable'],
  ['1;all;Name~is~!q', 'unreadable'],
  ['1;all;Name~is~a;!new~X~1', 'unreadable'],
  ['1;!new~X~1.5~Value', 'unreadable'],
  ['1;!new~X~1~Value;all;Name~is~a', 'unreadable'],
  ['1;all;Nobody~is~a', 'unknown-field'],
  ['1;all;Name~is~=~Nobody', 'unknown-field'],
  ['1;all;Name~is~=~Value', 'other-type'],
  ['1;all;Name~greater-than~a', 'unknown-operator'],
  ['1;all;Name~is-any-of~=~Name', 'unknown-operator'],
  ['1;all;Name~valid-on~Name~today', 'other-type'],
  ['1;all;ValidFrom~valid-on~ValidTo~soon', 'unreadable-value'],
  ['1;all;Value~equals~1e9', 'unreadable-value'],
  ['1;all;Value~between~1', 'unreadable-value'],
  ['1;all;Name~is', 'unreadable-value'],
  ['1;all;ValidTo~on~2026-02-30', 'unreadable-value'],
  ['1;!new~Value~1~Cost', 'name-taken'],
  ['1;!new~X~11~Cost', 'places'],
  ['1;!new~X~1~Cost +', 'formula'],
  ['1;!new~X~1~Y;!new~Y~1~Cost', 'formula'],
])('an address with %j is refused', (parameter, kind) => {
  expect(refinementFromParameter(parameter, COLUMNS)).toMatchObject({ ok: false, problem: { kind } });
});

test('computed columns are read without the columns that they use, and none if the parameter is unreadable', () => {
  const parameter = '1;all;Nobody~is~a;!new~X~1~Nothing * 2';
  expect(computedColumnsOfParameter(parameter)).toEqual([{ name: 'X', formula: 'Nothing * 2', places: 1 }]);
  expect(computedColumnsOfParameter('1;all;Name~is~a;!new~X~1')).toEqual([]);
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyChar }), (text) => {
      refinementFromParameter(text, COLUMNS);
      computedColumnsOfParameter(text);
      expect(refinementFromParameter(`1;all;${text}`, COLUMNS)).toHaveProperty('ok');
    }),
  );
});
