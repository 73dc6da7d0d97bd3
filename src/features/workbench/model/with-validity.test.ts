import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RefineCondition, RefineGroup } from './refinement';
import { withValidity } from './with-validity';

const validOn = (day: string, column = 'From', to = 'To'): RefineCondition => ({
  kind: 'condition',
  column,
  operator: 'valid-on',
  operand: { kind: 'validity', to, day },
});
const condition = (column: string): RefineCondition => ({
  kind: 'condition',
  column,
  operator: 'is-empty',
  operand: { kind: 'none' },
});
const a = condition('a');
const b = condition('b');
const c = condition('c');
const TODAY = validOn('today');
const group = <Parts extends RefineGroup['parts']>(join: 'all' | 'any', ...parts: Parts) => ({
  kind: 'group' as const,
  join,
  parts,
});

const anyCondition = fc.constantFrom(a, b, c, validOn('2026-01-01', 'Offered', 'Withdrawn'));
const groupOf = <Part>(parts: fc.Arbitrary<Part>) =>
  fc.record({
    kind: fc.constant('group' as const),
    join: fc.constantFrom('all' as const, 'any' as const),
    parts: fc.array(parts, { minLength: 1, maxLength: 3 }),
  });
const anyRefinement = fc.record({
  conditions: fc.option(groupOf(fc.oneof(anyCondition, groupOf(anyCondition)))),
  computedColumns: fc.constant([{ name: 'Twice', formula: 'Price * 2', places: 2 }]),
});

/** Whether a group holds. `isMet` returns whether the row satisfies a condition. */
function holds(
  part: RefineGroup | RefineGroup['parts'][number] | null,
  isMet: (condition: RefineCondition) => boolean,
): boolean {
  if (part === null) return true;
  if (part.kind === 'condition') return isMet(part);
  return part.join === 'all'
    ? part.parts.every((each) => holds(each, isMet))
    : part.parts.some((each) => holds(each, isMet));
}

test('leaves the rows that were left before and are valid on the day', () => {
  fc.assert(
    fc.property(anyRefinement, fc.func(fc.boolean()), (before, isMet) => {
      const after = withValidity(before, TODAY);
      expect(holds(after.conditions, isMet)).toBe(holds(before.conditions, isMet) && isMet(TODAY));
      expect(after.computedColumns).toBe(before.computedColumns);
    }),
  );
});

test('another day takes the place of the one before', () => {
  fc.assert(
    fc.property(anyRefinement, fc.func(fc.boolean()), (before, isMet) => {
      const another = validOn('2026-12-31');
      const after = withValidity(withValidity(before, TODAY), another);
      expect(JSON.stringify(after)).not.toContain('"today"');
      expect(holds(after.conditions, isMet)).toBe(holds(before.conditions, isMet) && isMet(another));
    }),
  );
});

test('stands beside conditions and alternatives, and in each alternative that is a group', () => {
  const of = (conditions: RefineGroup | null) => withValidity({ conditions, computedColumns: [] }, TODAY);
  expect(of(null).conditions).toEqual(group('all', TODAY));
  expect(of(group('all', a, group('any', b, c))).conditions).toEqual(
    group('all', a, group('any', b, c), TODAY),
  );
  expect(of(group('any', a, b)).conditions).toEqual(group('all', group('any', a, b), TODAY));
  expect(of(group('any', a, group('all', b, c))).conditions).toEqual(
    group('any', group('all', a, TODAY), group('all', b, c, TODAY)),
  );
});
