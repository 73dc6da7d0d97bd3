import { expect, test } from 'vitest';
import { distinguishingParts } from './distinguishing-parts';

test('what only some rows of a group have comes first, and what all have is set apart', () => {
  const rows = [
    { group: 'SalesPrice', parts: ['EUR', 'Value > 1', '4 fields'] },
    { group: 'SalesPrice', parts: ['EUR', 'Value > 2', '4 fields'] },
    { group: 'TenderPrice', parts: ['EUR', '4 fields'] },
  ];
  expect(distinguishingParts(rows)).toEqual([
    { own: ['Value > 1'], shared: ['EUR', '4 fields'] },
    { own: ['Value > 2'], shared: ['EUR', '4 fields'] },
    // A row that is alone in its group shares no parts with other rows.
    { own: ['EUR', '4 fields'], shared: [] },
  ]);
});

test('rows of the same query share all of it', () => {
  const row = { group: 'SalesPrice', parts: ['All rows'] };
  expect(distinguishingParts([row, row])).toEqual([
    { own: [], shared: ['All rows'] },
    { own: [], shared: ['All rows'] },
  ]);
});
