import { isoOfExcelSerial } from './excel-serial';
import { readDecimal } from '../formats/decimal';
import { withoutSurplusZeros } from '../formats/decimal-grammar';
import { damaged } from './damaged-file';
import type { TableCell, TableColumn, TableRow } from './table-column';
import { xmlElements, xmlText, type XmlElements } from './xml-elements';
import { sheetRowReader, type SheetCell, type SheetRow } from './xlsx-cells';
import { MAX_SHEET_ROWS } from './xlsx-limits';
import { dateStyles, sharedTexts, workbookParts } from './xlsx-parts';
import { openZip } from './zip-reader';

/** Some rows of a sheet. */
export interface SheetRows {
  readonly rows: readonly SheetRow[];
  /** Characters that were read for them. */
  readonly length: number;
}

/** A workbook of this encoder, possibly saved again by another program, or of another program. */
export interface ReadableWorkbook {
  readonly sheetTitles: readonly string[];
  /** The titles of the sheets that Excel does not show. */
  readonly hiddenTitles: ReadonlySet<string>;
  /** The texts of a sheet's first column. */
  readonly firstColumn: (sheet: string) => Promise<readonly string[]>;
  /** The texts of a sheet's first row. */
  readonly header: (sheet: string) => Promise<readonly string[]>;
  /** The rows of a sheet below its header. */
  readonly rows: (sheet: string, columns: readonly Pick<TableColumn, 'type'>[]) => AsyncGenerator<TableRow>;
  /** The rows of a sheet, for a part of the sheet at a time. Rejects with LargeTextsError. */
  readonly cells: (sheet: string) => AsyncGenerator<SheetRows>;
  /** Foresees the number of rows of a sheet by its size and its first rows. */
  readonly foreseenRowCount: (sheet: string) => Promise<number>;
  /** Returns the value of a cell in a column of this type. */
  readonly valueOf: (cell: SheetCell, type: TableColumn['type'] | undefined) => TableCell;
}

/**
 * Opens a workbook. Null if the file is not one. Its texts may have `mostSharedLength` characters as XML. It and all that it returns
 * reject with DamagedFileError.
 */
export async function openWorkbook(
  file: Blob,
  mostSharedLength = MOST_SHARED_LENGTH,
): Promise<ReadableWorkbook | null> {
  const zip = await openZip(file);
  if (zip === null) return null;
  const { sheets, firstDay, textsPart, stylesPart } = await workbookParts(zip);
  let shared: Promise<readonly string[]> | null = null;
  let styles: Promise<readonly boolean[]> | null = null;

  /** Yields the rows that each piece of the sheet completes. */
  async function* rowParts(title: string): AsyncGenerator<XmlElements & { readonly size: number }> {
    const sheet = sheets.find((candidate) => candidate.title === title);
    if (sheet === undefined) return;
    const content = (await zip?.entry(sheet.part, title)) ?? null;
    if (content === null) throw damaged({ kind: 'missing-part', part: title });
    const rows = { root: 'worksheet', container: 'sheetData', element: 'row', part: title };
    for await (const part of xmlElements(xmlText(content, title), rows)) {
      yield { ...part, size: content.size };
    }
  }

  async function* cells(title: string): AsyncGenerator<SheetRows> {
    if (zip === null) return;
    shared ??= sharedTexts(zip, textsPart, mostSharedLength);
    styles ??= dateStyles(zip, stylesPart);
    const read = sheetRowReader({ sheet: title, strings: await shared, dateStyles: await styles });
    for await (const { elements, length } of rowParts(title)) {
      const rows = elements.flatMap((element) => {
        const row = read(element);
        return element.isEmptyTag ? [] : [row];
      });
      yield { rows, length };
    }
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
      let count = 0;
      let length = 0;
      for await (const part of rowParts(title)) {
        count += part.elements.length;
        length += part.length;
        if (length < FORESEEN_LENGTH) continue;
        return Math.max(count, Math.min(MAX_SHEET_ROWS, Math.round((count / length) * part.size)));
      }
      return count;
    },
    valueOf,
  };
}

/** As much of a sheet tells how long its rows are. */
const FORESEEN_LENGTH = 8_000_000;
/**
 * The texts of all sheets are in one part, and cells refer to them by number, so that they are in memory as a whole. Five
 * million different texts of twenty characters are about as much.
 */
const MOST_SHARED_LENGTH = 200_000_000;

function cellValue(
  { kind, text, isDate }: SheetCell,
  type: TableColumn['type'] | undefined,
  firstDay: number,
): TableCell {
  if (kind === 'text' || kind === 'error') return text;
  if (kind === 'boolean') return text === '1';
  if (kind === 'uncomputed') return null;
  const number = Number(text);
  if (type === 'date' || (type === 'text' && isDate)) return isoOfSerial(number, firstDay) ?? text;
  // Excel saves up to 17 digits of a number; 15 of them are significant.
  const decimal = readDecimal(number.toPrecision(15));
  return decimal === null ? text : withoutSurplusZeros(decimal);
}

/** Excel counts a 29 February 1900, so that the days before have one number less; a time without a day is no moment. */
function isoOfSerial(serial: number, firstDay: number): string | null {
  if (firstDay > 0 || serial >= FIRST_RIGHT_SERIAL) return isoOfExcelSerial(serial + firstDay);
  return serial >= 1 && serial < FIRST_RIGHT_SERIAL - 1 ? isoOfExcelSerial(serial + 1) : null;
}

/** 1 March 1900. */
const FIRST_RIGHT_SERIAL = 61;
