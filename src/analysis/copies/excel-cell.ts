import type { ColumnType } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { readDecimal, significantDigits, withoutTrailingZeros } from '@/lib/formats/decimal';
import { readIsoDateTime } from '@/lib/formats/iso-date';

/** The number of significant digits that Excel stores; it replaces all further digits with zeros. */
const EXCEL_DIGITS = 15;
/** The number of fractional digits of a second that Excel parses. */
const EXCEL_FRACTION_DIGITS = 3;

export interface ExcelCell {
  readonly text: string;
  /** Whether the cell is marked as text, so that Excel neither drops leading zeros nor evaluates formulas. */
  readonly isText: boolean;
  /** Whether the cell is text because it is a number or a timestamp with more digits than Excel stores. */
  readonly isTooPrecise: boolean;
  /** Whether the cell is empty because the service withholds the value. */
  readonly isWithheld: boolean;
}

const EMPTY: ExcelCell = { text: '', isText: false, isTooPrecise: false, isWithheld: false };
const TRUE: ExcelCell = { ...EMPTY, text: '1' };
const FALSE: ExcelCell = { ...EMPTY, text: '0' };
// The texts that services use for a bit.
const BOOLEANS = new Map([
  ['true', TRUE],
  ['1', TRUE],
  ['false', FALSE],
  ['0', FALSE],
]);

/**
 * Returns a value in the notation of an Excel region: numbers with the region's decimal sign and all stored digits,
 * ungrouped; dates as `yyyy-MM-dd`, date-times as `yyyy-MM-dd HH:mm:ss` with the stored fraction of the second, which
 * follows the region's decimal sign if Excel can parse it; 1 and 0 for booleans, which every language of Excel
 * understands.
 */
export function excelCell(value: CellValue, type: ColumnType | null, decimalSign: string): ExcelCell {
  if (value === undefined) return { ...EMPTY, isWithheld: true };
  if (value === null) return EMPTY;
  if (value === '') return textCell('');
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  switch (type) {
    case 'number':
      return numberCell(value, decimalSign) ?? textCell(value);
    case 'date':
      return momentCell(value, decimalSign) ?? textCell(value);
    case 'boolean':
      return BOOLEANS.get(value.toLowerCase()) ?? textCell(value);
    case 'text':
    case null:
      return textCell(value);
  }
}

/** Returns a cell whose text Excel does not interpret. */
export function textCell(text: string): ExcelCell {
  return { ...EMPTY, text, isText: true };
}

function numberCell(value: string, decimalSign: string): ExcelCell | null {
  const decimal = readDecimal(value);
  if (decimal === null) return null;
  const isTooPrecise = significantDigits(decimal) > EXCEL_DIGITS;
  return { text: decimal.replace('.', decimalSign), isText: isTooPrecise, isTooPrecise, isWithheld: false };
}

function momentCell(value: string, decimalSign: string): ExcelCell | null {
  const moment = readIsoDateTime(value);
  if (moment === null) return null;
  const { year, month, day, hour, minute, second, fraction, offset, hasTime } = moment;
  const date = `${year}-${month}-${day}`;
  if (!hasTime) return { ...EMPTY, text: date };
  const storedDigits = withoutTrailingZeros(fraction).length;
  const isTooPrecise = storedDigits > EXCEL_FRACTION_DIGITS || offset !== '';
  const digits = isTooPrecise ? fraction : fraction.slice(0, EXCEL_FRACTION_DIGITS);
  // A cell that is text keeps the stored notation.
  const fractionText = storedDigits === 0 ? '' : `${isTooPrecise ? '.' : decimalSign}${digits}`;
  return {
    text: `${date} ${hour}:${minute}:${second}${fractionText}${offset}`,
    isText: isTooPrecise,
    isTooPrecise,
    isWithheld: false,
  };
}
