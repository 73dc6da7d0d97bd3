import type { ColumnType, PriceField } from '@/contract/column';
import type { TableColumn, TableRow } from '@/lib/table-files/table-column';

/** A table of computed figures that users copy and export. Its cells are exact: canonical decimals, ISO dates. */
export interface SummaryTable {
  /** The name of the file and the sheet. It indicates if the figures include only some of the rows. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** The columns of each row, if the rows contain figures of different fields. Their names are those of `columns`. */
  readonly rowColumns?: readonly (readonly TableColumn[])[];
  /** The cells of each row in the order of the columns. Null is an empty cell. */
  readonly rows: readonly TableRow[];
  /** The number of rows at the end that are totals of the others. */
  readonly totalRowCount?: number;
  /** The origin of the figures, for the second sheet of a workbook. */
  readonly about: readonly (readonly [label: string, value: string])[];
}

/** Returns a column of figures. `scale` is the number of decimal places of most numbers. */
export function summaryColumn(label: string, type: ColumnType, scale: number | null = null): TableColumn {
  return {
    name: label,
    type,
    sqlType: SQL_TYPES[type],
    precision: null,
    scale,
    maxLength: null,
    formatting: '',
  };
}

/** Returns a column of numbers that are computed from a field, with the field's format. */
export function computedColumn(label: string, scale: number | null, formatting: string): TableColumn {
  const column = summaryColumn(label, 'number', scale);
  // Excel shows nothing for a format with an empty section, so such a format is left out. Fields without negative values may have one.
  return /;\s*(?:;|$)/.test(formatting) ? column : { ...column, formatting };
}

/** Returns a column of sums of prices, in the format of the price. */
export function moneyColumn(
  label: string,
  price: { readonly name: string; readonly scale: number | null },
  fields: readonly PriceField[],
): TableColumn {
  const field = fields.find(({ name }) => name === price.name);
  return computedColumn(label, price.scale, field?.formatting ?? '');
}

/** Returns a column of percentages, in which 3.96 means 3.96 %. */
export function percentColumn(label: string, scale: number): TableColumn {
  return { ...summaryColumn(label, 'number', scale), isPercentage: true };
}

/** Returns a column of medians of numbers with `scale` decimal places. A median that has one more place is shown with it. */
export function medianColumn(label: string, scale: number | null): TableColumn {
  const places = scale ?? 0;
  if (places === 0 || places > MOST_SHOWN_PLACES) return summaryColumn(label, 'number');
  return { ...summaryColumn(label, 'number', scale), formatting: `0.${'0'.repeat(places)}#` };
}

/** Medians of numbers with more places have no format, because Excel's default format shows all their places. */
const MOST_SHOWN_PLACES = 14;

/** Returns a column of a field's values, in the format of its metadata. */
export function fieldColumn({
  name,
  type,
  sqlType,
  precision,
  scale,
  maxLength,
  formatting,
  guessedFromRows,
}: PriceField): TableColumn {
  const column = { name, type, sqlType, precision, scale, maxLength, formatting };
  return guessedFromRows === undefined ? column : { ...column, isGuessed: true };
}

const SQL_TYPES: Record<ColumnType, string> = {
  text: 'nvarchar',
  number: 'decimal',
  date: 'datetime2',
  boolean: 'bit',
};
