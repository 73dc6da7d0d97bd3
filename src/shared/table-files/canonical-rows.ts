import { isDecimal, readDecimal, withoutTrailingZeros } from '../formats/decimal';
import { isoText, readIsoDateTime, type IsoDateTime } from '../formats/iso-date';
import { cellAt, PLAIN_CELL, type RowBatch } from '../row-batches/row-batch';
import { endOfDecimal } from './plain-cells';
import { endOfMoment } from './plain-moments';
import type { TableCell, TableColumn, TableRow } from './table-column';
import type { TextBuffer } from './text-buffer';

/*
 * One form of a row for all file formats, so that a digest over it can be computed again from any of them: a JSON array
 * per line, in the columns' order. Numbers without surplus zeros, as digits alone; dates without a midnight and without
 * surplus zeros of the second, in quotes; text in quotes; true, false, null.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST_START = 0x5b;
const BACKSLASH = 0x5c;

/** The first line, which ties the digest to the columns and their order. */
export function canonicalHeader(columns: readonly Pick<TableColumn, 'name'>[]): string {
  return `${JSON.stringify(columns.map(({ name }) => name))}\n`;
}

/** Writes rows of a batch in canonical form, each ended by a line feed. Its first cells are those of `columns`. */
export function canonicalRowWriter(
  columns: readonly Pick<TableColumn, 'type'>[],
): (batch: RowBatch, row: number, out: TextBuffer) => void {
  const types = columns.map(({ type }) => type);
  const writers = types.map(canonicalCellWriter);
  return (batch, row, out) => {
    const first = row * batch.columnCount;
    out.appendByte(LIST_START);
    for (let index = 0; index < types.length; index += 1) {
      if (index > 0) out.appendByte(COMMA);
      const type = types[index];
      const write = writers[index];
      if (type !== undefined && write !== undefined) appendCell(batch, first + index, type, write, out);
    }
    out.append(']\n');
  };
}

function appendCell(
  batch: RowBatch,
  place: number,
  type: TableColumn['type'],
  write: CellWriter,
  out: TextBuffer,
): void {
  if (appendPlain(batch, place, type, out)) return;
  const cell = cellAt(batch, place) ?? null;
  out.append(cell === null ? 'null' : write(cell));
}

/** As the writers below, for the cells that can be copied from where they lie; false, and nothing, for any other. */
function appendPlain(batch: RowBatch, place: number, type: TableColumn['type'], out: TextBuffer): boolean {
  const { bytes } = batch;
  if (batch.kinds[place] !== PLAIN_CELL) return false;
  const start = batch.starts[place] ?? 0;
  const end = batch.ends[place] ?? 0;
  if (type === 'number') {
    const valueEnd = endOfDecimal(bytes, start, end);
    if (valueEnd === -1) return false;
    out.appendBytes(bytes, start, valueEnd);
    return true;
  }
  const valueEnd = type === 'date' ? endOfMoment(bytes, start, end) : end;
  if (valueEnd === -1) return false;
  out.appendByte(QUOTE);
  out.appendBytes(bytes, start, valueEnd);
  out.appendByte(QUOTE);
  return true;
}

/** Writes the cells at these places of a row, so that no other cells give the same text. */
export function keyWriter(
  places: readonly number[],
): (batch: RowBatch, row: number, out: TextBuffer) => void {
  const write = canonicalCellWriter('text');
  return (batch, row, out) => {
    for (const [index, column] of places.entries()) {
      if (index > 0) out.appendByte(COMMA);
      appendCell(batch, row * batch.columnCount + column, 'text', write, out);
    }
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
  const fraction = withoutTrailingZeros(moment.fraction);
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
