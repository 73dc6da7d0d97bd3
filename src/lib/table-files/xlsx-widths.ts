import { readDecimal } from '../formats/decimal';
import { withoutSurplusZeros } from '../base/decimal-grammar';
import { readExcelPattern, type DatePatternPart, type NumberSection } from '../formats/excel-pattern';
import { readIsoDateTime } from '../formats/iso-date';
import { cellAt, type RowBatch } from '../row-batches/row-batch';
import { EXCEL_SECOND_DIGITS, excelSerial } from './excel-serial';
import type { TableCell, TableColumn } from './table-column';
import { formatCode, SHORT_DATE_ID } from './xlsx-styles';

/** The widths of a sheet's columns, in characters. */
export interface WidthMeter {
  readonly measure: (batch: RowBatch, row: number) => void;
  readonly widths: (isWhole: boolean) => readonly number[];
}

/** The extra width of a cell beyond its characters. */
const PADDING = 2;
/** The extra width of a header beyond the column's name, which is bold and followed by the filter button. */
const HEADER_PADDING = 4;
/** The largest width. Users see the whole of a longer text only in the formula bar. */
const MAX_WIDTH = 60;
/** The least width for numbers. Excel shows `####` if one does not fit, and later rows may have longer numbers than measured rows. */
const MIN_NUMBER_WIDTH = 14;
/** The width of a column in which no measured row has a value. */
const UNKNOWN_TEXT_WIDTH = 20;

/** Measures cells as Excel shows them, so that each column becomes as wide as its longest cell. */
export function createWidthMeter(
  columns: readonly TableColumn[],
  { keepsFullSeconds }: { readonly keepsFullSeconds: boolean },
): WidthMeter {
  const meters = columns.map((column) => ({ lengthOf: lengthReader(column, keepsFullSeconds), longest: 0 }));
  return {
    measure: (batch, row) => {
      const first = row * batch.columnCount;
      for (const [index, meter] of meters.entries()) {
        const cell = cellAt(batch, first + index) ?? null;
        if (cell !== null) meter.longest = Math.max(meter.longest, meter.lengthOf(cell));
      }
    },
    widths: (isWhole) =>
      columns.map(({ name, type, maxLength }, index) => {
        const longest = meters[index]?.longest ?? 0;
        const forUnknown = longest === 0 ? Math.min(maxLength ?? UNKNOWN_TEXT_WIDTH, UNKNOWN_TEXT_WIDTH) : 0;
        const forRest = isWhole ? 0 : type === 'number' ? MIN_NUMBER_WIDTH : forUnknown;
        return Math.min(MAX_WIDTH, Math.max(shownLength(name) + HEADER_PADDING, longest + PADDING, forRest));
      }),
  };
}

function lengthReader(
  column: TableColumn,
  keepsFullSeconds: boolean,
): (cell: Exclude<TableCell, null>) => number {
  const code = formatCode(column);
  if (column.type === 'number') {
    const ofNumber = numberLength(typeof code === 'string' ? code : '');
    return (cell) => {
      const decimal = typeof cell === 'string' ? readDecimal(cell) : null;
      return decimal === null ? lengthOfText(cell) : ofNumber(withoutSurplusZeros(decimal));
    };
  }
  if (column.type !== 'date') return lengthOfText;
  const ofDate = code === SHORT_DATE_ID ? SHORT_DATE_LENGTH : dateLength(String(code));
  return (cell) => {
    const moment = typeof cell === 'string' ? readIsoDateTime(cell) : null;
    const fraction = keepsFullSeconds ? moment?.fraction : moment?.fraction.slice(0, EXCEL_SECOND_DIGITS);
    const isDate = moment !== null && excelSerial({ ...moment, fraction: fraction ?? '' }) !== null;
    return isDate ? ofDate : lengthOfText(cell);
  };
}

/** The length of the longest word for `FALSE` in any language of Excel. */
const BOOLEAN_LENGTH = 6;
const SHORT_DATE_LENGTH = 10;

function lengthOfText(cell: Exclude<TableCell, null>): number {
  return typeof cell === 'string' ? shownLength(cell) : BOOLEAN_LENGTH;
}

/** The first character that is twice as wide as others. */
const FIRST_WIDE = 0x2e80;

function shownLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length && length < MAX_WIDTH; at += 1) {
    length += text.charCodeAt(at) < FIRST_WIDE ? 1 : 2;
  }
  return length;
}

/** Returns a function that returns the length of a canonical decimal in a number format. */
function numberLength(code: string): (decimal: string) => number {
  const pattern = readExcelPattern(code);
  if (pattern?.kind !== 'number') return (decimal) => decimal.length;
  const { minIntegerDigits, minFractionDigits, maxFractionDigits, isGrouped, power } =
    pattern.positive.digits;
  const around = Math.max(
    literalLength(pattern.positive),
    pattern.negative === null ? 0 : literalLength(pattern.negative),
  );
  return (decimal) => {
    const isNegative = decimal.startsWith('-');
    const [integer = '', fraction = ''] = decimal.slice(isNegative ? 1 : 0).split('.');
    const integers = Math.max(minIntegerDigits, integer.length + power);
    const fractions = Math.min(
      maxFractionDigits,
      Math.max(minFractionDigits, fraction.length - Math.max(0, power)),
    );
    const groups = isGrouped ? Math.floor((integers - 1) / 3) : 0;
    return around + Number(isNegative) + integers + groups + (fractions > 0 ? fractions + 1 : 0);
  };
}

function literalLength({ before, after }: NumberSection): number {
  return [...before, ...after].reduce(
    (sum, literal) => sum + (typeof literal === 'string' ? 1 : literal.text.length),
    0,
  );
}

const FIELD_LENGTHS = {
  year: 4,
  'year-of-century': 2,
  month: 2,
  'month-short': 4,
  'month-long': 10,
  'month-initial': 1,
  day: 2,
  'weekday-short': 4,
  'weekday-long': 10,
  hour: 2,
  minute: 2,
  second: 2,
  'day-period': 2,
} as const;

function dateLength(code: string): number {
  const pattern = readExcelPattern(code);
  if (pattern?.kind !== 'date') return code.length;
  const lengthOf = (part: DatePatternPart) => {
    if (part.kind === 'literal') return part.text.length;
    return part.kind === 'fraction' ? part.digits + 1 : FIELD_LENGTHS[part.field];
  };
  return pattern.parts.reduce((sum, part) => sum + lengthOf(part), 0);
}
