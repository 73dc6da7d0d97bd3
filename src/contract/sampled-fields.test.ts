import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SAMPLE_ROWS, sampledFields } from './sampled-fields';
import { parseKeepingNumbers } from '@/lib/base/json-text';
import { runs } from '@/test/runs';

/** Returns the type that is guessed for a column of these values, which are JSON. */
function typeOf(...values: readonly string[]) {
  const rows = values.map((value) => `{"C":${value}}`).join(',');
  const [field] = sampledFields(parseKeepingNumbers(`{"data":[${rows}]}`));
  return field && [field.type, field.sqlType, field.scale];
}

test.each<[values: readonly string[], type: string, sqlType: string, scale: number | null]>([
  [['1', '20'], 'number', 'decimal', 0],
  [['12.5000', '-0.25', 'null'], 'number', 'decimal', 4],
  [['123456789012345678', '1'], 'number', 'decimal', 0],
  [['1e-7', '2'], 'number', 'float', null],
  [['"12.50"', '"13.75"'], 'text', 'nvarchar', null],
  [['"007"', '"008"'], 'text', 'nvarchar', null],
  [['"123456789012345678"'], 'text', 'nvarchar', null],
  [['1', '"2"'], 'text', 'nvarchar', null],
  [['true', 'false', 'null'], 'boolean', 'bit', null],
  [['true', '1'], 'text', 'nvarchar', null],
  [['"2026-01-31"', 'null'], 'date', 'date', null],
  [['"2026-01-31T10:00:00.123"', '"2026-02-01T00:00:00"'], 'date', 'datetime2', 3],
  [['"2026-01-31"', '"open"'], 'text', 'nvarchar', null],
  [['"31.01.2026"'], 'text', 'nvarchar', null],
  [['"2026-02-30"'], 'text', 'nvarchar', null],
  [['""', '"2026-01-31"'], 'text', 'nvarchar', null],
  [['null', 'null'], 'text', 'nvarchar', null],
])('a column of %j is guessed to be %s', (values, type, sqlType, scale) => {
  expect(typeOf(...values)).toEqual([type, sqlType, scale]);
});

test.each<[dates: 'iso-utc' | 'dotnet' | 'epoch-ms', values: readonly string[], sqlType: string]>([
  ['dotnet', ['"/Date(1769814000000)/"', 'null', String.raw`"\/Date(-3600000+0100)\/"`], 'date'],
  ['dotnet', ['"/Date(1769814000000)/"', '"/Date(1769814000001)/"'], 'datetime2'],
  ['dotnet', ['"/Date(1769814000000)/"', '"open"'], 'nvarchar'],
  ['dotnet', ['"Date(1769814000000)"'], 'nvarchar'],
  ['iso-utc', ['"2026-01-31"'], 'date'],
  ['iso-utc', ['"2026-01-30T23:00:00Z"', '"2026-01-30T23:00:00.5+01:00"'], 'datetime2'],
  ['iso-utc', ['"2026-01-31"', '"10001"'], 'nvarchar'],
  // Milliseconds could also be numbers, and article numbers.
  ['epoch-ms', ['1769814000000'], 'decimal'],
  ['epoch-ms', ['"1769814000000"'], 'nvarchar'],
])('of a service with dates in the form %s, a column of %j is guessed to be %s', (dates, values, sqlType) => {
  const rows = values.map((value) => `{"C":${value}}`).join(',');
  const [field] = sampledFields(parseKeepingNumbers(`{"data":[${rows}]}`), { dates, zone: 'Europe/Vienna' });
  expect(field?.sqlType).toBe(sqlType);
});

test('a text is never guessed to be a number', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat().map(String), fc.string()), { minLength: 1 }), (texts) => {
      expect(typeOf(...texts.map((text) => JSON.stringify(text)))?.[0]).not.toBe('number');
    }),
    { numRuns: runs(50) },
  );
});

test('a field may be viewed, filtered and sorted, and not edited, and says what its type was guessed from', () => {
  const [a, b] = sampledFields(parseKeepingNumbers('{"data":[{"A":1},{"B":"x"},{"A":2}]}'));
  expect(a).toMatchObject({
    name: 'A',
    viewRight: null,
    canEdit: false,
    isKey: false,
    isPrimaryKey: false,
    isNullable: true,
    isFilterable: true,
    isSortable: true,
    incompleteMembers: [],
    guessedFromRows: 3,
  });
  expect(b?.name).toBe('B');
});

test('rows beyond the sample have no say, and a page without rows has no fields', () => {
  const rows = Array.from({ length: SAMPLE_ROWS }, () => ({ A: true }));
  expect(sampledFields({ data: [...rows, { A: 'x' }] })).toMatchObject([
    { type: 'boolean', guessedFromRows: SAMPLE_ROWS },
  ]);
  expect(sampledFields({ data: [] })).toEqual([]);
});
