import type { SameColumnSource, Source } from '../../model/source';
import type { ColumnMatch } from '../../model/added-columns';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';
import { columnOf, ROW_INDEX, type AnalysedTable } from '../engine/analysed-table';
import { joinColumns } from '../steps/joined-columns';

/** The rows that a price is compared with: of a snapshot or kept copy of the same price column, or of another price column. */
export type CheckSource = Exclude<SameColumnSource, { kind: 'file' }> | PriceColumnSource;

/** Another price column, whose current rows are read, and its columns to compare with. */
export interface PriceColumnSource extends Extract<Source, { kind: 'price-column' }> {
  /** Its number column that prices are compared with; null for the proposed one. */
  readonly amount: string | null;
  /** Current columns that replace the proposed ones, by the key column that they are matched with. */
  readonly matches: Readonly<Record<string, string>>;
}

/** All rows of a source, in the same engine. */
export interface ReferenceRows {
  readonly source: CheckSource;
  readonly table: AnalysedTable;
  /** A row and its reference row have equal values in all these columns. */
  readonly keys: readonly ColumnMatch[];
  /** The number column that prices are compared with. */
  readonly amount: string;
  /** Amounts in different currencies are not compared; null if a side has no currency column. */
  readonly currency: ColumnMatch | null;
}

/** How many rows have been compared with a reference row. The counts add up to all rows. */
export interface ReferenceCounts {
  readonly compared: number;
  /** No reference row has the key of the row, or a part of that key has no value. */
  readonly missing: number;
  /** Several reference rows have the key of the row: any choice would be a guess. */
  readonly doubled: number;
  /** The reference price is in another currency. */
  readonly otherCurrency: number;
  /** One of the two rows has no price. */
  readonly withoutPrice: number;
}

/** Rows with their reference prices, as a table in the engine: `row_index`, `has_price`, `reference_rows` and `reference_price`. */
export interface ReferencePrices {
  readonly sqlName: string;
  /** The decimal places of `reference_price`, which is null if there are several reference rows, or the currency differs. */
  readonly scale: number;
  /** The least and the greatest `reference_price`. */
  readonly extremes: readonly (string | null)[];
  readonly counts: ReferenceCounts;
}

const ROW = identifier(ROW_INDEX);

/**
 * Finds the reference price of each row by its key. Several rows may have the same reference row. Rejects with EngineError, or the
 * signal's reason; throws RangeError for columns that a table lacks. The caller drops the table of the reference prices.
 */
export async function findReferencePrices(
  engine: AnalysisEngine,
  { table, price: priceName }: { readonly table: AnalysedTable; readonly price: string | null },
  { table: others, keys, amount: amountName, currency }: ReferenceRows,
  signal: AbortSignal,
): Promise<ReferencePrices> {
  const amount = columnOf(others, amountName);
  const own = columnOf(table, priceName);
  if (amount.type !== 'number' || own.type !== 'number') throw new RangeError('A price is a number.');
  const currencyOfRow = currency === null ? null : identifier(columnOf(table, currency.current).sqlName);
  const taken = [amountName, ...(currency === null ? [] : [currency.reference])];
  const joined = await joinColumns(
    engine,
    table,
    { table: others, isWhole: true },
    {
      keys,
      columns: taken.map((name) => ({ name, as: name })),
      partnersAs: 'partners',
      several: { kind: 'empty' },
      isLenient: false,
      // No rule uses the day.
      today: '',
    },
    { prefix: 'reference_', signal },
  );
  const [amountOfRow, currencyOfReference] = joined.columns.map(({ sqlName: name }) => identifier(name));
  const partners = identifier(joined.partners.sqlName);
  const isOther =
    currencyOfRow === null || currencyOfReference === undefined
      ? sql`FALSE`
      : sql`coalesce(r.${currencyOfRow} <> ${currencyOfReference}, FALSE)`;
  const matched = sql`SELECT j.${ROW} AS ${ROW}, r.${identifier(own.sqlName)} IS NOT NULL AS has_price,
      CAST(${partners} AS BIGINT) AS reference_rows, ${isOther} AS is_other_currency,
      CASE WHEN NOT ${isOther} THEN ${amountOfRow ?? sql`NULL`} END AS reference_price
    FROM ${identifier(joined.sqlName)} AS j JOIN ${identifier(table.sqlName)} AS r ON r.${ROW} = j.${ROW} WHERE ${partners} > 0`;
  const { sqlName } = await keptOf(matched);
  try {
    const { rows } = await engine.query(countsSql(sqlName, table), { signal, maxRows: 1 });
    const [least = null, greatest = null, ...counts] = rows[0] ?? [];
    const [all = 0, found = 0, compared = 0, doubled = 0, otherCurrency = 0] = counts.map(Number);
    return {
      sqlName,
      scale: amount.scale ?? 0,
      extremes: [least, greatest],
      counts: {
        compared,
        missing: all - found,
        doubled,
        otherCurrency,
        withoutPrice: found - compared - doubled - otherCurrency,
      },
    };
  } catch (error) {
    await engine.drop(sqlName);
    throw error;
  }

  /** The joined columns are not needed beside it. */
  async function keptOf(rows: Sql) {
    try {
      return await engine.materialise([rows], signal);
    } finally {
      await engine.drop(joined.sqlName);
    }
  }
}

function countsSql(sqlName: string, { sqlName: all }: AnalysedTable): Sql {
  return sql`SELECT min(reference_price), max(reference_price), (SELECT count(*) FROM ${identifier(all)}), count(*),
    count(reference_price) FILTER (has_price), count(*) FILTER (reference_rows > 1), count(*) FILTER (is_other_currency)
    FROM ${identifier(sqlName)}`;
}
