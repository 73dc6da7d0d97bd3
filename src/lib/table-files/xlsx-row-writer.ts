import { withoutSurplusZeros, endOfDecimal } from '../base/decimal-grammar';
import { readDecimal, shiftDecimal, significantDigits } from '../formats/decimal';
import { readIsoDateTime } from '../formats/iso-date';
import { cellAt, NULL_CELL, PLAIN_CELL, type RowBatch } from '../row-batches/row-batch';
import { createPlainSerials, EXCEL_SECOND_DIGITS, excelSerial } from './excel-serial';
import { endOfCutMoment, endOfMoment } from './plain-moments';
import type { TableCell, TableColumn } from './table-column';
import { NO_NOTES, type EncodingNotes } from './table-encoder';
import { TextBuffer } from './text-buffer';
import { MAX_CELL_LENGTH } from './xlsx-limits';
import { FIXED_STYLES, type XlsxStyles } from './xlsx-styles';
import { inlineString, isPlainXml } from './xlsx-text';

/** Thrown if a text is longer than a cell of a workbook can be. Texts are never truncated. */
export class CellTooLongError extends Error {
  override readonly name = 'CellTooLongError';
  readonly column: string;
  /** The 1-based number of the row among the written rows. */
  readonly row: number;
  constructor(column: string, row: number) {
    super('A text is too long for a cell of a workbook.');
    this.column = column;
    this.row = row;
  }
}

/** The columns of a sheet or of single rows, with the XML that their cells share. */
interface SheetLayout {
  readonly columns: readonly TableColumn[];
  readonly letters: readonly string[];
  readonly lastLetter: string;
  readonly styles: readonly number[];
  /** The XML at the start of each column's cells. `valueStarts` is the XML before a value. */
  readonly cellStarts: readonly Uint8Array[];
  readonly valueStarts: readonly Uint8Array[];
}

/** The indexes of a row's fills: one for all cells (or null), and those of single cells by column. */
export interface RowFill {
  readonly row: number | null;
  readonly cells: ReadonlyMap<number, number>;
}

const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);
const VALUE_END = encoder.encode('</v></c>');
const TEXT_START = encoder.encode(`" s="${FIXED_STYLES.text}" t="inlineStr"><is><t>`);
const TEXT_END = encoder.encode('</t></is></c>');

/** Returns the layout of columns. `styles` are the styles for values of each column's type. */
export function sheetLayout(columns: readonly TableColumn[], styles: readonly number[]): SheetLayout {
  const letters = columns.map((_, index) => columnLetters(index));
  return {
    columns,
    letters,
    lastLetter: letters.at(-1) ?? 'A',
    styles,
    cellStarts: letters.map((letter) => encoder.encode(`<c r="${letter}`)),
    valueStarts: styles.map((style) => encoder.encode(`" s="${style}"><v>`)),
  };
}

export interface RowWriterOptions extends Pick<XlsxStyles, 'ofFill'> {
  readonly keepsFullSeconds: boolean;
}

/** Appends rows to the XML of sheets. Counts the cells that it writes in another form than usual. */
export class RowWriter {
  readonly xml = new TextBuffer();
  layout: SheetLayout;
  readonly #options: RowWriterOptions;
  readonly #serialOf = createPlainSerials();
  readonly #notes = { ...NO_NOTES };
  #rowCount = 0;

  constructor(layout: SheetLayout, options: RowWriterOptions) {
    this.layout = layout;
    this.#options = options;
  }

