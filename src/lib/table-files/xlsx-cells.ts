import { damaged } from './damaged-file';
import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from './xlsx-limits';
import type { NumberFormat } from './xlsx-number-formats';
import { unescapedText } from './xlsx-text';
import { readXml, xmlBoolean, type ElementReader } from './xml-reader';

export interface SheetCell {
  /** The 0-based index of the cell's column. */
  readonly columnIndex: number;
  /** `uncomputed` means a formula whose value is not stored. */
  readonly kind: 'text' | 'number' | 'boolean' | 'error' | 'uncomputed';
  /** The text of the cell. A number is as stored, in invariant notation. A boolean is `1` or `0`, whatever its spelling in the file. */
  readonly text: string;
  /** The format in which a number is shown. Null for cells that are not numbers. */
  readonly format: NumberFormat | null;
}

export interface SheetRow {
  /** The 1-based number of the row, as in the spreadsheet. Files may leave out rows without cells. */
  readonly row: number;
  readonly cells: readonly SheetCell[];
}

export interface SheetRows {
  readonly rows: readonly SheetRow[];
  /** The number of characters of the file that contain the rows. */
  readonly length: number;
}

export interface CellSources {
  readonly sheet: string;
  readonly strings: readonly string[];
  /** The number formats. The index is that of a cell's style. */
  readonly formats: readonly NumberFormat[];
}

/** The most characters of a row, or of the content before the rows. Real rows are shorter: 16,384 cells of a thousand characters. */
const LONGEST_ROW = 16_000_000;

/** Reads the rows of a sheet, with only one chunk's rows in memory. Rejects with a DamagedFileError. */
export async function* sheetRows(
  content: Pick<Blob, 'stream'>,
  sources: CellSources,
): AsyncGenerator<SheetRows> {
  const { sheet } = sources;
  let rows: SheetRow[] = [];
  const reader = rowReader(sources, (row) => rows.push(row));
  const document = sheetDocument(reader.element, sheet);
  let length = 0;
  for await (const read of readXml(content, sheet, document.reader)) {
    length = rows.length > 0 || document.isBehind() ? 0 : length + read;
    if (length > LONGEST_ROW) {
      const place = reader.openRow();
      throw damaged(
        place === null ? { kind: 'structure', part: sheet } : { kind: 'long-row', part: sheet, place },
      );
    }
    yield { rows, length: read };
    rows = [];
  }
}

/** Counts the rows of a sheet while it reads them, whatever they contain. Rejects with a DamagedFileError. */
export async function* sheetRowCounts(
  content: Pick<Blob, 'stream'>,
  sheet: string,
): AsyncGenerator<{ readonly count: number; readonly length: number }> {
  let count = 0;
  const { reader } = sheetDocument({ onOpen: () => (count += 1) }, sheet);
  for await (const length of readXml(content, sheet, reader)) {
    yield { count, length };
    count = 0;
  }
}

/** Returns the reader of a sheet's document. Chart sheets have another root element, so they have no rows. */
function sheetDocument(
  row: ElementReader,
  part: string,
): { readonly reader: ElementReader; readonly isBehind: () => boolean } {
  let isOpen = false;
  let isBehind = false;
  const rows: ElementReader = {
    isStrict: true,
    children: new Map([
      ['row', row],
      ['extLst', {}],
    ]),
    onOpen: () => {
      if (isOpen || isBehind) throw damaged({ kind: 'structure', part });
      isOpen = true;
    },
    onClose: () => {
      isOpen = false;
      isBehind = true;
    },
  };
  const reader = { children: new Map([['worksheet', { children: new Map([['sheetData', rows]]) }]]) };
  return { reader, isBehind: () => isBehind };
}

