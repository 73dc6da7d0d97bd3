import { damaged } from './damaged-file';
import { attribute, elementsIn, type XmlElement } from './xml-elements';
import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from './xlsx-limits';
import { plainText } from './xlsx-text';

/** A cell of a sheet. */
export interface SheetCell {
  /** 0-based. */
  readonly columnIndex: number;
  /** `uncomputed`: a formula whose value is not stored. */
  readonly kind: 'text' | 'number' | 'boolean' | 'error' | 'uncomputed';
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

/** The shared texts and formats that cells of a sheet refer to. */
export interface CellSources {
  /** The title of the sheet. */
  readonly sheet: string;
  readonly strings: readonly string[];
  /** Whether a style, by its index, shows a number as a date. */
  readonly dateStyles: readonly boolean[];
}

/** Returns a function that reads the rows of a sheet one after the other. It throws DamagedFileError. */
export function sheetRowReader(sources: CellSources): (element: XmlElement) => SheetRow {
  const { sheet } = sources;
  let lastRow = 0;
  return ({ attributes, content }) => {
    const stated = attribute(attributes, 'r') ?? firstCellRow(content);
    const row = stated === undefined ? lastRow + 1 : Number(stated);
    const place = stated ?? String(row);
    if (!(row >= 1 && row <= MAX_SHEET_ROWS + 1)) throw damaged({ kind: 'outside', part: sheet, place });
    if (row <= lastRow) throw damaged({ kind: 'row-order', part: sheet, place });
    lastRow = row;
    return { row, cells: rowCells(content, row, sources) };
  };
}

/** Some programs number cells and no rows. */
function firstCellRow(content: string): string | undefined {
  CELL.lastIndex = 0;
  return /\d+$/.exec(attribute(CELL.exec(content)?.[1] ?? '', 'r') ?? '')?.[0];
}

const CELL = /\s*<(?:\w+:)?c(?=[\s/>])([^<>]*?)(\/?)>/y;
/** The form in which Excel writes nearly every cell; it needs no further checks. */
const USUAL_CELL =
  /<c r="([A-Z]{1,3})(\d{1,7})"(?: s="(\d{1,9})")?(?: t="(s|str|n|b|e|d)")?><v>([^<]*)<\/v><\/c>/y;
const CELL_END = /<\/(?:\w+:)?c\s*>/g;
/** The elements that may follow the cells. */
const ROW_REST = /^\s*(?:<(?:\w+:)?extLst[\s/>][\s\S]*)?$/;
const NESTED = /<(?:\w+:)?c[\s/>]/;
const VALUE = /<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)<\/(?:\w+:)?v\s*>/;
const FORMULA = /<(?:\w+:)?f[\s/>]/;
const TEXT = 't';
const PHONETIC = 'rPh';
const INDEX = /^\s*\d{1,9}\s*$/;

function rowCells(xml: string, row: number, sources: CellSources): SheetCell[] {
  const { sheet: part } = sources;
  const cells: SheetCell[] = [];
  let nextIndex = 0;
  let at = 0;
  let seen: Set<number> | null = null;
  const rowText = String(row);
  for (;;) {
    USUAL_CELL.lastIndex = at;
    const usual = USUAL_CELL.exec(xml);
    if (usual !== null) {
      const [, letters = '', number, style, type, value = ''] = usual;
      const columnIndex = columnOfLetters(letters);
      if (number === rowText && columnIndex >= nextIndex && columnIndex < MAX_SHEET_COLUMNS) {
        seen?.add(columnIndex);
        nextIndex = columnIndex + 1;
        at = USUAL_CELL.lastIndex;
        const cell = cellOf({ type, style, value }, columnIndex, row, sources);
        if (cell !== null) cells.push(cell);
        continue;
      }
    }
    CELL.lastIndex = at;
    const tag = CELL.exec(xml);
    if (tag === null) break;
    const [, attributes = '', isEmpty] = tag;
    at = CELL.lastIndex;
    let content = '';
    if (isEmpty !== '/') {
      CELL_END.lastIndex = at;
      const end = CELL_END.exec(xml);
      if (end === null) throw damaged({ kind: 'structure', part });
      content = xml.slice(at, end.index);
      at = CELL_END.lastIndex;
    }
    const columnIndex = columnOf(attribute(attributes, 'r'), nextIndex, row, part);
    if (columnIndex < nextIndex) {
      // Cells in another order are no contradiction; one that stands twice is.
      seen ??= new Set(cells.map((cell) => cell.columnIndex));
      if (seen.has(columnIndex))
        throw damaged({ kind: 'cell-order', part, place: placeOf(columnIndex, row) });
    }
    seen?.add(columnIndex);
    nextIndex = Math.max(nextIndex, columnIndex + 1);
    const cell = content === '' ? null : sheetCell(attributes, content, columnIndex, row, sources);
    if (cell !== null) cells.push(cell);
  }
  if (!ROW_REST.test(xml.slice(at))) throw damaged({ kind: 'structure', part });
  return cells;
}

