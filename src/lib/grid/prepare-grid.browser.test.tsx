import { expect, test } from 'vitest';
import { prepareGrid } from './prepare-grid';

const TEXTS = {
  loading: '',
  noValue: '',
  emptyText: '',
  withheld: '',
  withheldName: '',
  notLoaded: '',
  tryAgain: '',
  shortened: () => '',
};

test('a grid is prepared with each cell of the samples, and leaves nothing in the document', () => {
  const place = document.createElement('div');
  place.textContent = 'Nothing has been run';
  document.body.append(place);
  const { width, height } = place.getBoundingClientRect();
  const formatted: string[] = [];
  prepareGrid(place, {
    columns: [
      { id: 'Value', label: 'Value', align: 'right', content: 'figures' },
      { id: 'Name', label: 'Name', align: 'left', content: 'text' },
    ],
    rows: [1, 2],
    getCell: (row, columnId) => {
      formatted.push(`${columnId} ${row} in ${place.children.length}`);
      return { state: 'value', text: String(row) };
    },
    texts: TEXTS,
  });
  expect(formatted).toEqual(['Value 1 in 1', 'Value 2 in 1', 'Name 1 in 1', 'Name 2 in 1']);
  expect(place.innerHTML).toBe('Nothing has been run');
  expect(place.getBoundingClientRect()).toMatchObject({ width, height });
  place.remove();
});
