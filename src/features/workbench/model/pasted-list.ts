import type { PriceField } from '@/contract/column';
import { unguardFormulas } from '@/lib/table-files/formula-guard';
import type { Operand } from './draft-query';
import { operandKey, parseOperand } from './operand-text';

/** Cells copied from a spreadsheet, a text file or a message. */
export interface PastedCells {
  readonly rows: readonly (readonly string[])[];
  /** The number of columns of the widest row. */
  readonly columnCount: number;
}

export interface PastedCell {
  readonly text: string;
  /** The 1-based row number, as in a spreadsheet. */
  readonly row: number;
}

/** Reads cells copied from a spreadsheet. Other text is split at semicolons, but not at commas, which can be decimal signs. */
export function readPasted(text: string): PastedCells {
  const rows = /[\r\n\t]/.test(text) ? spreadsheetRows(text) : [text.split(';')];
  return { rows, columnCount: rows.reduce((most, row) => Math.max(most, row.length), 0) };
}

/** Matches a value between commas or semicolons, or a value in quotes, which may contain these signs. */
const TYPED_VALUE = /(?:^|[;,])\s*(?:"((?:[^"]|"")*)"\s*(?=[;,]|$)|([^;,]*))/g;

/** Reads values that were typed in one line with semicolons between them. Texts are also separated by commas outside of quotes. */
export function typedCells(text: string, { type }: Pick<PriceField, 'type'>): readonly PastedCell[] {
  if (type !== 'text' || !/[;,]/.test(text)) return pastedCells(readPasted(text), null);
  return [...text.replace(/^[;,\s]+/, '').matchAll(TYPED_VALUE)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim())
    .filter((value) => value !== '')
    .map((value, index) => ({ text: value, row: index + 1 }));
}

function spreadsheetRows(text: string): readonly (readonly string[])[] {
  const lines = text.replace(/(?:\r\n|\r|\n)$/, '');
  if (!lines.includes('"')) return lines.split(/\r\n|\r|\n/).map((line) => line.split('\t'));
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    const quotedEnd = lines[at] === '"' ? endOfQuoted(lines, at) : -1;
    const end = quotedEnd === -1 ? endOfCell(lines, at) : quotedEnd;
    row.push(quotedEnd === -1 ? lines.slice(at, end) : lines.slice(at + 1, end - 1).replaceAll('""', '"'));
    if (end >= lines.length) break;
    at = end + 1;
    if (lines[end] === '\t') continue;
    rows.push(row);
    row = [];
    if (lines[end] === '\r' && lines[at] === '\n') at += 1;
  }
  rows.push(row);
  return rows;
}

function endOfCell(text: string, start: number): number {
  const separator = /[\t\r\n]/g;
  separator.lastIndex = start;
  return separator.exec(text)?.index ?? text.length;
}

/** Returns the position after the closing quote; -1 if the quote is an ordinary character, as in `"5" pipe`. */
function endOfQuoted(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = text.indexOf('"', at);
    if (at === -1) return -1;
    if (text[at + 1] !== '"') break;
    at += 2;
  }
  const next = text[at + 1];
  return next === undefined || /[\t\r\n]/.test(next) ? at + 1 : -1;
}

/** Returns the cells of a column; those of all columns if `column` is null. */
export function pastedCells({ rows }: PastedCells, column: number | null): readonly PastedCell[] {
  return rows.flatMap((cells, index) => {
    const wanted = column === null ? cells : [cells[column] ?? ''];
    return wanted.map((text) => ({ text, row: index + 1 }));
  });
}

/** The number of rows that are examined, which is enough to recognize the content of a column. */
const SAMPLED_ROWS = 200;

/** Returns the column whose heading is the field's name, or else the column with the most readable values; null for a single row. */
export function proposedColumn(
  { rows, columnCount }: PastedCells,
  field: PriceField,
  locale: string,
): number | null {
  if (rows.length === 1) return null;
  const columns = Array.from({ length: columnCount }, (_, column) => column);
  const named = columns.find((column) => isHeading(rows[0]?.[column] ?? '', field));
  if (named !== undefined) return named;
  const counts = columns.map((column) => {
    const operands = rows
      .slice(0, SAMPLED_ROWS)
      .map((cells) => parseOperand((cells[column] ?? '').trim(), field, locale, true));
    return new Set(operands.flatMap(({ value }) => value ?? [])).size;
  });
  return counts.indexOf(Math.max(...counts));
}

function isHeading(text: string, { name }: PriceField): boolean {
  const plain = (each: string) => each.toLowerCase().replaceAll(/[\s_-]/g, '');
  return text.trim() !== '' && plain(text) === plain(name);
}

/** The result of pasting cells. Every cell is counted. */
export interface CollectedValues {
  readonly values: readonly Operand[];
  /** The number of values that were not in the list before, readable or not. */
  readonly addedCount: number;
  readonly duplicateCount: number;
  readonly blankCount: number;
  /** How many of the added values cannot be read. They stay in the list, with their row. */
  readonly unreadableCount: number;
  /** The heading above the values, which names the field; null if there is none. */
  readonly heading: string | null;
}

/** Collects pasted cells, so that long lists can be added in steps. */
export interface ValueCollector {
  readonly add: (cell: PastedCell) => void;
  readonly result: () => CollectedValues;
}

/** Adds cells without duplicates, and undoes the formula escapes of this console's copies. Finds a heading if `hasHeading` is set. */
export function createValueCollector(
  before: readonly Operand[],
  field: PriceField,
  locale: string,
  { hasHeading }: { readonly hasHeading: boolean },
): ValueCollector {
  const keyOf = (operand: Operand) => operandKey(operand, field);
  const known = new Set(before.map(keyOf));
  const added: Operand[] = [];
  let duplicateCount = 0;
  let blankCount = 0;
  let unreadableCount = 0;
  let heading: string | null = null;
  return {
    add: ({ text, row }) => {
      const trimmed = text.trim();
      if (hasHeading && row === 1 && isHeading(trimmed, field)) {
        heading = trimmed;
        return;
      }
      const operand = parseOperand(unguardFormulas(trimmed), field, locale, true);
      if (operand.value === null && operand.text === null) {
        blankCount += 1;
        return;
      }
      const key = keyOf(operand);
      if (known.has(key)) {
        duplicateCount += 1;
        return;
      }
      known.add(key);
      const isUnreadable = operand.value === null;
      if (isUnreadable) unreadableCount += 1;
      added.push(isUnreadable ? { ...operand, row } : operand);
    },
    result: () => ({
      values: [...before, ...added],
      addedCount: added.length,
      duplicateCount,
      blankCount,
      unreadableCount,
      heading,
    }),
  };
}