/** Returns null for a cell without a value. */
function sheetCell(
  attributes: string,
  content: string,
  columnIndex: number,
  row: number,
  sources: CellSources,
): SheetCell | null {
  const { sheet: part } = sources;
  if (NESTED.test(content)) throw damaged({ kind: 'structure', part });
  const type = attribute(attributes, 't');
  if (type === 'inlineStr') return { columnIndex, kind: 'text', text: texts(content, part), isDate: false };
  const value = VALUE.exec(content)?.[1];
  if ((value ?? '') === '' && type !== 'str' && FORMULA.test(content)) {
    return { columnIndex, kind: 'uncomputed', text: '', isDate: false };
  }
  if (value === undefined) return null;
  return cellOf({ type, style: attribute(attributes, 's'), value }, columnIndex, row, sources);
}

interface WrittenCell {
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly value: string;
}

/** Returns null for a cell without a value. */
function cellOf(
  { type, style = '0', value }: WrittenCell,
  columnIndex: number,
  row: number,
  { sheet: part, strings, dateStyles }: CellSources,
): SheetCell | null {
  if (value === '' && type !== 'str') return null;
  const cell = (kind: SheetCell['kind'], text: string, isDate = false): SheetCell => ({
    columnIndex,
    kind,
    text,
    isDate,
  });
  switch (type ?? 'n') {
    case 's': {
      const text = INDEX.test(value) ? strings[Number(value)] : undefined;
      if (text === undefined) throw damaged({ kind: 'shared-text', part, place: placeOf(columnIndex, row) });
      return cell('text', text);
    }
    case 'str':
      return cell('text', plainText(value));
    case 'd':
      return cell('text', value);
    case 'e':
      return cell('error', plainText(value));
    case 'b':
      return cell('boolean', value);
    default: {
      const isDate = INDEX.test(style) ? dateStyles[Number(style)] : undefined;
      if (isDate === undefined) throw damaged({ kind: 'style', part, place: placeOf(columnIndex, row) });
      return cell('number', value, isDate);
    }
  }
}

/** Returns the text of a cell or a shared text, without how it is pronounced. */
export function texts(xml: string, part: string): string {
  let spoken = xml;
  if (xml.includes(PHONETIC)) {
    spoken = '';
    let at = 0;
    for (const { start, end } of elementsIn(xml, PHONETIC, part)) {
      spoken += xml.slice(at, start);
      at = end;
    }
    spoken += xml.slice(at);
  }
  let text = '';
  for (const { content } of elementsIn(spoken, TEXT, part)) text += content;
  return plainText(text);
}

const REFERENCE = /^([A-Z]{1,3})([1-9]\d{0,6})$/;

/** The 0-based column of `AB12`; the next one for a cell without a reference. */
function columnOf(reference: string | undefined, nextIndex: number, row: number, part: string): number {
  let columnIndex = nextIndex;
  if (reference !== undefined) {
    const [, letters = '', number = ''] = REFERENCE.exec(reference) ?? [];
    columnIndex = columnOfLetters(letters);
    if (letters === '' || columnIndex >= MAX_SHEET_COLUMNS || Number(number) > MAX_SHEET_ROWS + 1) {
      throw damaged({ kind: 'outside', part, place: reference.slice(0, LONGEST_PLACE) });
    }
    if (Number(number) !== row) throw damaged({ kind: 'cell-order', part, place: reference });
  }
  if (columnIndex >= MAX_SHEET_COLUMNS) {
    throw damaged({ kind: 'outside', part, place: placeOf(columnIndex, row) });
  }
  return columnIndex;
}

/** The 0-based column of `AB`; -1 without letters. */
function columnOfLetters(letters: string): number {
  let columnIndex = -1;
  for (let index = 0; index < letters.length; index += 1) {
    columnIndex = (columnIndex + 1) * 26 + letters.charCodeAt(index) - 0x41;
  }
  return columnIndex;
}

const LONGEST_PLACE = 20;

function placeOf(columnIndex: number, row: number): string {
  let letters = '';
  for (let rest = columnIndex + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}
