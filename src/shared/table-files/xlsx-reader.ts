import { isoOfExcelSerial } from './excel-serial';
import { readDecimal } from '../formats/decimal';
import { blobText } from './blob-text';
import type { TableCell, TableColumn, TableRow } from './table-column';
import { isDateFormat } from './xlsx-date-formats';
import { plainText } from './xlsx-text';
import { openZip, type ZipEntry, type ZipFile } from './zip-reader';
import { withoutSurplusZeros } from '../formats/decimal-grammar';

/** An entry of the workbook's list of sheets. */
interface Sheet {
  readonly title: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** A cell of a sheet. */
export interface SheetCell {
  /** 0-based. */
  readonly columnIndex: number;
  readonly kind: 'text' | 'number' | 'boolean' | 'error';
  /** As stored: of a number in invariant notation, of a boolean `1` or `0`. */
  readonly text: string;
  /** Whether a number is formatted as a date. */
  readonly isDate: boolean;
}

/** A row of a sheet. */
export interface SheetRow {
  /** 1-based, as the spreadsheet counts; files need not contain rows without a cell. */
  readonly row: number;
  /** That are filled. */
  readonly cells: readonly SheetCell[];
}

/** The texts of a workbook, which all its sheets share, do not fit into memory. */
export class LargeTextsError extends Error {
  override readonly name = 'LargeTextsError';
}

/** A workbook of this encoder, possibly saved again by another program, or of another program. */
export interface ReadableWorkbook {
  readonly sheetTitles: readonly string[];
  /** Of the sheets that Excel does not show. */
  readonly hiddenTitles: ReadonlySet<string>;
  /** The texts of a sheet's first column. */
  readonly firstColumn: (sheet: string) => Promise<readonly string[]>;
  /** The texts of a sheet's first row. */
  readonly header: (sheet: string) => Promise<readonly string[]>;
  /** The rows of a sheet below its header. */
  readonly rows: (sheet: string, columns: readonly Pick<TableColumn, 'type'>[]) => AsyncGenerator<TableRow>;
  /** The rows of a sheet, for a part of the sheet at a time. Rejects with LargeTextsError. */
  readonly cells: (sheet: string) => AsyncGenerator<readonly SheetRow[]>;
  /** Foresees the number of rows of a sheet by its size and its first rows. */
  readonly foreseenRowCount: (sheet: string) => Promise<number>;
  /** Returns the value of a cell in a column of this type. */
  readonly valueOf: (cell: SheetCell, type: TableColumn['type'] | undefined) => TableCell;
}

/** Opens a workbook. Null if the file is not one. Its texts may have `mostSharedLength` characters as XML. */
export async function openWorkbook(
  file: Blob,
  mostSharedLength = MOST_SHARED_LENGTH,
): Promise<ReadableWorkbook | null> {
  const zip = await openZip(file);
  if (zip === null) return null;
  const { sheets, firstDay } = await sheetsOf(zip);
  let shared: Promise<readonly string[]> | null = null;
  let styles: Promise<ReadonlySet<string>> | null = null;

  async function contentOf(title: string): Promise<ZipEntry | null> {
    const sheet = sheets.find((candidate) => candidate.title === title);
    return sheet === undefined || zip === null ? null : zip.entry(sheet.part);
  }

  /** Yields the rows that each part of the sheet completes. */
  async function* rowParts(title: string): AsyncGenerator<readonly string[]> {
    const content = await contentOf(title);
    if (content === null) return;
    let rest = '';
    for await (const chunk of blobText(content)) {
      const rows = (rest + chunk).split(ROW_END);
      rest = rows.pop() ?? '';
      if (rest.length > MAX_ROW_LENGTH) throw new RangeError('The sheet has a row without an end.');
      yield rows;
    }
  }

  async function* cells(title: string): AsyncGenerator<readonly SheetRow[]> {
    shared ??= sharedStrings(zip, mostSharedLength);
    styles ??= dateStyles(zip);
    const strings = await shared;
    const dates = await styles;
    let lastRow = 0;
    for await (const rows of rowParts(title)) {
      yield rows.map((xml): SheetRow => {
        lastRow = rowNumber(xml) ?? lastRow + 1;
        return { row: lastRow, cells: rowCells(xml, strings, dates) };
      });
    }
  }

  async function* rowsOfCells(title: string): AsyncGenerator<readonly SheetCell[]> {
    for await (const rows of cells(title)) for (const row of rows) yield row.cells;
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
      for await (const rows of rowParts(title)) {
        count += rows.length;
        length += rows.reduce((sum, row) => sum + row.length + ROW_END_LENGTH, 0);
        if (length < FORESEEN_LENGTH) continue;
        return Math.max(count, Math.round((count / length) * ((await contentOf(title))?.size ?? length)));
      }
      return count;
    },
    valueOf,
  };
}