/** Returns the reader that reads rows one by one, and a function that returns the row being read. */
function rowReader(
  { sheet: part, strings, formats }: CellSources,
  onRow: (row: SheetRow) => void,
): { readonly element: ElementReader; readonly openRow: () => string | null } {
  const formatOfStyle = new Map(formats.map((format, index) => [String(index), format]));
  let lastRow = 0;
  /** The number of the current row. Null until it is known, because some programs number only the cells. */
  let row: string | null = null;
  let isOpen = false;
  let isEmptyTag = false;
  let cells: SheetCell[] = [];
  let nextIndex = 0;
  /** The columns of the row so far. Null while its cells are in order. */
  let seen: Set<number> | null = null;
  let columnIndex = 0;
  let type: string | undefined;
  let style: string | undefined;
  /** The content of the cell's `v` element. `inline` is that of its `is` element. Null if the cell does not have the element. */
  let value: string | null = null;
  let inline: string | null = null;
  let hasFormula = false;

  function beginRow(stated: string | undefined): void {
    const number = stated === undefined ? lastRow + 1 : Number(stated);
    const place = stated ?? String(number);
    if (!(number >= 1 && number <= MAX_SHEET_ROWS + 1)) throw damaged({ kind: 'outside', part, place });
    if (number <= lastRow) throw damaged({ kind: 'row-order', part, place });
    lastRow = number;
    row = String(number);
  }

  function placeCell(reference: string | undefined): void {
    if (row === null) beginRow(/\d+$/.exec(reference ?? '')?.[0]);
    columnIndex = columnOf(reference, nextIndex, row ?? '', part);
    if (columnIndex < nextIndex) {
      // Cells may be in any order, but a cell must not occur twice.
      seen ??= new Set(cells.map((cell) => cell.columnIndex));
      if (seen.has(columnIndex)) {
        throw damaged({ kind: 'cell-order', part, place: place() });
      }
    }
    seen?.add(columnIndex);
    nextIndex = Math.max(nextIndex, columnIndex + 1);
  }

  function place(): string {
    return `${lettersOf(columnIndex)}${lastRow}`;
  }

  /** Returns the cell that has just ended, or null if it has no value. */
  function finishedCell(): SheetCell | null {
    if (type === 'inlineStr') return cellOf('text', unescapedText(inline ?? value ?? ''));
    if (type !== 'str' && (value === null || value === '')) {
      return hasFormula ? cellOf('uncomputed', '') : null;
    }
    if (value === null) return hasFormula ? cellOf('uncomputed', '') : null;
    switch (type ?? 'n') {
      case 's': {
        const text = INDEX.test(value) ? strings[Number(value)] : undefined;
        if (text === undefined) {
          throw damaged({ kind: 'shared-text', part, place: place() });
        }
        return cellOf('text', text);
      }
      case 'str':
        return cellOf('text', unescapedText(value));
      case 'd':
        return cellOf('text', value);
      case 'e':
        return cellOf('error', unescapedText(value));
      case 'b': {
        const isTrue = xmlBoolean(value);
        if (isTrue === null) {
          throw damaged({ kind: 'truth', part, place: place() });
        }
        return cellOf('boolean', isTrue ? '1' : '0');
      }
      default: {
        const format = formatOfStyle.get(style?.trim() ?? '0');
        if (format === undefined) {
          throw damaged({ kind: 'style', part, place: place() });
        }
        if (value.trim() === '') return hasFormula ? cellOf('uncomputed', '') : null;
        return cellOf('number', value, format);
      }
    }
  }

  function cellOf(kind: SheetCell['kind'], text: string, format: NumberFormat | null = null): SheetCell {
    return { columnIndex, kind, text, format };
  }

  const cell: ElementReader = {
    isStrict: true,
    children: new Map<string, ElementReader>([
      [
        'v',
        {
          onOpen: () => {
            if (value !== null) throw damaged({ kind: 'structure', part });
            value = '';
          },
          onText: (text) => {
            value = value === '' ? text : `${value}${text}`;
          },
        },
      ],
      ['f', { onOpen: () => (hasFormula = true) }],
      [
        'is',
        {
          children: textElements((text) => (inline = `${inline ?? ''}${text}`)),
          onOpen: () => {
            if (inline !== null) throw damaged({ kind: 'structure', part });
            inline = '';
          },
        },
      ],
      ['extLst', {}],
    ]),
    onOpen: (attributes) => {
      placeCell(attributes['r']);
      type = attributes['t'];
      style = attributes['s'];
      value = null;
      inline = null;
      hasFormula = false;
    },
    onClose: () => {
      const finished = finishedCell();
      if (finished !== null) cells.push(finished);
    },
  };
  const element: ElementReader = {
    isStrict: true,
    children: new Map([
      ['c', cell],
      ['extLst', {}],
    ]),
    onOpen: ({ r }, isEmpty) => {
      row = null;
      if (r !== undefined) beginRow(r);
      isOpen = true;
      isEmptyTag = isEmpty;
      cells = [];
      nextIndex = 0;
      seen = null;
    },
    onClose: () => {
      if (row === null) beginRow(undefined);
      isOpen = false;
      // A row that has only a height or a format is an empty tag. A row without values that this console wrote has an end tag.
      if (!isEmptyTag) onRow({ row: lastRow, cells });
    },
  };
  return { element, openRow: () => (isOpen ? (row ?? String(lastRow + 1)) : null) };
}

const INDEX = /^\s*\d{1,9}\s*$/;

/** Returns readers of a text, as a whole or in runs. They skip the text's pronunciation (`rPh`). */
export function textElements(onText: (text: string) => void): ReadonlyMap<string, ElementReader> {
  const text: ElementReader = { onText };
  return new Map([
    ['t', text],
    ['r', { children: new Map([['t', text]]) }],
  ]);
}

/** Returns the 0-based column of a reference such as `AB12`. A cell without a reference is in the next column. */
function columnOf(reference: string | undefined, nextIndex: number, row: string, part: string): number {
  let columnIndex = nextIndex;
  if (reference !== undefined) {
    const digitsStart = lettersEnd(reference);
    columnIndex = digitsStart === 0 ? MAX_SHEET_COLUMNS : columnOfLetters(reference, digitsStart);
    const digits = reference.slice(digitsStart);
    if (columnIndex < MAX_SHEET_COLUMNS && digits === row) return columnIndex;
    if (columnIndex >= MAX_SHEET_COLUMNS || !isRowNumber(digits)) {
      throw damaged({ kind: 'outside', part, place: reference.slice(0, LONGEST_PLACE) });
    }
    throw damaged({ kind: 'cell-order', part, place: reference });
  }
  if (columnIndex >= MAX_SHEET_COLUMNS) {
    throw damaged({ kind: 'outside', part, place: `${lettersOf(columnIndex)}${row}` });
  }
  return columnIndex;
}

const MOST_LETTERS = 3;

function lettersEnd(reference: string): number {
  let at = 0;
  while (at < MOST_LETTERS && reference.charCodeAt(at) >= 0x41 && reference.charCodeAt(at) <= 0x5a) at += 1;
  return at;
}

/** Returns the 0-based column for letters such as `AB`. */
function columnOfLetters(reference: string, end: number): number {
  let columnIndex = -1;
  for (let at = 0; at < end; at += 1) columnIndex = (columnIndex + 1) * 26 + reference.charCodeAt(at) - 0x41;
  return columnIndex;
}

function isRowNumber(digits: string): boolean {
  return /^[1-9]\d{0,6}$/.test(digits) && Number(digits) <= MAX_SHEET_ROWS + 1;
}

const LONGEST_PLACE = 20;

function lettersOf(columnIndex: number): string {
  let letters = '';
  for (let rest = columnIndex + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
