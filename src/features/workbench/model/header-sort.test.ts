import { expect, test } from 'vitest';
import { WHOLE_COLUMN, type DraftQuery } from './draft-query';
import { sortedBy } from './header-sort';

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