// Some programs write all names with a prefix (`x:row`).
const ROW_END = /<\/(?:\w+:)?row>/;
const ROW_END_LENGTH = '</row>'.length;
/** Rows without a cell need no end tag, and then precede another row. */
const ROW_START = /<(?:\w+:)?row\b([^>]*[^>/])?>/;
/** As much of a sheet tells how long its rows are. */
const FORESEEN_LENGTH = 8_000_000;
const CELL = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs;
const TEXT = /<(?:\w+:)?t\b[^>]*?(?:\/>|>(.*?)<\/(?:\w+:)?t>)/gs;
const VALUE = /<(?:\w+:)?v\b[^>]*>(.*?)<\/(?:\w+:)?v>/s;
/** How a text is pronounced, beside it. */
const PHONETIC = /<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs;
/** Excel's limits allow for no longer row: 16,384 cells of 32,767 characters do not occur. */
const MAX_ROW_LENGTH = 64_000_000;

function rowCells(xml: string, strings: readonly string[], dates: ReadonlySet<string>): SheetCell[] {
  const cells: SheetCell[] = [];
  let nextIndex = 0;
  for (const [, attributes = '', content = ''] of xml.matchAll(CELL)) {
    const columnIndex = columnIndexOf(attribute(attributes, 'r')) ?? nextIndex;
    nextIndex = columnIndex + 1;
    const type = attribute(attributes, 't');
    const value = VALUE.exec(content)?.[1];
    const add = (kind: SheetCell['kind'], text: string) => {
      const isDate = kind === 'number' && dates.has(attribute(attributes, 's') ?? '0');
      cells.push({ columnIndex, kind, text, isDate });
    };
    if (type === 'inlineStr') add('text', texts(content));
    else if (value !== undefined) {
      if (type === 's') add('text', strings[Number(value)] ?? '');
      else if (type === 'str') add('text', plainText(value));
      else if (type === 'd') add('text', value);
      else if (type === 'e') add('error', plainText(value));
      else add(type === 'b' ? 'boolean' : 'number', value);
    }
  }
  return cells;
}

/** Null for a row without a number, which follows the one before. */
function rowNumber(xml: string): number | null {
  const number = Number(attribute(ROW_START.exec(xml)?.[1] ?? '', 'r'));
  return number > 0 ? number : null;
}

function texts(xml: string): string {
  const spoken = xml.includes('rPh') ? xml.replaceAll(PHONETIC, '') : xml;
  return plainText(Array.from(spoken.matchAll(TEXT), ([, text = '']) => text).join(''));
}

function cellValue(
  { kind, text, isDate }: SheetCell,
  type: TableColumn['type'] | undefined,
  firstDay: number,
): TableCell {
  if (kind === 'text' || kind === 'error') return text;
  if (kind === 'boolean') return text === '1';
  const number = Number(text);
  if (type === 'date' || (type === 'text' && isDate)) return isoOfSerial(number, firstDay) ?? text;
  // Excel saves up to 17 digits of a number, of which 15 are significant.
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

const ATTRIBUTES = new Map<string, RegExp>();

function attribute(attributes: string, name: string): string | undefined {
  let pattern = ATTRIBUTES.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`(?:^|\\s)${name}="([^"]*)"`);
    ATTRIBUTES.set(name, pattern);
  }
  return pattern.exec(attributes)?.[1];
}

/** The 0-based column of `AB12`. */
function columnIndexOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  return (
    Array.from(letters).reduce((columnIndex, letter) => columnIndex * 26 + letter.charCodeAt(0) - 0x40, 0) - 1
  );
}

