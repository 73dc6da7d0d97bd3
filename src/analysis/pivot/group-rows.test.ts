import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfStep, groupRows, isoWeekOf } from './group-rows';
import type { DateStep } from './pivot-spec';

test('the rows of a group have its values, or a value in its step', () => {
  const groupings = [
    { field: 'A', step: null },
    { field: 'B', step: null },
    { field: 'At', step: 'quarter' },
    { field: 'N', step: '0.25' },
    { field: 'M', step: null },
    { field: 'Yes', step: null },
  ];
  const typeOf = (field: string) => (field === 'Yes' ? 'boolean' : 'text');
  expect(
    groupRows(
      groupings,
      [
        { kind: 'value', value: '' },
        { kind: 'null' },
        { kind: 'value', value: '2024-10-01' },
        { kind: 'value', value: '-0.25' },
        { kind: 'misfit' },
        { kind: 'value', value: 'false' },
      ],
      typeOf,
    ),
  ).toEqual({
    conditions: [
      { kind: 'is', column: 'A', value: '' },
      { kind: 'is', column: 'B', value: null },
      { kind: 'between', column: 'At', from: '2024-10-01', to: '2025-01-01', includesEnd: false },
      { kind: 'between', column: 'N', from: '-0.25', to: '0.00', includesEnd: false },
      { kind: 'misfit', column: 'M' },
      { kind: 'is', column: 'Yes', value: false },
    ],
  });
  expect(groupRows(groupings, [], typeOf)).toEqual({ conditions: [] });
});

test.each<[string, DateStep, string | null]>([
  ['2024-02-29', 'day', '2024-03-01'],
  ['2024-12-30', 'week', '2025-01-06'],
  ['2023-02-01', 'month', '2023-03-01'],
  ['9999-01-01', 'year', null],
  ['0001-01-01', 'year', '0002-01-01'],
])('the step that begins on %s, by %s, ends before %s', (start, step, end) => {
  expect(endOfStep(start, step)).toBe(end);
});

test('ISO weeks: the year is that of the Thursday', () => {
  expect(isoWeekOf('2024-12-30')).toEqual({ year: '2025', week: '01' });
  expect(isoWeekOf('2020-12-28')).toEqual({ year: '2020', week: '53' });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), (weeks) => {
      const monday = new Date(Date.UTC(1970, 0, 5) + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
      const { week } = isoWeekOf(monday);
      expect(Number(week)).toBeGreaterThanOrEqual(1);
      expect(Number(week)).toBeLessThanOrEqual(53);
    }),
  );
});
