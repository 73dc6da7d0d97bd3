import { readDecimal, withoutTrailingZeros } from '../formats/decimal';
import { isoText, readIsoDateTime, type IsoDateTime } from '../formats/iso-date';
import { cellAt, PLAIN_CELL, type RowBatch } from '../row-batches/row-batch';
import { endOfCutMoment, endOfMoment } from './plain-moments';
import type { TableCell, TableColumn, TableRow } from './table-column';
import type { TextBuffer } from './text-buffer';
import { endOfDecimal, isDecimal, withoutSurplusZeros } from '../base/decimal-grammar';

// The canonical form of rows. It does not depend on the file format, so that a digest can be recomputed from any file: a JSON array per
// line, in column order. Numbers are tokens without trailing zeros. Dates are strings without a midnight time and without trailing zeros
// of the second. Text, true, false and null are as in JSON, but an unpaired surrogate is U+FFFD, because UTF-8, which most formats use,
// cannot store it. For a workbook, `secondDigits` limits the fractional digits of the second to those that it can store.

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST_START = 0x5b;
const BACKSLASH = 0x5c;

/** Returns the first line of the canonical form. It makes the digest depend on the columns and their order. */
export function canonicalHeader(columns: readonly Pick<TableColumn, 'name'>[]): string {
  return `${JSON.stringify(columns.map(({ name }) => name.toWellFormed()))}\n`;
}

/** Returns a function that writes a row in canonical form with a line feed. The row's first cells must be those of `columns`. */
export function canonicalRowWriter(
  columns: readonly Pick<TableColumn, 'type'>[],
  secondDigits: number | null = null,
): (batch: RowBatch, row: number, out: TextBuffer) => void {
  const types = columns.map(({ type }) => type);
  const writers = types.map((type) => canonicalCellWriter(type, secondDigits));
  return (batch, row, out) => {
    const first = row * batch.columnCount;
    out.appendByte(LIST_START);
    for (let index = 0; index < types.length; index += 1) {
      if (index > 0) out.appendByte(COMMA);
      const type = types[index];
      const write = writers[index];
      if (type !== undefined && write !== undefined)
        appendCell(batch, first + index, type, write, out, secondDigits);
    }
    out.append(']\n');
  };
}

function appendCell(
  batch: RowBatch,
  cellIndex: number,
  type: TableColumn['type'],
  write: CellWriter,
  out: TextBuffer,
  secondDigits: number | null = null,
): void {
  if (appendPlain(batch, cellIndex, type, out, secondDigits)) return;
  const cell = cellAt(batch, cellIndex) ?? null;
  out.append(cell === null ? 'null' : write(cell));
}

/** Copies the bytes of a cell as a fast path. Returns false, without writing, if the cell needs a general writer. */
function appendPlain(
  batch: RowBatch,
  cellIndex: number,
  type: TableColumn['type'],
  out: TextBuffer,
  secondDigits: number | null,
): boolean {
  const { bytes } = batch;
  if (batch.kinds[cellIndex] !== PLAIN_CELL) return false;
  const start = batch.starts[cellIndex] ?? 0;
  const end = batch.ends[cellIndex] ?? 0;
  if (type === 'number') {
    const valueEnd = endOfDecimal(bytes, start, end);
    if (valueEnd === -1) return false;
    out.appendBytes(bytes, start, valueEnd);
    return true;
  }
  let valueEnd = type === 'date' ? endOfMoment(bytes, start, end) : end;
  if (valueEnd === -1) return false;
  if (type === 'date' && secondDigits !== null) {
    valueEnd = endOfCutMoment(bytes, start, valueEnd, secondDigits);
  }
  out.appendByte(QUOTE);
  out.appendBytes(bytes, start, valueEnd);
  out.appendByte(QUOTE);
  return true;
}

/** Returns a function that writes the cells of key columns as a text that is different for different keys. */
export function keyWriter(
  columnIndexes: readonly number[],
): (batch: RowBatch, row: number, out: TextBuffer) => void {
  const write = canonicalCellWriter('text', null);
  return (batch, row, out) => {
    for (const [index, column] of columnIndexes.entries()) {
      if (index > 0) out.appendByte(COMMA);
      appendCell(batch, row * batch.columnCount + column, 'text', write, out);
    }
  };
}

/** Returns a function that converts the cells of a row to canonical form for comparisons. */
export function canonicalCells(
  columns: readonly Pick<TableColumn, 'type'>[],
  secondDigits: number | null = null,
): (row: TableRow) => readonly string[] {
  const writers = columns.map(({ type }) => canonicalCellWriter(type, secondDigits));
  return (row) =>
    writers.map((write, index) => {
      const cell = row[index] ?? null;
      return cell === null ? 'null' : write(cell);
    });
}

type CellWriter = (cell: Exclude<TableCell, null>) => string;

function canonicalCellWriter(type: TableColumn['type'], secondDigits: number | null): CellWriter {
  switch (type) {
    case 'number':
      return (cell) => (typeof cell === 'string' ? canonicalNumber(cell) : String(cell));
    case 'date':
      return (cell) =>
        typeof cell === 'string' ? jsonString(canonicalDate(cell, secondDigits)) : String(cell);
    case 'text':
    case 'boolean':
      return (cell) => (typeof cell === 'string' ? jsonString(cell.toWellFormed()) : String(cell));
  }
}

function canonicalNumber(text: string): string {
  const decimal = isDecimal(text) ? text : readDecimal(text);
  return decimal === null ? jsonString(text.toWellFormed()) : withoutSurplusZeros(decimal);
}

/** Returns the shortest ISO text of the same date-time. Returns other text unchanged. */
export function canonicalDate(text: string, secondDigits: number | null = null): string {
  const moment = readIsoDateTime(text);
  if (moment === null) return text.toWellFormed();
  const fraction = secondDigits === null ? moment.fraction : moment.fraction.slice(0, secondDigits);
  return isoText(shortened({ ...moment, fraction }));
}

function shortened(moment: IsoDateTime): IsoDateTime {
  const fraction = withoutTrailingZeros(moment.fraction);
  const isMidnight = moment.hour === '00' && moment.minute === '00' && moment.second === '00';
  return { ...moment, fraction, hasTime: !(isMidnight && fraction === '' && moment.offset === '') };
}

/** Does the same as `JSON.stringify`, with a fast path for texts that need no escapes. */
export function jsonString(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // UTF-8 cannot encode an unpaired surrogate, and `JSON.stringify` escapes it.
    if (code < 0x20 || code === QUOTE || code === BACKSLASH || (code >= 0xd800 && code <= 0xdfff)) {
      return JSON.stringify(text);
    }
  }
  return `"${text}"`;
}
