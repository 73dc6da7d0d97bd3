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
  const plain = shortenedPlain(text);
  if (plain !== null) return plain;
  const moment = readIsoDateTime(text);
  return moment === null ? text : isoText(shortened(moment));
}

const DAY_LENGTH = 10;
const SECOND_LENGTH = 19;
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const MAX_KNOWN = 50_000;
const knownDays = new Set<string>();
const knownTimes = new Set<string>();

/** As below for the form that nearly all have, in a fraction of the time; null for any other. */
function shortenedPlain(text: string): string | null {
  const { length } = text;
  if (length < SECOND_LENGTH) return null;
  const day = text.slice(0, DAY_LENGTH);
  const time = text.slice(DAY_LENGTH, SECOND_LENGTH);
  if (!isKnown(knownDays, day, (candidate) => readIsoDateTime(candidate) !== null)) return null;
  if (!isKnown(knownTimes, time, (candidate) => TIME.test(candidate))) return null;
  let end = SECOND_LENGTH;
  if (length > SECOND_LENGTH) {
    if (text.charCodeAt(SECOND_LENGTH) !== 0x2e || length === SECOND_LENGTH + 1) return null;
    for (let at = SECOND_LENGTH + 1; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x30 || code > 0x39) return null;
      if (code !== 0x30) end = at + 1;
    }
  }
  if (end === SECOND_LENGTH && time === 'T00:00:00') return day;
  return text.slice(0, end);
}

/** The same days and times come again and again. */
function isKnown(known: Set<string>, text: string, isRight: (text: string) => boolean): boolean {
  if (known.has(text)) return true;
  if (!isRight(text)) return false;
  if (known.size >= MAX_KNOWN) known.clear();
  known.add(text);
  return true;
}

function shortened(moment: IsoDateTime): IsoDateTime {
  const fraction = moment.fraction.replace(/0+$/, '');
  const isMidnight = moment.hour === '00' && moment.minute === '00' && moment.second === '00';
  return { ...moment, fraction, hasTime: !(isMidnight && fraction === '' && moment.offset === '') };
}

/** `text` as JSON, the short way where nothing needs an escape. */
export function jsonString(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Halves of pairs are escaped by JSON.stringify; UTF-8 could not carry them.
    if (code < 0x20 || code === QUOTE || code === BACKSLASH || (code >= 0xd800 && code <= 0xdfff)) {
      return JSON.stringify(text);
    }
  }
  return `"${text}"`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
