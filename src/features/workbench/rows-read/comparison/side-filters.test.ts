import { expect, test } from 'vitest';
import { createDialect } from '@/contract/create-dialect';
import { described } from '@/test/service-description.arbitraries';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import type { SnapshotSide } from '@/analysis/comparison/compared-side';
import { sideFilters } from './side-filters';

const NAMES = TEST_PRICE_COLUMN.fields.map(({ name }) => name);

function sideOf(filter: string | null, columns = NAMES): SnapshotSide {
  return {
    opened: { columns, takenAtMs: Date.UTC(2026, 0, 31, 12) },
    search: { v: '1', ...(filter !== null && { filter }) },
    hasQuery: true,
  } as unknown as SnapshotSide;
}

const filtersOf = (earlier: SnapshotSide, later: SnapshotSide) =>
  sideFilters({ earlier, later }, TEST_PRICE_COLUMN, () => false, null);

/** Returns a side that is a file, with the request body that its certificate contains; null for a file without a certificate. */
const fileWith = (query: string | null): SnapshotSide => ({
  ...sideOf(null),
  hasQuery: false,
  file: {
    outline: { certificate: query === null ? null : { query: { words: [], request: query } } },
  } as unknown as NonNullable<SnapshotSide['file']>,
});

test('each side is held against what only the other one asks for', () => {
  const value = { column: 'Value', op: 'greaterThan', values: ['1'] };
  const name = { column: 'Name', op: 'equals', values: ['a'] };
  expect(filtersOf(sideOf('Value~greater-than~1'), sideOf(null))).toEqual({
    kind: 'other',
    conditions: { earlier: [], later: [value] },
  });
  expect(filtersOf(sideOf('Value~greater-than~1'), sideOf('Value~greater-than~1;Name~is~a'))).toEqual({
    kind: 'other',
    conditions: { earlier: [name], later: [] },
  });
  const both = filtersOf(sideOf('Name~is~a;Value~greater-than~1'), sideOf('Value~greater-than~1;Name~is~a'));
  expect(both).toEqual({ kind: 'same' });
});

test('a filter whose column the other side lacks, and one that is not known, are not guessed', () => {
  expect(filtersOf(sideOf('Value~greater-than~1'), sideOf(null, ['Number', 'Name']))).toEqual({
    kind: 'lacking',
    columns: ['Value'],
  });
  expect(filtersOf(sideOf('Nobody~is~1'), sideOf(null))).toEqual({ kind: 'unknown' });
  expect(filtersOf({ ...sideOf(null), hasQuery: false }, sideOf(null))).toEqual({ kind: 'unknown' });
});

test('the filter of a file is that of its certificate', () => {
  const request = {
    page: 1,
    nrOfRecords: 200,
    filters: [{ columnName: 'Name', op: 'containsAny', value: 'a,b' }],
    useCache: true,
  };
  expect(filtersOf(fileWith(JSON.stringify(request)), sideOf(null))).toEqual({
    kind: 'other',
    conditions: { earlier: [], later: [{ column: 'Name', op: 'containsAny', values: ['a', 'b'] }] },
  });
  expect(
    filtersOf(fileWith(JSON.stringify({ page: 1, nrOfRecords: 200, useCache: true })), sideOf(null)),
  ).toEqual({
    kind: 'same',
  });
  const unreadable = [
    null,
    '',
    '[]',
    '{"page":1,"nrOfRecords":200,"cacheKey":"k"}',
    '{"page":1,"nrOfRecords":200,"filters":[{"columnName":"Name","op":"like","value":"a"}],"useCache":true}',
  ];
  for (const query of unreadable) {
    expect(filtersOf(fileWith(query), sideOf(null))).toEqual({ kind: 'unknown' });
  }
});

test('the filter of a file is read in the words of a described service', () => {
  const dialect = createDialect(
    described({ extraction: { filters: { name: 'where', operator: 'is' }, operators: { equals: 'eq' } } }),
  );
  const request =
    '{"page":1,"nrOfRecords":9,"where":[{"columnName":"Name","is":"eq","value":"a"}],"useCache":true}';
  const sides = { earlier: fileWith(request), later: sideOf(null) };
  expect(sideFilters(sides, TEST_PRICE_COLUMN, () => false, dialect)).toEqual({
    kind: 'other',
    conditions: { earlier: [], later: [{ column: 'Name', op: 'equals', values: ['a'] }] },
  });
});
