import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchList, partsOf } from './match-list';

const list = (type: 'text' | 'number', ...values: string[]) => ({ type, values });
const found = (...values: (readonly [string, number])[]) =>
  values.map(([value, count]) => ({ value, count }));

test('values are found without regard to case, and every spelling counts', () => {
  expect(
    matchList(list('text', 'Bolt', 'nut', 'gone', 'BOLT'), found(['bolt', 2], ['Bolt', 1], ['NUT', 1])),
  ).toEqual({ rowCounts: [3, 1, 0, 3], unmatchedRowCount: 0 });
});

test('numbers are found by their value', () => {
  expect(matchList(list('number', '1.5', '-2', '7'), found(['1.5000', 4], ['-2.0000', 1]))).toEqual({
    rowCounts: [4, 1, 0],
    unmatchedRowCount: 0,
  });
});

test('what a looser service has found is found, and what cannot be explained is counted', () => {
  expect(
    matchList(list('text', 'Müller', 'a', 'b'), found(['MULLER', 2], ['a  ', 1], ['elsewhere', 5])),
  ).toEqual({ rowCounts: [2, 1, 0], unmatchedRowCount: 5 });
  // If a value matches exactly, values that match only without their accents are not counted.
  expect(matchList(list('text', 'é', 'e'), found(['e', 1], ['É', 1])).rowCounts).toEqual([1, 1]);
});

test('a value whose rows a refinement has left out is neither found nor missing', () => {
  const of = (...rowCounts: number[]) => ({ rowCounts, unmatchedRowCount: 0 });
  expect(partsOf(of(2, 0, 3, 1), null)).toEqual({
    found: [0, 2, 3],
    notFound: [1],
    withoutRow: [],
    several: [0, 2],
  });
  expect(partsOf(of(2, 0, 3, 1), of(1, 0, 2, 0))).toEqual({
    found: [0, 2],
    notFound: [1],
    withoutRow: [3],
    several: [2],
  });
});

test('agrees with comparing every row with every value', () => {
  const word = fc.constantFrom('a', 'A', 'b', 'ab', 'AB', 'ß', '', 'c', 'd', 'D', 'ç');
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (values, rows) => {
      const wanted = rows.filter((row) => values.some((value) => value.toLowerCase() === row.toLowerCase()));
      const counts = new Map<string, number>();
      for (const row of wanted) counts.set(row, (counts.get(row) ?? 0) + 1);
      const matches = matchList(list('text', ...values), found(...counts));
      expect(matches.rowCounts).toEqual(
        values.map((value) => wanted.filter((row) => row.toLowerCase() === value.toLowerCase()).length),
      );
      expect(matches.unmatchedRowCount).toBe(0);
    }),
  );
});
