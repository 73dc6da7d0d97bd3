import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { createFigureFormat, type ColumnFormat } from '@/lib/formats/column-format';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import type { GridCell } from '@/lib/grid/grid-model';

export interface SignedCellsOptions {
  /** The price; undefined where the metadata do not list it. */
  readonly field: PriceField | undefined;
  /** Places of a difference in percent that are always shown. */
  readonly percentPlaces: number;
  readonly locale: string;
  /** Read out for a difference above, and below, zero. */
  readonly risen: string;
  readonly fallen: string;
}

/** Cells of differences, which carry their sign and an arrow. */
export interface SignedCells {
  /** A difference of prices, as the column shows its values. */
  readonly deltaCell: (decimal: string) => GridCell;
  readonly percentCell: (decimal: string) => GridCell;
}

const UP = '▲';
const DOWN = '▼';

/** Returns how differences of a price are shown in a grid. */
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
      // A difference that rounds to nothing has to be seen all the same.
      const isHidden = !isExact && priceFormat(decimal.replace('-', '')).text === priceFormat('0').text;
      return signedCell(decimal, isHidden ? full : text, isExact ? text : full);
    },
    percentCell: (decimal) => signedCell(decimal, percentFormat(decimal), percentFormat(decimal)),
  };
}

/** A difference is read as an amount: thousands are told apart, unless the column's format says otherwise. */
function grouped(field: PriceField): PriceField {
  const places = Math.min(Math.max(field.scale ?? 0, 0), 20);
  const isFormatted = field.formatting.trim() !== '' || field.scale === null;
  return isFormatted
    ? field
    : { ...field, formatting: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}` };
}

/** A cell of a value as its column shows it. */
export function plainCell(value: CellValue, format: ColumnFormat | null): GridCell {
  if (value === undefined) return { state: 'withheld' };
  if (value === null) return { state: 'null' };
  if (value === '') return { state: 'empty' };
  if (format === null) return { state: 'value', text: String(value) };
  const { text, isExact, full } = format.formatValue(value);
  return { state: 'value', text, ...(isExact ? {} : { title: full }) };
}
