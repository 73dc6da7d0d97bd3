import { createDateFormat } from '@/lib/formats/date-format';
import { FORMAT_LOCALES } from '@/lib/formats/format-locales';
import { withoutSurplusZeros } from '@/lib/base/decimal-grammar';
import { numberSymbols } from '@/lib/formats/number-symbols';
import { cellReader, fitsField, isInNotation, type ReadField } from './cell-values';
import type { FileColumn, FileMapping, FileNotation, FileOutline } from './file-outline';

/** A field, and the column of the file that is matched with it. */
export interface MatchedColumn {
  readonly field: ReadField;
  readonly column: FileColumn;
}

/** Returns the fields that are matched, each with its column. */
export function matchedColumns(
  { columns }: Pick<FileMapping, 'columns'>,
  outline: Pick<FileOutline, 'columns'>,
  fields: readonly ReadField[],
): MatchedColumn[] {
  return columns.flatMap(({ field: name, columnIndex }) => {
    const field = fields.find((each) => each.name === name);
    const column = outline.columns[columnIndex];
    return field === undefined || column === undefined ? [] : [{ field, column }];
  });
}

/**
 * Returns the notation that fits most of the first values. If several fit equally well, `regions` decides (BCP 47 tags, the likeliest
 * first). For numbers, the delimiter of a CSV file takes precedence over `regions`, unless `isStated`: the first region is stated for this
 * file.
 */
export function proposeNotation(
  outline: Pick<FileOutline, 'csv' | 'headerRow' | 'certificate'>,
  matched: readonly MatchedColumn[],
  regions: readonly string[],
  { isStated = false }: { readonly isStated?: boolean } = {},
): FileNotation {
  const guardsFormulas = isLikeOurs(outline, matched);
  return {
    decimal: proposedDecimal(isStated ? null : outline.csv, matched, regions),
    dateLocale: proposedDateLocale(matched, regions),
    guardsFormulas,
  };
}

/** Whether a CSV file without a certificate looks like an export for Excel: it has a byte order mark, and field names as headers. */
function isLikeOurs(
  { csv, headerRow, certificate }: Pick<FileOutline, 'csv' | 'headerRow' | 'certificate'>,
  matched: readonly MatchedColumn[],
): boolean {
  if (csv === null || certificate !== null) return false;
  return (
    csv.hasByteOrderMark &&
    headerRow === 1 &&
    matched.length > 0 &&
    matched.every(({ field, column }) => unguardedName(column.name) === field.name)
  );
}

