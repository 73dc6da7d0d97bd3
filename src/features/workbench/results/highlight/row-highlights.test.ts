import { expect, test } from 'vitest';
import { highlightsFromParameter } from '../../model/highlight';
import { appliedHighlights, createRowHighlight } from './row-highlights';

const COLUMNS = [
  { name: 'Item', type: 'text' },
  { name: 'Price', type: 'number' },
] as const;

function highlightOf(parameter: string) {
  const named = highlightsFromParameter(parameter).highlights.map((each, index) => ({
    ...each,
    words: `words ${index + 1}`,
  }));
  return createRowHighlight(appliedHighlights(named, COLUMNS, '2026-01-31'), COLUMNS);
}

test('the first highlight that fits fills the row, and the first of a column its cell', () => {
  const of = highlightOf(
    '1;red~row~Price~less-than~10;blue~row~Price~less-than~100;green~cell~Price~less-than~5;amber~cell~Price~less-than~50;violet~cell~Item~starts-with~a',
  );
  const shown = (row: readonly string[]) => {
    const highlight = of?.(row) ?? null;
    return highlight === null
      ? null
      : [highlight.row?.colour, Object.fromEntries([...highlight.cells].map(([id, { note }]) => [id, note]))];
  };
  expect(shown(['A-1', '4.50'])).toEqual(['red', { Price: 'words 3', Item: 'words 5' }]);
  expect(shown(['B-1', '40.00'])).toEqual(['blue', { Price: 'words 4' }]);
  expect(shown(['A-2', '400'])).toEqual([undefined, { Item: 'words 5' }]);
  expect(shown(['B-2', '400'])).toBeNull();
});

test('a row has the same highlight each time it is drawn, and a column that is gone highlights nothing', () => {
  const row = ['A-1', '4.50'];
  const of = highlightOf('1;red~row~Price~less-than~10;red~row~Gone~is-empty');
  expect(of?.(row)).toBe(of?.(row));
  expect(highlightOf('1;red~row~Gone~is-empty')).toBeNull();
});
