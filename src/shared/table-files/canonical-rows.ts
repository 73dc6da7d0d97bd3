import { isDecimal, readDecimal } from '../formats/decimal';
import { isoText, readIsoDateTime, type IsoDateTime } from '../formats/iso-date';
import type { TableCell, TableColumn, TableRow } from './table-column';
import type { TextBuffer } from './text-buffer';

/*
 * One form of a row for all file formats, so that a digest over it can be computed again from any of them: a JSON array
 * per line, in the columns' order. Numbers without surplus zeros, as digits alone; dates without a midnight and without
 * surplus zeros of the second, in quotes; text in quotes; true, false, null.
 */

/** The first line, which ties the digest to the columns and their order. */
export function canonicalHeader(columns: readonly Pick<TableColumn, 'name'>[]): string {
  return `${JSON.stringify(columns.map(({ name }) => name))}\n`;
}

/** Writes rows of these columns in canonical form, each ended by a line feed. */
export function canonicalRowWriter(
  columns: readonly Pick<TableColumn, 'type'>[],
): (row: TableRow, out: Pick<TextBuffer, 'append'>) => void {
  const writers = columns.map(({ type }) => canonicalCellWriter(type));
  return (row, out) => {
    out.append('[');
    for (let index = 0; index < writers.length; index += 1) {
      if (index > 0) out.append(',');
      const cell = row[index] ?? null;
      out.append(cell === null ? 'null' : (writers[index]?.(cell) ?? ''));
    }
    out.append(']\n');
  };
}

/** Writes the cells of a row one by one, so that they can be compared. */
export function canonicalCells(
  columns: readonly Pick<TableColumn, 'type'>[],
): (row: TableRow) => readonly string[] {
  const writers = columns.map(({ type }) => canonicalCellWriter(type));
  return (row) =>
    writers.map((write, index) => {
      const cell = row[index] ?? null;
      return cell === null ? 'null' : write(cell);
    });
}

type CellWriter = (cell: Exclude<TableCell, null>) => string;

function canonicalCellWriter(type: TableColumn['type']): CellWriter {
  switch (type) {
    case 'number':
      return (cell) => (typeof cell === 'string' ? canonicalNumber(cell) : String(cell));
    case 'date':
      return (cell) => (typeof cell === 'string' ? jsonString(canonicalDate(cell)) : String(cell));
    case 'text':
    case 'boolean':
      return (cell) => (typeof cell === 'string' ? jsonString(cell) : String(cell));
  }
}

/** Digits alone; what is no number in quotes, as it is. */
function canonicalNumber(text: string): string {
  const decimal = isDecimal(text) ? text : readDecimal(text);
  return decimal === null ? jsonString(text) : withoutSurplusZeros(decimal);
}

/** `12.5000` as `12.5`, `7.00` as `7`. Takes a canonical decimal. */
export function withoutSurplusZeros(decimal: string): string {
  const point = decimal.indexOf('.');
  if (point === -1) return decimal;
  let end = decimal.length;
  while (decimal.charCodeAt(end - 1) === 0x30) end -= 1;
  return decimal.slice(0, end - 1 === point ? point : end);
}

/** The shortest ISO text of the same moment; what is no moment as it is. */
export function canonicalDate(text: string): string {
  const moment = readIsoDateTime(text);
  return moment === null ? text : isoText(shortened(moment));
}

function shortened(moment: IsoDateTime): IsoDateTime {
  const fraction = moment.fraction.replace(/0+$/, '');
  const isMidnight = moment.hour === '00' && moment.minute === '00' && moment.second === '00';
  return { ...moment, fraction, hasTime: !(isMidnight && fraction === '' && moment.offset === '') };
}

// Lone surrogates are escaped by JSON.stringify; UTF-8 could not carry them.
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u;

/** `text` as JSON, the short way where nothing needs an escape. */
export function jsonString(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}
