import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TableRow } from '@/shared/table-files/table-column';
import { rowDifferences } from './row-differences';

const CERTIFICATE = {
  columns: [
    { name: 'Key', type: 'text' as const, sqlType: 'nvarchar', scale: null },
    { name: 'Price', type: 'number' as const, sqlType: 'decimal', scale: 4 },
  ],
  file: { format: 'csv' as const },
  keys: { columns: ['Key'], areUnique: true as const },
  digest: { secondDigits: null },
};
const EXPORTED: TableRow[] = Array.from({ length: 30 }, (_, index) => [`k${index}`, `${index}.50`]);

function differencesOf(
  rows: readonly TableRow[],
  exported: readonly (readonly (TableRow[number] | undefined)[])[] = EXPORTED,
) {
  return rowDifferences(CERTIFICATE, { start: 2000, rows }, { start: 1000, rows: exported });
}

describe('differences between rows', () => {
  test('a changed cell, also one of the key', () => {
    expect(differencesOf(EXPORTED.with(4, ['k4', '4.51']).with(9, ['other', '9.50']))).toEqual([
      { kind: 'cell', row: 2005, column: 'Price', inFile: '4.51', inSnapshot: '4.5' },
      { kind: 'cell', row: 2010, column: 'Key', inFile: '"other"', inSnapshot: '"k9"' },
    ]);
  });

  test('an added row, a removed row, and a changed cell after both', () => {
    const rows = EXPORTED.with(20, ['k20', null]).toSpliced(10, 0, ['new', '1']).toSpliced(3, 1);
    expect(differencesOf(rows)).toEqual([
      { kind: 'removed', exportedRow: 1004, cells: ['"k3"', '3.5'] },
      { kind: 'added', row: 2010 },
      { kind: 'cell', row: 2021, column: 'Price', inFile: 'null', inSnapshot: '20.5' },
    ]);
  });

  test('two rows that replace each other', () => {
    const [first, second] = [EXPORTED[6] ?? [], EXPORTED[7] ?? []];
    expect(differencesOf(EXPORTED.with(6, second).with(7, first))).toEqual([
      { kind: 'moved', row: 2007, exportedRow: 1008 },
    ]);
  });

  test('an empty text and an empty cell, if the format distinguishes them', () => {
    const rows = EXPORTED.with(4, ['', '4.50']);
    const exported = EXPORTED.with(4, [null, '4.50']);
    expect(differencesOf(rows, exported)).toEqual([]);
    const parquet = { ...CERTIFICATE, file: { format: 'parquet' as const } };
    expect(rowDifferences(parquet, { start: 0, rows }, { start: 0, rows: exported })).toHaveLength(1);
  });

  test('digits of a second that the file cannot hold', () => {
    const dated = {
      ...CERTIFICATE,
      columns: [{ name: 'At', type: 'date' as const, sqlType: 'datetime2', scale: 7 }],
      file: { format: 'xlsx' as const },
      keys: { columns: [], areUnique: null },
      digest: { secondDigits: 3 },
    };
    const at = (start: number, ...rows: string[]) => ({ start, rows: rows.map((text) => [text]) });
    const exported = at(0, '2026-01-31T10:11:12.1239999', '2026-01-31T10:11:12.0000001');
    expect(rowDifferences(dated, at(0, '2026-01-31T10:11:12.123', '2026-01-31T10:11:12'), exported)).toEqual(
      [],
    );
    expect(rowDifferences(dated, at(0, '2026-01-31T10:11:12.124', '2026-01-31T10:11:12'), exported)).toEqual([
      {
        kind: 'cell',
        row: 1,
        column: 'At',
        inFile: '"2026-01-31T10:11:12.124"',
        inSnapshot: '"2026-01-31T10:11:12.123"',
      },
    ]);
  });

  test('what may not be viewed of the snapshot is not compared, and not shown', () => {
    const withoutPrice = EXPORTED.map(([key]) => [key, undefined]);
    expect(differencesOf(EXPORTED.with(4, ['other', '999']), withoutPrice)).toEqual([
      { kind: 'cell', row: 2005, column: 'Key', inFile: '"other"', inSnapshot: '"k4"' },
    ]);
  });

  test('rows in any other order have only moved, and the same rows differ in nothing', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(EXPORTED, { minLength: EXPORTED.length }), (rows) => {
        expect(new Set(differencesOf(rows).map(({ kind }) => kind))).toEqual(
          new Set(rows.every((row, index) => row === EXPORTED[index]) ? [] : ['moved']),
        );
      }),
    );
    expect(differencesOf(EXPORTED)).toEqual([]);
  });

  test('the number of removed or added rows is right, anywhere', () => {
    fc.assert(
      fc.property(
        fc.subarray(EXPORTED),
        fc.array(fc.nat({ max: 30 }), { maxLength: 5 }),
        (kept, placesOfNew) => {
          const rows = placesOfNew.reduce(
            (made, place, index) => made.toSpliced(place, 0, [`new${index}`, '1']),
            [...kept],
          );
          const kinds = differencesOf(rows);
          const added = kinds.filter(({ kind }) => kind === 'added').length;
          const removed = kinds.filter(({ kind }) => kind === 'removed').length;
          // A new row in the very place of one that is gone counts as that one, changed.
          expect(added - removed).toBe(placesOfNew.length - (EXPORTED.length - kept.length));
          expect(kinds.some(({ kind }) => kind === 'moved')).toBe(false);
        },
      ),
    );
  });
});
