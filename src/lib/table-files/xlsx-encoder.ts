import { readDecimal, shiftDecimal, significantDigits } from '../formats/decimal';
import { readIsoDateTime } from '../formats/iso-date';
import { cellAt, NULL_CELL, PLAIN_CELL, type RowBatch } from '../row-batches/row-batch';
import { type ByteSink, NO_NOTES, type EncodingNotes, type TableEncoder } from './table-encoder';
import { createPlainSerials, EXCEL_SECOND_DIGITS, excelSerial } from './excel-serial';
import { endOfCutMoment, endOfMoment } from './plain-moments';
import type { TableCell, TableColumn } from './table-column';
import type { EncodedQuery } from './xlsx-query';
import { createWorkbook, type AboutRow, type Workbook } from './xlsx-workbook';
import { FIXED_STYLES, isWithoutItsFormat, xlsxStyles } from './xlsx-styles';
import { createWidthMeter, type WidthMeter } from './xlsx-widths';
import { MAX_CELL_LENGTH, MAX_SHEET_ROWS } from './xlsx-limits';
import { inlineString, isPlainXml } from './xlsx-text';
import { TextBuffer } from './text-buffer';
import type { ZipEntry } from './zip-writer';
import { withoutSurplusZeros, endOfDecimal } from '../base/decimal-grammar';

/** Thrown when a text exceeds the cell length of a workbook. It is never truncated. */
export class CellTooLongError extends Error {
  override readonly name = 'CellTooLongError';
  readonly column: string;
  /** 1-based, within the rows written. */
  readonly row: number;
  constructor(column: string, row: number) {
    super('A text is too long for a cell of a workbook.');
    this.column = column;
    this.row = row;
  }
}

/** A fill colour, and its meaning. */
export interface XlsxFill {
  /** ARGB. */
  readonly colour: string;
  readonly words: string;
}

export interface XlsxFills {
  /** The label of the colours on the About sheet. */
  readonly label: string;
  readonly legend: readonly XlsxFill[];
  /** Returns the indexes of a row's fills: for all cells (or null), and for single cells by column. Null: the row has no fill. */
  readonly fillOf: (
    batch: RowBatch,
    row: number,
  ) => { readonly row: number | null; readonly cells: ReadonlyMap<number, number> } | null;
}

export interface XlsxOptions {
  /** The total number of rows, or of the first table's rows if there are several tables. */
  readonly rowCount: number;
  /** How many of the rows, at the end, are totals. They are below the filter, which would sort and sum them with the others. */
  readonly totalRowCount?: number;
  /** The title of its sheets; numbered if there are several. */
  readonly sheetTitle: string;
  readonly aboutTitle: string;
  /** Opens a file: one for all rows, or one per sheet. */
  readonly openFile: (ordinal: number) => Promise<ByteSink>;
  readonly hasFilePerSheet: boolean;
  /** Whether date-times with more digits of the second than Excel holds become text; otherwise further digits are cut. */
  readonly keepsFullSeconds?: boolean;
  /** Fills the rows again in Excel. Only for rows that fit on one sheet. */
  readonly query?: EncodedQuery | undefined;
  readonly fills?: XlsxFills | undefined;
  /** Labels the columns without their format on the About sheet; if empty, the About sheet does not list them. */
  readonly plainFormatsLabel?: string;
  /** The columns of further sheets, or of single rows, in order; absent if all have the same columns. */
  readonly furtherColumns?: readonly (readonly TableColumn[])[];
}

export interface XlsxEncoder extends TableEncoder {
  /** Ends the sheets of a table and begins those of the next, with the same columns or with `furtherColumns[furtherSheet]`. */
  readonly beginTable: (
    sheetTitle: string,
    rowCount: number,
    furtherSheet?: number,
    totalRowCount?: number,
  ) => Promise<void>;
  /** Writes the next rows of the sheet with the further columns of this index. */
  readonly setColumns: (furtherColumns: number) => void;
  /**
   * Ends each file with an About sheet and a hidden sheet, which holds `hidden` in chunks for programs; no hidden sheet if that
   * is empty.
   */
  readonly finish: (about: readonly AboutRow[], hidden: string) => Promise<void>;
}

/** `shifted`: how many styles further the style with the fill is. */
type CellWriter = (cell: TableCell, shifted?: number) => string;

interface SheetLayout {
  readonly columns: readonly TableColumn[];
  readonly letters: readonly string[];
  readonly lastLetter: string;
  readonly writers: readonly CellWriter[];
  /** The XML that a cell begins with; `valueStarts`: the XML before its value. */
  readonly cellStarts: readonly Uint8Array[];
  readonly valueStarts: readonly Uint8Array[];
}

