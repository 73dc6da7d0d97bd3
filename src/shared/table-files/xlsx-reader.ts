import { isoOfExcelSerial } from './excel-serial';
import { readDecimal } from '../formats/decimal';
import { blobText } from './blob-text';
import type { TableCell, TableColumn, TableRow } from './table-column';
import { plainText } from './xlsx-text';
import { openZip, type ZipFile } from './zip-reader';
import { withoutSurplusZeros } from '../formats/decimal-grammar';

/** An entry of the workbook's list of sheets. */
interface Sheet {
  readonly title: string;
  readonly part: string;
}

/** A workbook of this encoder, possibly saved again by another program. */
export interface ReadableWorkbook {
  readonly sheetTitles: readonly string[];
  /** The texts of a sheet's first column. */
  readonly firstColumn: (sheet: string) => Promise<readonly string[]>;
  /** The texts of a sheet's first row. */
  readonly header: (sheet: string) => Promise<readonly string[]>;
  /** The rows of a sheet below its header. */
  readonly rows: (sheet: string, columns: readonly Pick<TableColumn, 'type'>[]) => AsyncGenerator<TableRow>;
}

/** Opens a workbook. Null if the file is not one. */
export async function openWorkbook(file: Blob): Promise<ReadableWorkbook | null> {
  const zip = await openZip(file);
  if (zip === null) return null;
  const sheets = await sheetsOf(zip);
  let shared: Promise<readonly string[]> | null = null;

  async function* cellsOf(title: string): AsyncGenerator<readonly Cell[]> {
    shared ??= sharedStrings(zip);
    const sheet = sheets.find((candidate) => candidate.title === title);
    const content = sheet === undefined ? null : await zip?.entry(sheet.part);
    if (content == null) return;
    const strings = await shared;
    let rest = '';
    for await (const chunk of blobText(content)) {
      const rows = (rest + chunk).split('</row>');
      rest = rows.pop() ?? '';
      for (const row of rows) yield rowCells(row, strings);
    }
  }

  return {
    sheetTitles: sheets.map(({ title }) => title),
    firstColumn: async (title) => {
      const texts: string[] = [];
      for await (const cells of cellsOf(title))
        texts.push(cells.find(({ columnIndex }) => columnIndex === 0)?.text ?? '');
      return texts;
    },
    header: async (title) => {
      for await (const cells of cellsOf(title)) return cells.map(({ text }) => text);
      return [];
    },
    rows: async function* rows(title, columns) {
      let isHeader = true;
      for await (const cells of cellsOf(title)) {
        if (isHeader) {
          isHeader = false;
          continue;
        }
        const row: TableCell[] = columns.map(() => null);
        for (const cell of cells) row[cell.columnIndex] = valueOf(cell, columns[cell.columnIndex]?.type);
        yield row;
      }
    },
  };
}

interface Cell {
  /** 0-based. */
  readonly columnIndex: number;
  readonly kind: 'text' | 'number' | 'boolean';
  readonly text: string;
}

const CELL = /<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs;
const TEXT = /<t\b[^>]*?(?:\/>|>(.*?)<\/t>)/gs;
const VALUE = /<v\b[^>]*>(.*?)<\/v>/s;

function rowCells(xml: string, strings: readonly string[]): Cell[] {
  const cells: Cell[] = [];
  for (const [, attributes = '', content = ''] of xml.matchAll(CELL)) {
    const columnIndex = columnIndexOf(attribute(attributes, 'r')) ?? cells.length;
    const type = attribute(attributes, 't');
    const value = VALUE.exec(content)?.[1];
    if (type === 'inlineStr') cells.push({ columnIndex, kind: 'text', text: texts(content) });
    else if (value !== undefined) {
      if (type === 's') cells.push({ columnIndex, kind: 'text', text: strings[Number(value)] ?? '' });
      else if (type === 'str') cells.push({ columnIndex, kind: 'text', text: plainText(value) });
      else cells.push({ columnIndex, kind: type === 'b' ? 'boolean' : 'number', text: value });
    }
  }
  return cells;
}

function texts(xml: string): string {
  return plainText(Array.from(xml.matchAll(TEXT), ([, text = '']) => text).join(''));
}

function valueOf({ kind, text }: Cell, type: TableColumn['type'] | undefined): TableCell {
  if (kind === 'text') return text;
  if (kind === 'boolean') return text === '1';
  if (type === 'date') return isoOfExcelSerial(Number(text));
  // Excel saves up to 17 digits of a number, of which 15 are significant.
  const decimal = readDecimal(Number(text).toPrecision(15));
  return decimal === null ? text : withoutSurplusZeros(decimal);
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
}

/** The 0-based column of `AB12`. */
function columnIndexOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  return (
    Array.from(letters).reduce((columnIndex, letter) => columnIndex * 26 + letter.charCodeAt(0) - 0x40, 0) - 1
  );
}

async function sheetsOf(zip: ZipFile): Promise<Sheet[]> {
  const [book, relations] = await Promise.all([
    partText(zip, 'xl/workbook.xml'),
    partText(zip, 'xl/_rels/workbook.xml.rels'),
  ]);
  const targets = new Map(
    Array.from(relations.matchAll(/<Relationship\b([^>]*)>/g), ([, attributes = '']) => [
      attribute(attributes, 'Id'),
      attribute(attributes, 'Target') ?? '',
    ]),
  );
  return Array.from(book.matchAll(/<sheet\b([^>]*)>/g), ([, attributes = '']) => {
    const target = targets.get(attribute(attributes, 'r:id')) ?? '';
    return {
      title: plainText(attribute(attributes, 'name') ?? ''),
      part: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    };
  });
}

async function sharedStrings(zip: ZipFile | null): Promise<readonly string[]> {
  const xml = zip === null ? '' : await partText(zip, 'xl/sharedStrings.xml');
  return Array.from(xml.matchAll(/<si\b[^>]*?(?:\/>|>(.*?)<\/si>)/gs), ([, item = '']) => texts(item));
}

async function partText(zip: ZipFile, name: string): Promise<string> {
  const content = await zip.entry(name);
  if (content === null) return '';
  let text = '';
  for await (const chunk of blobText(content)) text += chunk;
  return text;
}
