import { describe, expect, test } from 'vitest';
import type { CellValue } from '@/contract/extraction';
import { cellComparisons, filteredByCell, filteredByRange, type CellComparison } from './cell-filter';
import { isCondition, operandsOf, WHOLE_COLUMN, type DraftQuery } from './draft-query';
import { TEST_PRICE_COLUMN, testField } from '@/test/test-price-column';

const fieldNamed = (name: string) =>
  TEST_PRICE_COLUMN.fields.find((field) => field.name === name) ?? testField(name);

function describeFilters(draft: DraftQuery): string[] {
  return draft.filters.map((filter) =>
    !isCondition(filter)
      ? filter.kind
      : [filter.field, filter.operator, ...operandsOf(filter).map((operand) => operand.value)].join(' '),
  );
}

describe('cellComparisons', () => {
  test.each<[string, CellValue, CellComparison[]]>([
    ['Name', 'Bolt', ['this', 'not-this']],
    ['Value', '12.5000', ['this', 'not-this', 'at-least', 'at-most']],
    ['ValidFrom', '2026-01-31T00:00:00', ['this', 'at-least', 'at-most']],
    ['NeedsPrice', true, ['this', 'not-this']],
    ['Value', null, ['this', 'not-this']],
    ['Value', undefined, []],
    ['Notes', 'not filterable', []],
  ])('of %s with %s', (name, value, expected) => {
    expect(cellComparisons(fieldNamed(name), value)).toEqual(expected);
  });
});

describe('filteredByCell', () => {
  test.each<[string, CellValue, CellComparison, string]>([
    ['Name', 'Bolt, M8', 'this', 'Name is Bolt, M8'],
    ['Name', '', 'not-this', 'Name is-not '],
    ['Value', '12.5000', 'at-least', 'Value greater-than-or-equal-to 12.5000'],
    ['Value', '12.5000', 'at-most', 'Value less-than-or-equal-to 12.5000'],
    ['Value', null, 'this', 'Value is-empty'],
    ['Value', null, 'not-this', 'Value is-not-empty'],
    ['ValidFrom', '2026-01-31T10:30:00', 'this', 'ValidFrom on 2026-01-31T10:30:00'],
    ['NeedsPrice', true, 'this', 'NeedsPrice is true'],
    ['NeedsPrice', true, 'not-this', 'NeedsPrice is false'],
  ])('%s %s: %s', (name, value, comparison, expected) => {
    expect(describeFilters(filteredByCell(WHOLE_COLUMN, fieldNamed(name), value, comparison))).toEqual([
      expected,
    ]);
  });

  test('compares by day where the column only shows the day', () => {
    const field = { ...fieldNamed('ValidFrom'), formatting: 'Short Date' };
    const draft = filteredByCell(WHOLE_COLUMN, field, '2026-01-31T10:30:00', 'this');
    expect(describeFilters(draft)).toEqual(['ValidFrom on 2026-01-31']);
  });

  test('replaces a contradicting condition and adds to compatible ones', () => {
    const name = fieldNamed('Name');
    let draft = filteredByCell(WHOLE_COLUMN, name, 'A', 'this');
    draft = filteredByCell(draft, name, 'B', 'this');
    expect(describeFilters(draft)).toEqual(['Name is B']);
    draft = filteredByCell(draft, name, 'C', 'not-this');
    draft = filteredByCell(draft, name, 'D', 'not-this');
    expect(describeFilters(draft)).toEqual(['Name is B', 'Name is-not C', 'Name is-not D']);
    expect(new Set(draft.filters.map((filter) => filter.id)).size).toBe(3);
  });

  test('leaves a disabled filter unchanged', () => {
    const name = fieldNamed('Name');
    const off = filteredByCell(WHOLE_COLUMN, name, 'A', 'this');
    const draft = { ...off, filters: off.filters.map((filter) => ({ ...filter, isDisabled: true })) };
    expect(describeFilters(filteredByCell(draft, name, 'B', 'this'))).toEqual(['Name is A', 'Name is B']);
  });

  test('changes nothing for a field that cannot be filtered', () => {
    expect(filteredByCell(WHOLE_COLUMN, fieldNamed('Notes'), 'A', 'this')).toBe(WHOLE_COLUMN);
  });
});

describe('filteredByRange', () => {
  test.each([
    ['Value', '100', '150', ['Value greater-than-or-equal-to 100', 'Value less-than 150']],
    [
      'ValidFrom',
      '2026-01-01',
      '2026-02-01',
      ['ValidFrom on-or-after 2026-01-01', 'ValidFrom before 2026-02-01'],
    ],
    ['Name', 'a', 'b', []],
    ['Notes', '1', '2', []],
  ])('of %s from %s to %s', (name, from, to, expected) => {
    expect(describeFilters(filteredByRange(WHOLE_COLUMN, fieldNamed(name), { from, to }))).toEqual(expected);
  });

  test('replaces the range before', () => {
    const value = fieldNamed('Value');
    const before = filteredByRange(WHOLE_COLUMN, value, { from: '0', to: '50' });
    expect(describeFilters(filteredByRange(before, value, { from: '50', to: '100' }))).toEqual([
      'Value greater-than-or-equal-to 50',
      'Value less-than 100',
    ]);
  });
});
