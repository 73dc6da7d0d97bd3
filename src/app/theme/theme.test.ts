import { expect, test } from 'vitest';
import { filterByLabel } from './theme';

test('a search in lists of choices looks at labels, keeps groups and ends at the limit', () => {
  const item = (label: string) => ({ label, value: label, disabled: false });
  const options = [
    item('Straße'),
    { group: 'More', items: [item('Nähe'), item('STRASSEN')] },
    item('Straßen'),
  ];
  expect(filterByLabel({ options, search: ' strasse', limit: 2 })).toEqual([
    item('Straße'),
    { group: 'More', items: [item('STRASSEN')] },
  ]);
});
