import { expect, test } from 'vitest';
import { nameOrder } from './name-order';

test.each([
  ['de', ['Ähre', 'Zink', 'B 10', 'b 9', 'a'], ['a', 'Ähre', 'b 9', 'B 10', 'Zink']],
  ['sv', ['Ähre', 'Zink', 'Åre'], ['Zink', 'Åre', 'Ähre']],
  ['en', ['nvarchar(1000)', 'nvarchar(128)'], ['nvarchar(128)', 'nvarchar(1000)']],
])('in %s, %j are sorted as people of the language do', (language, names, sorted) => {
  expect(names.toSorted(nameOrder(language))).toEqual(sorted);
});