function unguardedName(name: string): string {
  return name.replace(/^'/, '');
}

function proposedDecimal(
  csv: FileOutline['csv'],
  matched: readonly MatchedColumn[],
  regions: readonly string[],
): '.' | ',' {
  const numbers = matched.filter(({ field }) => field.type === 'number');
  const fits = (decimal: '.' | ',') =>
    countFitting(numbers, { decimal, dateLocale: null, guardsFormulas: false });
  const [point, comma] = [fits('.'), fits(',')];
  if (point !== comma) return point > comma ? '.' : ',';
  if (csv?.delimiter === ';') return ',';
  if (csv?.delimiter === ',') return '.';
  return numberSymbols(regions[0] ?? 'en').decimal === ',' ? ',' : '.';
}

/** Returns the locale of the dates; null if all dates are in ISO 8601. */
function proposedDateLocale(matched: readonly MatchedColumn[], regions: readonly string[]): string | null {
  const dates = matched.filter(({ field }) => field.type === 'date');
  const candidates = [...new Set([...regions, ...FORMAT_LOCALES])];
  let best: string | null = null;
  let bestCount = countFitting(dates, { decimal: '.', dateLocale: null, guardsFormulas: false });
  const allCount = dates.reduce((count, { column }) => count + filledCount(column), 0);
  for (const dateLocale of candidates) {
    if (bestCount === allCount) break;
    const count = countFitting(dates, { decimal: '.', dateLocale, guardsFormulas: false });
    if (count > bestCount) {
      best = dateLocale;
      bestCount = count;
    }
  }
  return best;
}

function filledCount({ cells }: FileColumn): number {
  return cells.filter((cell) => cell !== null).length;
}

function countFitting(matched: readonly MatchedColumn[], notation: FileNotation): number {
  return matched.reduce((count, { field, column }) => {
    const read = cellReader(field, notation);
    const fitting = column.cells.filter((cell) => {
      const value = cell === null ? null : read(cell);
      return (
        cell !== null && value !== null && isInNotation(cell, field, notation) && fitsField(field, value)
      );
    });
    return count + fitting.length;
  }, 0);
}

/** How the first values of a column are read as values of a field. */
export interface CheckedColumn {
  /** The number of the column's values in the first rows. */
  readonly filled: number;
  /** The number of values that do not fit the field. */
  readonly misfits: number;
  readonly firstMisfit: string | null;
  /** The first value that fits, both as the file contains it and as it is read. */
  readonly example: { readonly written: string; readonly value: string } | null;
}

export function checkColumn({ field, column }: MatchedColumn, notation: FileNotation): CheckedColumn {
  const read = cellReader(field, notation);
  let filled = 0;
  let misfits = 0;
  let firstMisfit: string | null = null;
  let example: CheckedColumn['example'] = null;
  for (const cell of column.cells) {
    const value = cell === null ? null : read(cell);
    if (cell === null || value === null) continue;
    filled += 1;
    if (fitsField(field, value)) {
      // An example is preferred if its value differs from its text.
      if (example === null || (example.written === example.value && cell.shown !== value)) {
        example = { written: cell.shown, value };
      }
    } else {
      misfits += 1;
      firstMisfit ??= cell.shown;
    }
  }
  return { filled, misfits, firstMisfit, example };
}

/** A value that another notation would read differently. */
export interface OtherReading {
  readonly written: string;
  /** The value as it is read in the notation that is used. */
  readonly value: string;
  /** The value as it would be read in the other notation. */
  readonly other: string;
}

/** Returns a value that the other decimal sign or date order would read differently; null if there is none. */
export function otherReading({ field, column }: MatchedColumn, notation: FileNotation): OtherReading | null {
  const other = otherNotation(field, notation);
  if (other === null) return null;
  const [read, readOther] = [cellReader(field, notation), cellReader(field, other)];
  let found: OtherReading | null = null;
  for (const cell of column.cells) {
    if (cell?.kind !== 'written') continue;
    const [value, otherValue] = [read(cell), readOther(cell)];
    if (value === null || otherValue === null || !fitsField(field, value)) continue;
    if (!isInNotation(cell, field, other) || !fitsField(field, otherValue)) return null;
    const isSame =
      field.type === 'number'
        ? withoutSurplusZeros(value) === withoutSurplusZeros(otherValue)
        : value === otherValue;
    if (!isSame) found ??= { written: cell.text, value, other: otherValue };
  }
  return found;
}

function otherNotation({ type }: ReadField, notation: FileNotation): FileNotation | null {
  if (type === 'number') return { ...notation, decimal: notation.decimal === ',' ? '.' : ',' };
  if (type !== 'date' || notation.dateLocale === null) return null;
  const order = dateOrder(notation.dateLocale);
  if (order === 'ymd') return null;
  return { ...notation, dateLocale: localeOfOrder(order === 'dmy' ? 'mdy' : 'dmy', []) };
}

/** The order of day, month and year in a date. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** Returns the order of day, month and year in a locale. */
export function dateOrder(locale: string): DateOrder {
  const order = createDateFormat(locale)
    .dateParts.map(({ kind }) => kind)
    .filter((kind) => kind !== 'literal')
    .map((kind) => kind.charAt(0))
    .join('');
  return order === 'mdy' || order === 'ymd' ? order : 'dmy';
}

/** Returns a locale for reading dates in this order: one of the regions, or if none has this order, a usual locale. */
export function localeOfOrder(order: DateOrder, regions: readonly string[]): string {
  const own = regions.find((locale) => dateOrder(locale) === order);
  return own ?? { dmy: 'en-GB', mdy: 'en-US', ymd: 'sv-SE' }[order];
}
