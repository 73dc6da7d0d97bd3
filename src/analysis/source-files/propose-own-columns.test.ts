import { expect, test } from 'vitest';
import { plainCell, valueCell } from './cell-values';
import type { FileColumn, FileOutline } from './file-outline';
import { ownMapping, ownNotation, proposeOwnColumns } from './propose-own-columns';

const column = (name: string, ...texts: readonly string[]): FileColumn => ({
  name,
  isReadable: true,
  cells: texts.map((text) => (text === '' ? null : plainCell('written', text))),
});
const outlineOf = (columns: readonly FileColumn[]) =>
  ({ columns, certificate: null, csv: null, headerRow: 1 }) as unknown as FileOutline;
function mappingOf(columns: readonly FileColumn[]) {
  const outline = outlineOf(columns);
  const typed = proposeOwnColumns(outline, ['de'], (place) => `Spalte ${place}`);
  return ownMapping(columns, typed, ownNotation(outline, typed, ['de']));
}
const kindsOf = (...columns: readonly FileColumn[]) =>
  mappingOf(columns).own.map(({ name, kind, places }) => [name, kind, places]);

test('the type of a column is what its values are, in the notation of the file', () => {
  expect(
    kindsOf(
      column('Artikel', '4711', '4712'),
      column('Einkauf', '1.234,5', '', '12,50'),
      column('Menge', '10', '200'),
      column('Ab', '31.01.2026', '1.2.2026'),
      column('Um', '2026-01-31T10:00:00', '2026-02-01'),
      column('Bemerkung', 'neu', '12'),
      column('Leer', ''),
    ),
  ).toEqual([
    // A number that identifies an article is not an amount, so it is text.
    ['Artikel', 'text', 0],
    ['Einkauf', 'number', 2],
    ['Menge', 'number', 0],
    ['Ab', 'date', 0],
    ['Um', 'moment', 0],
    ['Bemerkung', 'text', 0],
    ['Leer', 'text', 0],
  ]);
});

test('a number that would lose a sign of it is a text', () => {
  expect(kindsOf(column('Kasse', '007', '010'), column('Konto', '1'.repeat(39)))).toEqual([
    ['Kasse', 'text', 0],
    ['Konto', 'text', 0],
  ]);
  expect(kindsOf(column('Anteil', '0,5', '0'))).toEqual([['Anteil', 'number', 1]]);
  expect(kindsOf(column('Fein', '0,123456789012'))).toEqual([['Fein', 'number', 12]]);
});

test('some words among many numbers do not make a column a text', () => {
  const numbers = Array.from({ length: 19 }, (_, index) => `${index + 1},50`);
  expect(kindsOf(column('Preis', ...numbers, 'auf Anfrage'))).toEqual([['Preis', 'number', 2]]);
});

test('typed values keep their type', () => {
  const typed = (name: string, value: string | boolean): FileColumn => ({
    name,
    isReadable: true,
    cells: [valueCell(value)],
  });
  expect(kindsOf(typed('Aktiv', true), typed('Preis', '1.25'), typed('Ab', '2026-01-31'))).toEqual([
    ['Aktiv', 'boolean', 0],
    ['Preis', 'number', 2],
    ['Ab', 'date', 0],
  ]);
});

test('every column has a name of its own, and nested ones are no columns', () => {
  const nested = { ...column('Liste'), isReadable: false };
  expect(
    mappingOf([
      column('Preis', '1'),
      column(' preis ', '2'),
      nested,
      column('', 'x'),
      column('#', '3'),
    ]).columns.map(({ field, columnIndex }) => [field, columnIndex]),
  ).toEqual([
    ['Preis', 0],
    ['preis 2', 1],
    ['Spalte 4', 3],
    // The name `#` is reserved for the column that counts matching rows.
    ['# 2', 4],
  ]);
});
