import { expect, test } from 'vitest';
import { WHOLE_COLUMN, type DraftQuery } from './draft-query';
import { editedQuery, type QueryEdit } from './query-edit';

const NO_FIELDS = { fields: [] };

function sortText(draft: DraftQuery): string {
  return draft.sort.map((rule) => (rule.direction === 'descending' ? '-' : '') + rule.field).join(',');
}

/** Clicks column headers one after another; `+` marks an additive click. */
function click(...headers: readonly string[]): DraftQuery {
  return headers.reduce<DraftQuery>((draft, header) => {
    const edit: QueryEdit = {
      type: 'sort-by-header',
      columnId: header.replace('+', ''),
      isAdditive: header.startsWith('+'),
    };
    return editedQuery(draft, edit, NO_FIELDS);
  }, WHOLE_COLUMN);
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
])('clicking the headers %j sorts by %j', (headers, expected) => {
  expect(sortText(click(...headers))).toBe(expected);
});

test("a column's menu sorts by that column alone, or removes it from the sort", () => {
  const two = click('A', '+B');
  const sort = (columnId: string, direction: 'descending' | null) =>
    sortText(editedQuery(two, { type: 'sort', columnId, direction }, NO_FIELDS));
  expect(sort('B', 'descending')).toBe('-B');
  expect(sort('A', null)).toBe('B');
});
