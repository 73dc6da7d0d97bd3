import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import type { MappedFile } from '../source-files/read-file';
import { plainCell } from '../source-files/cell-values';
import { proposeKeyByValues, tellingColumns } from './propose-key-by-values';

const FIELDS = [
  testField('Currency'),
  testField('ItemNumber'),
  testField('Value', { type: 'number', scale: 2 }),
];
const ROWS = [
  ['EUR', 'A-1', '1.00'],
  ['EUR', 'A-2', '2.00'],
  ['USD', 'A-2', '3.00'],
];

function fileOf(columns: Readonly<Record<string, readonly string[]>>): MappedFile {
  const names = Object.keys(columns);
  return {
    files: [],
    outline: {
      columns: names.map((name) => ({
        name,
        isReadable: true,
        cells: (columns[name] ?? []).map((text) => plainCell('written', text)),
      })),
    },
    mapping: {
      notation: { decimal: '.', dateLocale: null, guardsFormulas: false },
      columns: names.map((field, columnIndex) => ({ field, columnIndex })),
      own: names.map((name) => ({ name, kind: 'text', places: 0 })),
    },
  } as unknown as MappedFile;
}

test('the key is what tells the rows of a file apart and stands among the rows read', async () => {
  const { engine, table } = await openTestEngine(FIELDS, ROWS);
  const proposed = (columns: Readonly<Record<string, readonly string[]>>) =>
    proposeKeyByValues(engine, table, tellingColumns(fileOf(columns)));
  expect(
    await proposed({
      Bezeichnung: ['Pumpe', 'Ventil', 'Rad'],
      'Unsere Nr.': ['A-1', 'A-2', 'A-9'],
      Währung: ['EUR', 'EUR', 'EUR'],
    }),
  ).toEqual({ current: 'ItemNumber', reference: 'Unsere Nr.' });
  // If only one value in three is equal, that is a coincidence.
  expect(await proposed({ Nr: ['A-1', 'A-8', 'A-9'] })).toBeNull();
  expect(await proposed({ Nr: [] })).toBeNull();
});

test('numbers of which only whole ones were seen can be the key, although their column holds decimal places', async () => {
  const number = testField('Number', { type: 'number', sqlType: 'decimal', scale: 4 });
  const { engine, table } = await openTestEngine([number], [['101'], ['102'], ['10.50']]);
  const telling = tellingColumns(fileOf({ Nr: ['101', '102'] }));
  expect(await proposeKeyByValues(engine, table, telling)).toBeNull();
  const seenWhole = {
    ...table,
    columns: table.columns.map((column) => ({ ...column, isSeenWhole: true as const })),
  };
  expect(await proposeKeyByValues(engine, seenWhole, telling)).toEqual({
    current: 'Number',
    reference: 'Nr',
  });
});
