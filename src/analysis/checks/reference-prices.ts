import type { SameColumnSource, Source } from '../conditions/source';
import type { ColumnMatch } from '../conditions/added-columns';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';
import { columnOf, ROW_INDEX, type AnalysedTable } from '../engine/analysed-table';
import { joinColumns } from '../steps/joined-columns';

/** The source of the rows that a price is compared with: a snapshot or kept copy of the same price column, or another price column. */
export type CheckSource = Exclude<SameColumnSource, { kind: 'file' }> | PriceColumnSource;

/** Another price column whose current rows are compared, and the choice of its columns. */
export interface PriceColumnSource extends Extract<Source, { kind: 'price-column' }> {
  /** The number column that prices are compared with; null for the suggested one. */
  readonly amount: string | null;
  /** The columns of the rows that the user has matched with its key columns, by the name of the key column. */
  readonly matches: Readonly<Record<string, string>>;
}

/** All rows of a source, in the same engine as the rows that are checked. */
export interface ReferenceRows {
  readonly source: CheckSource;
  readonly table: AnalysedTable;
  /** The key columns. A row and its reference row have equal values in all of them. */
  readonly keys: readonly ColumnMatch[];
  /** The number column that prices are compared with. */
  readonly amount: string;
  /** The currency columns, because amounts in different currencies are not compared; null if a side has none. */
  readonly currency: ColumnMatch | null;
}

/** The numbers of rows that were compared with a reference row, or were not. They add up to all rows. */
export interface ReferenceCounts {
  readonly compared: number;
  /** Rows for which no reference row has the same key, or whose key is incomplete. */
  readonly missing: number;
  /** Rows for which several reference rows have the same key. Choosing one of them would be a guess. */
  readonly doubled: number;
  /** Rows whose reference price is in another currency. */
  readonly otherCurrency: number;
  /** Rows without a price, or with a reference row without one. */
  readonly withoutPrice: number;
}

/** The rows with their reference prices, as a table in the engine: `row_index`, `has_price`, `reference_rows`, `reference_price`. */
export interface ReferencePrices {
  readonly sqlName: string;
  /** The decimal places of `reference_price`. That column is null if there are several reference rows or if the currency differs. */
  readonly scale: number;
  /** The least and the greatest `reference_price`, or null. */
  readonly extremes: readonly (string | null)[];
  readonly counts: ReferenceCounts;
}

const ROW = identifier(ROW_INDEX);

/**
 * Finds the reference price of each row by its key. Several rows may have the same reference row. Rejects with EngineError, with the
 * signal's reason, or with RangeError if a table lacks a column. The caller drops the table of the reference prices.
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
      // The day is not used, because no rule depends on it.
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

  /** Keeps the rows as a table, and drops the joined columns, which are no longer needed. */
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