  get notes(): EncodingNotes {
    return { ...this.#notes };
  }

  /** The number of rows that were written to all sheets so far, without headers. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Appends a row. `rowNumber` is its 1-based number within the sheet. */
  append(batch: RowBatch, row: number, rowNumber: number, fill: RowFill | null): void {
    const { xml } = this;
    const { columns, cellStarts } = this.layout;
    const digits = String(rowNumber);
    xml.append('<row r="');
    xml.append(digits);
    xml.append('">');
    const first = row * batch.columnCount;
    for (let index = 0; index < columns.length; index += 1) {
      const kind = batch.kinds[first + index];
      const colour = fill === null ? null : (fill.cells.get(index) ?? fill.row);
      // Writes a cell without a value only if it has a fill color, so that the fill of a row has no gap.
      if (colour === null && kind === NULL_CELL) continue;
      const cellStart = cellStarts[index] ?? NOTHING;
      xml.appendBytes(cellStart, 0, cellStart.length);
      xml.append(digits);
      if (colour === null && kind === PLAIN_CELL && this.#appendPlain(batch, first + index, index)) continue;
      const shift = colour === null ? 0 : this.#options.ofFill(colour);
      xml.append(this.#contentOf(cellAt(batch, first + index) ?? null, index, shift));
    }
    xml.append('</row>');
    this.#rowCount += 1;
  }

  /** Returns the XML after a cell's reference. `shift` is the distance from a style to the same style with the fill. */
  #contentOf(cell: TableCell, index: number, shift: number): string {
    const { type, isPercentage } = this.layout.columns[index] ?? {};
    const start = `" s="${(this.layout.styles[index] ?? FIXED_STYLES.general) + shift}"`;
    if (cell === null) return `${start}/>`;
    if (typeof cell === 'boolean') return `${start} t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (type === 'number') {
      const decimal = readDecimal(cell);
      if (decimal !== null && isExactInExcel(decimal)) {
        const value = isPercentage === true ? shiftDecimal(decimal, -2) : decimal;
        return `${start}><v>${withoutSurplusZeros(value)}</v></c>`;
      }
      this.#notes.numbersAsText += 1;
      return this.#inline(cell, index, FIXED_STYLES.numberAsText + shift);
    }
    if (type === 'date') {
      const moment = readIsoDateTime(cell);
      const hasMore = moment !== null && /[1-9]/.test(moment.fraction.slice(EXCEL_SECOND_DIGITS));
      const isCut = hasMore && !this.#options.keepsFullSeconds;
      const held = isCut ? { ...moment, fraction: moment.fraction.slice(0, EXCEL_SECOND_DIGITS) } : moment;
      const serial = held === null ? null : excelSerial(held);
      if (serial !== null) {
        if (isCut) this.#notes.datesCut += 1;
        return `${start}><v>${serial}</v></c>`;
      }
      this.#notes.datesAsText += 1;
    }
    return this.#inline(cell, index, FIXED_STYLES.text + shift);
  }

  #inline(text: string, index: number, style: number): string {
    if (text.length > MAX_CELL_LENGTH) {
      throw new CellTooLongError(this.layout.columns[index]?.name ?? '', this.#rowCount + 1);
    }
    return `" s="${style}" t="inlineStr">${inlineString(text)}</c>`;
  }

  /** A fast path for most cells. Returns false, without writing, if the cell needs the general form. */
  #appendPlain({ bytes, starts, ends }: RowBatch, cellIndex: number, index: number): boolean {
    const { xml, layout } = this;
    const start = starts[cellIndex] ?? 0;
    const end = ends[cellIndex] ?? 0;
    const { type, isPercentage } = layout.columns[index] ?? {};
    if (isPercentage === true) return false;
    if (type === 'number') {
      const valueEnd = endOfDecimal(bytes, start, end);
      if (valueEnd === -1 || valueEnd - start > SAFE_DIGITS) return false;
      const valueStart = layout.valueStarts[index] ?? NOTHING;
      xml.appendBytes(valueStart, 0, valueStart.length);
      xml.appendBytes(bytes, start, valueEnd);
      xml.appendBytes(VALUE_END, 0, VALUE_END.length);
      return true;
    }
    if (type === 'date') {
      const valueEnd = endOfMoment(bytes, start, end);
      if (valueEnd === -1) return false;
      const heldEnd = this.#options.keepsFullSeconds
        ? valueEnd
        : endOfCutMoment(bytes, start, valueEnd, EXCEL_SECOND_DIGITS);
      const serial = this.#serialOf(bytes, start, heldEnd);
      if (serial === null) {
        this.#notes.datesAsText += 1;
        this.#appendText(bytes, start, end);
        return true;
      }
      if (heldEnd !== valueEnd) this.#notes.datesCut += 1;
      const valueStart = layout.valueStarts[index] ?? NOTHING;
      xml.appendBytes(valueStart, 0, valueStart.length);
      xml.append(String(serial));
      xml.appendBytes(VALUE_END, 0, VALUE_END.length);
      return true;
    }
    if (type !== 'text' || end - start > MAX_CELL_LENGTH || !isPlainXml(bytes, start, end)) return false;
    this.#appendText(bytes, start, end);
    return true;
  }

  #appendText(bytes: Uint8Array, start: number, end: number): void {
    const { xml } = this;
    xml.appendBytes(TEXT_START, 0, TEXT_START.length);
    xml.appendBytes(bytes, start, end);
    xml.appendBytes(TEXT_END, 0, TEXT_END.length);
  }
}

const SAFE_DIGITS = 15;
/** A limit below the largest number that Excel can store, about 10^308. */
const MAX_INTEGER_DIGITS = 300;

/** Whether Excel, with 15 significant digits, stores a canonical decimal exactly. */
function isExactInExcel(decimal: string): boolean {
  if (decimal.length <= SAFE_DIGITS) return true;
  return decimal.length < MAX_INTEGER_DIGITS && significantDigits(decimal) <= SAFE_DIGITS;
}

/** Returns the letters of a column: `A` for 0, `AA` for 26. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(0x41 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
