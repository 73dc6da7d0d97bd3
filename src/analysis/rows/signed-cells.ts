import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { createFigureFormat, type ColumnFormat } from '@/lib/formats/column-format';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import type { GridCell } from '@/lib/grid/grid-model';

export interface SignedCellsOptions {
  /** The field of the price; undefined if the metadata do not list it. */
  readonly field: PriceField | undefined;
  /** The minimum number of decimal places of a difference in percent. */
  readonly percentPlaces: number;
  readonly locale: string;
  /** The texts that screen readers read for differences above (`risen`) and below zero (`fallen`). */
  readonly risen: string;
  readonly fallen: string;
}

/** Functions that return cells of differences, with a sign and an arrow. */
export interface SignedCells {
  /** Returns the cell of a difference between prices, in the format of the price. */
  readonly deltaCell: (decimal: string) => GridCell;
  readonly percentCell: (decimal: string) => GridCell;
}

const UP = '▲';
const DOWN = '▼';

/** Returns the functions with which a grid shows differences of a price. */
export function createSignedCells({
  field,
  percentPlaces,
  locale,
  risen,
  fallen,
}: SignedCellsOptions): SignedCells {
  const percentFormat = createDecimalFormat(locale, {
    minFractionDigits: percentPlaces,
    maxFractionDigits: Infinity,
    isGrouped: true,
  });
  const priceFormat = field === undefined ? null : createFigureFormat(grouped(field), locale);
  const signedCell = (decimal: string, text: string, full: string): GridCell => {
    const sign = (of: string) => {
      if (!/[1-9]/.test(decimal)) return of;
      return decimal.startsWith('-') ? `${DOWN} ${of}` : `${UP} +${of}`;
    };
    const isZero = !/[1-9]/.test(decimal);
    const isFallen = decimal.startsWith('-');
    return {
      state: 'value',
      text: sign(text),
      ...(text === full ? {} : { title: sign(full) }),
      ...(!isZero && { note: isFallen ? fallen : risen }),
      ...(!isZero && isFallen && { tone: 'negative' as const }),
    };
  };
  return {
    deltaCell: (decimal) => {
      if (priceFormat === null) return signedCell(decimal, decimal, decimal);
      const { text, isExact, full } = priceFormat(decimal);
      // If a difference would be rounded to zero, all its digits are shown, so that it stays visible.
      const isHidden = !isExact && priceFormat(decimal.replace('-', '')).text === priceFormat('0').text;
      return signedCell(decimal, isHidden ? full : text, isExact ? text : full);
    },
    percentCell: (decimal) => signedCell(decimal, percentFormat(decimal), percentFormat(decimal)),
  };
}

/** Returns the field with grouped digits for differences, because they are amounts, unless the field has its own format. */
function grouped(field: PriceField): PriceField {
  const places = Math.min(Math.max(field.scale ?? 0, 0), 20);
  const isFormatted = field.formatting.trim() !== '' || field.scale === null;
  return isFormatted
    ? field
    : { ...field, formatting: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}` };
}

/** Returns the cell of a value in the format of its column. */
export function plainCell(value: CellValue, format: ColumnFormat | null): GridCell {
  if (value === undefined) return { state: 'withheld' };
  if (value === null) return { state: 'null' };
  if (value === '') return { state: 'empty' };
  if (format === null) return { state: 'value', text: String(value) };
  const { text, isExact, full } = format.formatValue(value);
  return { state: 'value', text, ...(isExact ? {} : { title: full }) };
}
