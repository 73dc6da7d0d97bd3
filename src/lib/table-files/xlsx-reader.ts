import { readDecimal } from '../formats/decimal';
import { isDecimal, withoutSurplusZeros } from '../base/decimal-grammar';
import { damaged } from './damaged-file';
import type { TableCell, TableColumn, TableRow } from './table-column';
import { sheetRowCounts, sheetRows, type SheetCell, type SheetRows } from './xlsx-cells';
import { MAX_SHEET_ROWS } from './xlsx-limits';
import { shownText, type NumberFormat } from './xlsx-number-formats';
import { cellFormats, sharedTexts, workbookParts } from './xlsx-parts';
import { openZip, type ZipEntry } from './zip-reader';

/** A workbook that this console wrote (and another program may have saved again), or that another program wrote. */
export interface ReadableWorkbook {
  readonly sheetTitles: readonly string[];
  readonly hiddenTitles: ReadonlySet<string>;
  readonly firstColumn: (sheet: string) => Promise<readonly string[]>;
  readonly header: (sheet: string) => Promise<readonly string[]>;
  /** Yields the rows of a sheet below its header. */
  readonly rows: (sheet: string, columns: readonly Pick<TableColumn, 'type'>[]) => AsyncGenerator<TableRow>;
  /** Yields the rows of a sheet, one part of the sheet at a time. Rejects with a LargeTextsError. */
  readonly cells: (sheet: string) => AsyncGenerator<SheetRows>;
  /** Estimates the number of rows of a sheet from its size and its first rows. */
  readonly foreseenRowCount: (sheet: string) => Promise<number>;
  readonly valueOf: (cell: SheetCell, type: TableColumn['type'] | undefined) => TableCell;
  /** Returns what a cell shows instead of its number. Returns null if it shows the number. */
  readonly shownText: (cell: SheetCell) => string | null;
}

/** Opens a workbook. Returns null for other files. All functions of the result can also reject with a DamagedFileError. */
export async function openWorkbook(
  file: Blob,
  mostSharedLength = MOST_SHARED_LENGTH,
): Promise<ReadableWorkbook | null> {
  const zip = await openZip(file);
  if (zip === null) return null;
  const parts = await workbookParts(zip);
  if (parts === null) return null;
  const { sheets, firstDay, textsPart, stylesPart } = parts;
  let shared: Promise<readonly string[]> | null = null;
  let formats: Promise<readonly NumberFormat[]> | null = null;

  async function contentOf(title: string): Promise<ZipEntry | null> {
    const sheet = sheets.find((candidate) => candidate.title === title);
    if (sheet === undefined) return null;
    const content = sheet.part === null ? null : ((await zip?.entry(sheet.part, title)) ?? null);
    if (content === null) throw damaged({ kind: 'missing-part', part: title });
    return content;
  }

  async function* cells(title: string): AsyncGenerator<SheetRows> {
    const content = await contentOf(title);
    if (zip === null || content === null) return;
    shared ??= sharedTexts(zip, textsPart, mostSharedLength);
    formats ??= cellFormats(zip, stylesPart);
    const [strings, ofStyles] = await Promise.all([shared, formats]);
    yield* sheetRows(content, { sheet: title, strings, formats: ofStyles });
  }

  async function* rowsOfCells(title: string): AsyncGenerator<readonly SheetCell[]> {
    for await (const { rows } of cells(title)) for (const row of rows) yield row.cells;
  }

  const valueOf = (cell: SheetCell, type: TableColumn['type'] | undefined) => cellValue(cell, type, firstDay);

  return {
    sheetTitles: sheets.map(({ title }) => title),
    hiddenTitles: new Set(sheets.filter(({ isHidden }) => isHidden).map(({ title }) => title)),
    firstColumn: async (title) => {
      const texts: string[] = [];
      for await (const row of rowsOfCells(title))
        texts.push(row.find(({ columnIndex }) => columnIndex === 0)?.text ?? '');
      return texts;
    },
    header: async (title) => {
      for await (const row of rowsOfCells(title)) return row.map(({ text }) => text);
      return [];
    },
    rows: async function* rows(title, columns) {
      let isHeader = true;
      for await (const filled of rowsOfCells(title)) {
        if (isHeader) {
          isHeader = false;
          continue;
        }
        const row: TableCell[] = columns.map(() => null);
        for (const cell of filled) row[cell.columnIndex] = valueOf(cell, columns[cell.columnIndex]?.type);
        yield row;
      }
    },
    cells,
    foreseenRowCount: async (title) => {
      const content = await contentOf(title);
      if (content === null) return 0;
      let count = 0;
      let length = 0;
      for await (const part of sheetRowCounts(content, title)) {
        count += part.count;
        length += part.length;
        if (length < FORESEEN_LENGTH) continue;
        return Math.max(count, Math.min(MAX_SHEET_ROWS, Math.round((count / length) * content.size)));
      }
      return count;
    },
    valueOf,
    shownText: (cell) => shownOf(cell, firstDay),
  };
}

/** The number of characters of a sheet that are read to estimate how long its rows are. */
const FORESEEN_LENGTH = 8_000_000;
/** The limit for shared texts, which are all in memory. Five million different texts of twenty characters reach it. */
const MOST_SHARED_LENGTH = 200_000_000;

function cellValue(cell: SheetCell, type: TableColumn['type'] | undefined, firstDay: number): TableCell {
  const { kind, text, format } = cell;
  if (kind === 'text' || kind === 'error') return text;
  if (kind === 'boolean') return text === '1';
  if (kind === 'uncomputed') return null;
  if (type === 'date' || (type === 'text' && format?.kind === 'moment')) {
    return shownText(decimalOf(text), { kind: 'moment' }, firstDay) ?? text;
  }
  return decimalOf(text);
}

function shownOf({ kind, text, format }: SheetCell, firstDay: number): string | null {
  return kind === 'number' && format !== null ? shownText(decimalOf(text), format, firstDay) : null;
}

/** The number of digits that count. Excel saves up to 17 digits of a number, of which 15 are significant. */
const SIGNIFICANT_DIGITS = 15;

/** Matches a number in XML. JavaScript's `Number` would also accept `0x10` and a text of spaces. */
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Returns the canonical decimal of a number. Returns other text unchanged. */
function decimalOf(text: string): string {
  if (text.length <= SIGNIFICANT_DIGITS && isDecimal(text)) return withoutSurplusZeros(text);
  const decimal = NUMBER.test(text) ? readDecimal(Number(text).toPrecision(SIGNIFICANT_DIGITS)) : null;
  return decimal === null ? text : withoutSurplusZeros(decimal);
}