/** Days between 30 December 1899 and 1 January 1904, from which workbooks of old Macs count. */
const DAYS_UNTIL_1904 = 1_462;

async function sheetsOf(zip: ZipFile): Promise<{ readonly sheets: Sheet[]; readonly firstDay: number }> {
  const [book, relations] = await Promise.all([
    partText(zip, 'xl/workbook.xml'),
    partText(zip, 'xl/_rels/workbook.xml.rels'),
  ]);
  const targets = new Map(
    Array.from(relations.matchAll(/<(?:\w+:)?Relationship\b([^>]*)>/g), ([, attributes = '']) => [
      attribute(attributes, 'Id'),
      attribute(attributes, 'Target') ?? '',
    ]),
  );
  const sheets = Array.from(book.matchAll(/<(?:\w+:)?sheet\b([^>]*)>/g), ([, attributes = '']) => {
    const target = targets.get(attribute(attributes, 'r:id')) ?? '';
    return {
      title: plainText(attribute(attributes, 'name') ?? ''),
      isHidden: attribute(attributes, 'state')?.toLowerCase().includes('hidden') === true,
      part: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    };
  });
  const properties = /<(?:\w+:)?workbookPr\b([^>]*)>/.exec(book)?.[1] ?? '';
  const is1904 = ['1', 'true'].includes(attribute(properties, 'date1904') ?? '');
  return { sheets, firstDay: is1904 ? DAYS_UNTIL_1904 : 0 };
}

/** Returns the styles, by their index, that show a number as a date. */
async function dateStyles(zip: ZipFile | null): Promise<ReadonlySet<string>> {
  const xml = zip === null ? '' : await partText(zip, 'xl/styles.xml');
  const codes = new Map(
    Array.from(xml.matchAll(/<(?:\w+:)?numFmt\b([^>]*)>/g), ([, attributes = '']) => [
      attribute(attributes, 'numFmtId') ?? '',
      plainText(attribute(attributes, 'formatCode') ?? ''),
    ]),
  );
  const cellFormats = /<(?:\w+:)?cellXfs\b.*?<\/(?:\w+:)?cellXfs>/s.exec(xml)?.[0] ?? '';
  const styles = new Set<string>();
  for (const [index, [, attributes = '']] of Array.from(
    cellFormats.matchAll(/<(?:\w+:)?xf\b([^>]*)>/g),
  ).entries()) {
    const id = attribute(attributes, 'numFmtId') ?? '0';
    if (isDateFormat(Number(id), codes.get(id) ?? null)) styles.add(String(index));
  }
  return styles;
}

async function sharedStrings(zip: ZipFile | null, mostLength: number): Promise<readonly string[]> {
  const content = await zip?.entry('xl/sharedStrings.xml');
  if (content == null) return [];
  const strings: string[] = [];
  let rest = '';
  let length = 0;
  for await (const chunk of blobText(content)) {
    length += chunk.length;
    if (length > mostLength) throw new LargeTextsError();
    const items = (rest + chunk).split(ITEM_END);
    rest = items.pop() ?? '';
    for (const item of items) strings.push(...emptyItems(item), texts(item));
  }
  return [...strings, ...emptyItems(rest)];
}

/**
 * The texts of all sheets are in one part, and cells refer to them by number, so that they are in memory as a whole. Five
 * million different texts of twenty characters are about as much.
 */
const MOST_SHARED_LENGTH = 200_000_000;

const ITEM_END = /<\/(?:\w+:)?si>/;

/** Items without content have no end tag. */
function emptyItems(xml: string): string[] {
  return Array.from(xml.matchAll(/<(?:\w+:)?si\b[^>]*\/>/g), () => '');
}

/** Of a part that is small in any workbook: its list of sheets, its styles. */
async function partText(zip: ZipFile, name: string): Promise<string> {
  const content = await zip.entry(name);
  if (content === null) return '';
  let text = '';
  for await (const chunk of blobText(content)) {
    text += chunk;
    if (text.length > MAX_ROW_LENGTH) throw new RangeError(`The part ${name} has no end.`);
  }
  return text;
}