const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);
const VALUE_END = encoder.encode('</v></c>');
const TEXT_START = encoder.encode(`" s="${FIXED_STYLES.text}" t="inlineStr"><is><t>`);
const TEXT_END = encoder.encode('</t></is></c>');

/** The bytes of XML that are compressed at once. Some streams report backpressure wrongly for small chunks. */
const CHUNK_BYTES = 1 << 18;

/** Writes Excel workbooks as a stream, with no more than a chunk in memory. */
export async function createXlsxEncoder(
  columns: readonly TableColumn[],
  options: XlsxOptions,
): Promise<XlsxEncoder> {
  const {
    hasFilePerSheet,
    keepsFullSeconds = false,
    query,
    fills,
    furtherColumns = [],
    plainFormatsLabel = '',
  } = options;
  const xml = new TextBuffer();
  const serialOf = createPlainSerials();
  const styles = xlsxStyles(
    [...columns, ...furtherColumns.flat()],
    fills?.legend.map(({ colour }) => colour),
  );
  let furtherEnd = columns.length;
  const furtherStarts = furtherColumns.map(({ length }) => (furtherEnd += length) - length);
  const main = layoutOf(columns, 0);
  let layout = main;
  let notes: EncodingNotes = NO_NOTES;
  let rowsWritten = 0;
  let rowsOnSheet = 0;
  let sheetCount = 0;
  let table = {
    title: options.sheetTitle,
    rowCount: options.rowCount,
    totalRowCount: options.totalRowCount ?? 0,
    sheetCount: 0,
  };
  const workbooks: Workbook[] = [];
  /** Measures the first rows of a sheet until its head is written. */
  let meter: WidthMeter | null = null;
  /** The parts of the sheet's head before and after the column widths. */
  let head: readonly [string, string] = ['', ''];
  let sheet = await beginSheet();

  /** `offset`: the index of the table's first column among all columns of the workbook. */
  function layoutOf(ofTable: readonly TableColumn[], offset: number): SheetLayout {
    const letters = ofTable.map((_, index) => columnLetters(index));
    const styleOf = (index: number) => styles.ofColumns[offset + index] ?? FIXED_STYLES.general;
    return {
      columns: ofTable,
      letters,
      lastLetter: letters.at(-1) ?? 'A',
      writers: ofTable.map((column, index) => writerOf(column, styleOf(index))),
      cellStarts: letters.map((letter) => encoder.encode(`<c r="${letter}`)),
      valueStarts: ofTable.map((_, index) => encoder.encode(`" s="${styleOf(index)}"><v>`)),
    };
  }

  function writerOf({ type, name, isPercentage }: TableColumn, style: number): CellWriter {
    let shift = 0;
    const start = (s: number) => `" s="${s + shift}"`;
    const inline = (text: string, s: number) => {
      if (text.length > MAX_CELL_LENGTH) throw new CellTooLongError(name, rowsWritten + 1);
      return `${start(s)} t="inlineStr">${inlineString(text)}</c>`;
    };
    return (cell, shifted = 0) => {
      shift = shifted;
      if (cell === null) return `${start(style)}/>`;
      if (typeof cell === 'boolean') return `${start(style)} t="b"><v>${cell ? 1 : 0}</v></c>`;
      if (type === 'number') {
        const decimal = readDecimal(cell);
        if (decimal !== null && isPercentage === true && isExactInExcel(decimal)) {
          return `${start(style)}><v>${withoutSurplusZeros(shiftDecimal(decimal, -2))}</v></c>`;
        }
        if (decimal !== null && isExactInExcel(decimal)) {
          return `${start(style)}><v>${withoutSurplusZeros(decimal)}</v></c>`;
        }
        notes = { ...notes, numbersAsText: notes.numbersAsText + 1 };
        return inline(cell, FIXED_STYLES.numberAsText);
      }
      if (type === 'date') {
        const moment = readIsoDateTime(cell);
        const hasMore = moment !== null && /[1-9]/.test(moment.fraction.slice(EXCEL_SECOND_DIGITS));
        const isCut = hasMore && !keepsFullSeconds;
        const held = isCut ? { ...moment, fraction: moment.fraction.slice(0, EXCEL_SECOND_DIGITS) } : moment;
        const serial = held === null ? null : excelSerial(held);
        if (serial !== null) {
          if (isCut) notes = { ...notes, datesCut: notes.datesCut + 1 };
          return `${start(style)}><v>${serial}</v></c>`;
        }
        notes = { ...notes, datesAsText: notes.datesAsText + 1 };
        return inline(cell, FIXED_STYLES.text);
      }
      return inline(cell, FIXED_STYLES.text);
    };
  }

  async function beginSheet(): Promise<ZipEntry> {
    const ordinal = table.sheetCount;
    const isFirst = sheetCount === 0;
    table.sheetCount += 1;
    sheetCount += 1;
    rowsOnSheet = 0;
    if (workbooks.length === 0 || hasFilePerSheet) {
      workbooks.push(await createWorkbook(await options.openFile(workbooks.length), styles.xml));
    }
    const rows = Math.min(MAX_SHEET_ROWS, Math.max(0, table.rowCount - ordinal * MAX_SHEET_ROWS));
    const { letters, lastLetter } = layout;
    const range = `A1:${lastLetter}${rows + 1 + (totalsStart() < rows ? 1 : 0)}`;
    const begun = currentWorkbook().beginSheet({
      title: ordinal === 0 ? table.title : `${table.title} (${ordinal + 1})`,
      // A table has a filter of its own.
      filterRange: query === undefined ? filterRange(rows) : null,
      isHidden: false,
    });
    const header = layout.columns
      .map(
        ({ name }, index) =>
          `<c r="${letters[index] ?? ''}1" s="${FIXED_STYLES.header}" t="inlineStr">${inlineString(query?.headings[index] ?? name)}</c>`,
      )
      .join('');
    head = [
      `<dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"${isFirst || hasFilePerSheet ? ' tabSelected="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`,
      `<sheetData><row r="1">${header}</row>`,
    ];
    meter = createWidthMeter(layout.columns, { keepsFullSeconds });
    return begun;
  }

  /** Writes the rows so far. Column widths come before the rows, so they are measured from the rows written first. */
  async function writeRows(isEnd: boolean): Promise<void> {
    if (meter !== null) {
      const cols = meter
        .widths(isEnd)
        .map(
          (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
        );
      meter = null;
      await sheet.write(encoder.encode(`${head[0]}<cols>${cols.join('')}</cols>${head[1]}`));
    }
    await sheet.write(xml.take());
  }

  /** Returns how many rows come before a table's totals. Excel extends a filter to the rows right below, hence an empty row. */
  function totalsStart(): number {
    const { rowCount, totalRowCount } = table;
    return totalRowCount === 0 || rowCount >= MAX_SHEET_ROWS
      ? Number.POSITIVE_INFINITY
      : rowCount - totalRowCount;
  }

  function filterRange(rows: number): string {
    return `A1:${layout.lastLetter}${Math.min(rows, totalsStart()) + 1}`;
  }

  /** A table has at least one row below its header. */
  function tableRange(rowCount: number): string {
    return `A1:${main.lastLetter}${Math.max(1, rowCount) + 1}`;
  }

  function further(index: number): SheetLayout {
    return layoutOf(furtherColumns[index] ?? [], furtherStarts[index] ?? 0);
  }

  function currentWorkbook(): Workbook {
    const current = workbooks.at(-1);
    if (current === undefined) throw new Error('No workbook has been begun.');
    return current;
  }

  async function endSheet(): Promise<void> {
    xml.append(
      query === undefined
        ? `</sheetData><autoFilter ref="${filterRange(rowsOnSheet)}"/></worksheet>`
        : `</sheetData><tableParts count="1"><tablePart xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></tableParts></worksheet>`,
    );
    await writeRows(true);
    await sheet.close();
  }

  function appendRow(batch: RowBatch, row: number): void {
    meter?.measure(batch, row);
    const rowNumber = String(rowsOnSheet + 2 + (rowsOnSheet < totalsStart() ? 0 : 1));
    xml.append('<row r="');
    xml.append(rowNumber);
    xml.append('">');
    const first = row * batch.columnCount;
    const fill = layout === main ? (fills?.fillOf(batch, row) ?? null) : null;
    for (let index = 0; index < layout.writers.length; index += 1) {
      const colour = fill === null ? null : (fill.cells.get(index) ?? fill.row);
      if (colour !== null) appendFilledCell(batch, first + index, index, rowNumber, colour);
      else if (batch.kinds[first + index] !== NULL_CELL) appendCell(batch, first + index, index, rowNumber);
    }
    xml.append('</row>');
    rowsOnSheet += 1;
    rowsWritten += 1;
  }

  function appendCell(batch: RowBatch, cellIndex: number, index: number, rowNumber: string): void {
    const cellStart = layout.cellStarts[index] ?? NOTHING;
    xml.appendBytes(cellStart, 0, cellStart.length);
    xml.append(rowNumber);
    if (batch.kinds[cellIndex] === PLAIN_CELL && appendPlain(batch, cellIndex, index)) return;
    const cell = cellAt(batch, cellIndex) ?? null;
    if (cell !== null) xml.append(layout.writers[index]?.(cell) ?? '');
  }

  function plainFormatRows(): readonly AboutRow[] {
    const names = [...columns, ...furtherColumns.flat()].filter(isWithoutItsFormat).map(({ name }) => name);
    if (plainFormatsLabel === '' || names.length === 0) return [];
    return [null, [plainFormatsLabel, [...new Set(names)].join(', ')]];
  }

  function legendRows(): readonly AboutRow[] {
    if (fills === undefined) return [];
    const rows = fills.legend.map(({ words }, index): AboutRow => {
      const style = FIXED_STYLES.wrapped + styles.ofFill(index);
      return [index === 0 ? fills.label : '', words, style];
    });
    return [null, ...rows];
  }

  /** Appends a cell even without a value, so that the fill of a row has no gap. */
  function appendFilledCell(
    batch: RowBatch,
    cellIndex: number,
    index: number,
    rowNumber: string,
    colour: number,
  ): void {
    const cellStart = layout.cellStarts[index] ?? NOTHING;
    xml.appendBytes(cellStart, 0, cellStart.length);
    xml.append(rowNumber);
    xml.append(layout.writers[index]?.(cellAt(batch, cellIndex) ?? null, styles.ofFill(colour)) ?? '');
  }

  /** A fast path for most cells. Returns false, without writing, if the writers above are needed. */
  function appendPlain({ bytes, starts, ends }: RowBatch, cellIndex: number, index: number): boolean {
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
      const heldEnd = keepsFullSeconds
        ? valueEnd
        : endOfCutMoment(bytes, start, valueEnd, EXCEL_SECOND_DIGITS);
      const serial = serialOf(bytes, start, heldEnd);
      if (serial !== null && heldEnd !== valueEnd) notes = { ...notes, datesCut: notes.datesCut + 1 };
      if (serial === null) {
        notes = { ...notes, datesAsText: notes.datesAsText + 1 };
        appendText(bytes, start, end);
        return true;
      }
      const valueStart = layout.valueStarts[index] ?? NOTHING;
      xml.appendBytes(valueStart, 0, valueStart.length);
      xml.append(String(serial));
      xml.appendBytes(VALUE_END, 0, VALUE_END.length);
      return true;
    }
    if (type !== 'text' || end - start > MAX_CELL_LENGTH || !isPlainXml(bytes, start, end)) return false;
    appendText(bytes, start, end);
    return true;
  }

  function appendText(bytes: Uint8Array, start: number, end: number): void {
    xml.appendBytes(TEXT_START, 0, TEXT_START.length);
    xml.appendBytes(bytes, start, end);
    xml.appendBytes(TEXT_END, 0, TEXT_END.length);
  }

  return {
    add: async (batch) => {
      for (let row = 0; row < batch.rowCount; row += 1) {
        if (rowsOnSheet === MAX_SHEET_ROWS) {
          if (query !== undefined) throw new RangeError('The rows of a query do not fit on a sheet.');
          await endSheet();
          sheet = await beginSheet();
        }
        appendRow(batch, row);
        if (xml.length >= CHUNK_BYTES) await writeRows(false);
      }
    },
    beginTable: async (title, rowCount, furtherSheet, totalRowCount = 0) => {
      await endSheet();
      layout = furtherSheet === undefined ? main : further(furtherSheet);
      table = { title, rowCount, totalRowCount, sheetCount: 0 };
      sheet = await beginSheet();
    },
    setColumns: (index) => {
      layout = further(index);
    },
    notes: () => notes,
    finish: async (about, hidden) => {
      await endSheet();
      const queryTable = query === undefined ? null : { ...query, range: tableRange(rowsWritten) };
      const rows = [...about, ...plainFormatRows(), ...legendRows()];
      for (const workbook of workbooks) await workbook.finish(options.aboutTitle, rows, hidden, queryTable);
    },
  };
}

const SAFE_DIGITS = 15;
/** Below the largest number of Excel, about 10^308. */
const MAX_INTEGER_DIGITS = 300;

/** Whether Excel's 15 significant digits hold a canonical decimal exactly. */
function isExactInExcel(decimal: string): boolean {
  if (decimal.length <= SAFE_DIGITS) return true;
  return decimal.length < MAX_INTEGER_DIGITS && significantDigits(decimal) <= SAFE_DIGITS;
}

/** `A` for 0, `AA` for 26. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(0x41 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
