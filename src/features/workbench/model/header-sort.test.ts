import { expect, test } from 'vitest';
import { WHOLE_COLUMN, type DraftQuery } from './draft-query';
import { sortedAs, sortedBy } from './header-sort';

function words(draft: DraftQuery): string {
  return draft.sort.map((rule) => (rule.direction === 'descending' ? '-' : '') + rule.field).join(',');
}

function press(...presses: readonly string[]): string {
  const draft = presses.reduce(
    (current, at) => sortedBy(current, at.replace('+', ''), at.startsWith('+')),
    WHOLE_COLUMN,
  );
  return words(draft);
}

test.each([
  [['A'], 'A'],
  [['A', 'A'], '-A'],
  [['A', 'A', 'A'], ''],
  [['A', 'B'], 'B'],
  [['A', '+B'], 'A,B'],
  [['A', '+B', '+A'], '-A,B'],
  [['A', '+B', '+A', '+A'], 'B'],
  [['A', '+B', 'B'], '-B'],
])('pressing %j sorts by %j', (presses, expected) => {
  expect(press(...presses)).toBe(expected);
});

test("a column's menu sorts by it alone, whichever way it was, or no longer", () => {
  const two = sortedBy(sortedBy(WHOLE_COLUMN, 'A', false), 'B', true);
  expect(words(sortedAs(two, 'B', 'descending'))).toBe('-B');
  expect(words(sortedAs(two, 'A', null))).toBe('B');
});
