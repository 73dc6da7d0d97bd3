import type { Translator } from '@/ui/formats/words';
import type { ReadField } from './cell-values';
import type { FileOutline } from './file-outline';
import {
  checkColumn,
  dateOrder,
  matchedColumns,
  otherReading,
  type CheckedColumn,
  type DateOrder,
  type OtherReading,
} from './propose-notation';
import type { MappedFile } from './read-file';
import { isEncoding } from './recognise-file';

/** How a column of a file was read, according to its first values. */
export interface ColumnReading extends CheckedColumn {
  readonly field: string;
  /** The header of the column; empty if there is none. */
  readonly column: string;
  /** The type of the column if the file's format stores types; null for other formats. */
  readonly storedType: string | null;
  /** A value that another notation reads differently; null if all values have only one meaning. */
  readonly otherwise: OtherReading | null;
}

/** How a file without a certificate was read. */
export interface FileReading extends Pick<FileOutline, 'format' | 'sheet' | 'doubledHeaders'> {
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** The row of the headers, starting at 1; null for formats that name their columns. */
  readonly headerRow: number | null;
  /** The decimal sign; null if no numbers are written as text. `dates`: the order of dates; null if no dates are written as text. */
  readonly decimal: '.' | ',' | null;
  readonly dates: DateOrder | 'iso' | null;
  readonly columns: readonly ColumnReading[];
  /** The columns of the file that are not matched with a field. `nested`: those that contain nested values. */
  readonly leftOut: readonly string[];
  readonly nested: readonly string[];
  /** The columns whose types differ between the two sides, with these types. */
  readonly otherTypes: readonly string[];
}

/** By format, whether a row of the file contains the headers, so that the user can choose this row. */
const HAS_HEADER_ROW: Readonly<Record<FileOutline['format'], boolean>> = {
  csv: true,
  'json-lines': false,
  xlsx: true,
  parquet: false,
};

/** Returns how a file was read, for reports; null for an export with its certificate, for which nothing can be chosen. */
export function fileReading(
  { outline, mapping }: Pick<MappedFile, 'outline' | 'mapping'>,
  fields: readonly ReadField[],
): FileReading | null {
  if (outline.certificate !== null) return null;
  const { csv, format, sheet, doubledHeaders, columns } = outline;
  const { notation } = mapping;
  const matched = matchedColumns(mapping, outline, fields);
  const isWritten = (type: ReadField['type']) =>
    matched.some(
      ({ field, column }) => field.type === type && column.cells.some((cell) => cell?.kind === 'written'),
    );
  const isMatched = new Set(mapping.columns.map(({ columnIndex }) => columnIndex));
  const unread = columns.filter(({ isReadable }) => !isReadable);
  return {
    format,
    sheet,
    doubledHeaders,
    encoding: csv?.encoding ?? null,
    delimiter: csv?.delimiter ?? null,
    headerRow: HAS_HEADER_ROW[format] ? outline.headerRow : null,
    decimal: isWritten('number') ? notation.decimal : null,
    dates: !isWritten('date') ? null : notation.dateLocale === null ? 'iso' : dateOrder(notation.dateLocale),
    columns: matched.map((each) => ({
      field: each.field.name,
      column: each.column.name,
      storedType: each.column.storedType ?? null,
      ...checkColumn(each, notation),
      otherwise: otherReading(each, notation),
    })),
    leftOut: columns.flatMap(({ name, isReadable }, index) =>
      isReadable && name !== '' && !isMatched.has(index) ? [name] : [],
    ),
    nested: unread.flatMap(({ name, storedType }) => (storedType === undefined ? [name] : [])),
    otherTypes: unread.flatMap(({ name, storedType }) =>
      storedType === undefined ? [] : [`${name} (${storedType})`],
    ),
  };
}

type FilesTranslator = Translator<'files'>;

/** Returns how a file was read, as labels and values for a report. */
export function readingLines(
  reading: FileReading,
  t: FilesTranslator,
  formatInteger: (value: number) => string,
): readonly (readonly [label: string, value: string])[] {
  const { format, sheet, encoding, delimiter, headerRow, decimal, dates, columns } = reading;
  const { leftOut, nested, otherTypes, doubledHeaders } = reading;
  const labelled = (label: string, value: string) => `${label}: ${value}`;
  const parts = [
    t(`format.${format}`),
    ...(encoding === null ? [] : [labelled(t('encoding.label'), encodingName(encoding, t))]),
    ...(delimiter === null ? [] : [labelled(t('separator.label'), separatorName(delimiter, t))]),
    ...(sheet === null ? [] : [labelled(t('sheet'), sheet)]),
    ...(headerRow === null ? [] : [labelled(t('headerRow.label'), formatInteger(headerRow))]),
    ...(decimal === null ? [] : [labelled(t('decimal.label'), decimalName(decimal, t))]),
    ...(dates === null ? [] : [labelled(t('dates.label'), t(`dates.${dates}`))]),
  ];
  const named = (names: readonly string[]) => ({ names: names.join(', '), count: names.length });
  const notes = [
    ...columns.flatMap((column) =>
      column.otherwise === null ? [] : [fitsBothText(column, column.otherwise, t)],
    ),
    ...(doubledHeaders.length === 0 ? [] : [t('facts.doubled', { names: doubledHeaders.join(', ') })]),
    ...(leftOut.length === 0 ? [] : [t('leftOut.ofFile', named(leftOut))]),
    ...(nested.length === 0 ? [] : [t('leftOut.nested', named(nested))]),
    ...(otherTypes.length === 0 ? [] : [t('leftOut.otherTypes', named(otherTypes))]),
  ];
  return [
    [t('reading.label'), parts.join(' · ')],
    [t('reading.columns'), columns.map(columnText).join('; ')],
    ...notes.map((note) => [t('reading.note'), note] as const),
  ];
}

/** Returns a text which explains that the values of a column also fit another notation. */
export function fitsBothText(
  { field }: Pick<ColumnReading, 'field'>,
  { written, value, other }: OtherReading,
  t: FilesTranslator,
): string {
  return t('reading.fitsBoth', { field, written, value, other });
}

/** Returns a text such as `Preis → Price (DECIMAL(9, 2)): 3.700 → 3700`. Parts without information are left out. */
function columnText({ column, field, storedType, example }: ColumnReading): string {
  const name = column === field ? field : `${column} → ${field}`;
  const typed = storedType === null ? name : `${name} (${storedType})`;
  return example === null || example.written === example.value
    ? typed
    : `${typed}: ${example.written} → ${example.value}`;
}

function encodingName(encoding: string, t: FilesTranslator): string {
  return isEncoding(encoding) ? t(`encoding.${encoding}`) : encoding;
}

function decimalName(decimal: '.' | ',', t: FilesTranslator): string {
  return t(decimal === ',' ? 'decimal.comma' : 'decimal.point');
}

function separatorName(delimiter: string, t: FilesTranslator): string {
  const known = SEPARATORS.find(([sign]) => sign === delimiter);
  return known === undefined ? delimiter : t(`separator.${known[1]}`);
}

/** The usual delimiters, each with the key of its message. */
export const SEPARATORS = [
  [';', 'semicolon'],
  [',', 'comma'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const;
