import type { CompareWith } from '../../model/compare-with';
import type { MatchedSides } from '../../rows-read/matching/matched-sides';
import { keyedRows, keyPairs, keyParts, readTraits, sameKeys } from '../../rows-read/matching/row-keys';
import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { identifier, sql, type Sql } from '../../rows-read/engine/sql';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../../rows-read/engine/analysed-table';

/** The rows that say what a price is held against: of a snapshot or kept copy of the price column, or of another price column. */
export type CheckSource = Exclude<CompareWith, { kind: 'file' }> | PriceColumnSource;

/** Another price column, whose rows are taken as they are now. */
export interface PriceColumnSource {
  readonly kind: 'price-column';
  readonly name: string;
  /** The number column there that prices are held against; null for the one that is proposed. */
  readonly amount: string | null;
  /** Columns here in place of the proposed ones, by the key column there that they are matched with. */
  readonly matches: Readonly<Record<string, string>>;
}

/** A column here, and the one there that means the same. */
export interface ColumnMatch {
  readonly here: string;
  readonly there: string;
}

/** The rows of another snapshot, all of them, in the same engine. */
export interface SourceRows {
  readonly source: CheckSource;
  readonly table: AnalysedTable;
  /** A row and its partner have equal values in all of them. */
  readonly keys: readonly ColumnMatch[];
  /** The number column there that prices are held against. */
  readonly amount: string;
  /** Amounts of two currencies are not compared; null where one of the sides has no column of currencies. */
  readonly currency: ColumnMatch | null;
}

/** How many of the rows have been held against another one. Together they are all rows. */
export interface PartnerCounts {
  readonly compared: number;
  /** No row there has their key, or a part of it has no value. */
  readonly missing: number;
  /** Several rows there have their key: to choose one would be to guess. */
  readonly doubled: number;
  /** The amount there is in another currency. */
  readonly otherCurrency: number;
  /** One of the two rows has no price. */
  readonly withoutPrice: number;
}

/** Rows with the price of their partners, as a table in the engine: `row_index`, `has_price`, `partner_rows` and `partner_price`. */
export interface Partners {
  readonly sqlName: string;
  /** Of `partner_price`, which is null beside several partners, and where it is in another currency. */
  readonly scale: number;
  /** The least and the greatest of `partner_price`. */
  readonly extremes: readonly (string | null)[];
  readonly counts: PartnerCounts;
}

const ROW = identifier(ROW_INDEX);

/**
 * Finds the partner of each row by its key. Several rows may have the same one. Rejects with EngineError, or the signal's reason;
 * throws RangeError for columns that a table lacks. The table of the partners is the caller's to drop.
 */
export async function findPartners(
  engine: ComparisonEngine,
  { table, price: priceName }: { readonly table: AnalysedTable; readonly price: string | null },
  { table: others, keys, amount: amountName, currency }: SourceRows,
  signal: AbortSignal,
): Promise<Partners> {
  const amount = columnOf(others, amountName);
  const own = columnOf(table, priceName);
  if (amount.type !== 'number' || own.type !== 'number') throw new RangeError('A price is a number.');
  const currencyOf = (of: AnalysedTable, name: string | undefined): Sql =>
    name === undefined ? sql`CAST(NULL AS VARCHAR)` : identifier(columnOf(of, name).sqlName);
  // The columns of the key have the names of those here.
  const named = keys.map(({ here, there }) => ({ ...columnOf(others, there), name: here }));
  const sides: MatchedSides = {
    earlier: { table: { sqlName: others.sqlName, columns: named } },
    later: { table },
  };
  const pairs = keyPairs(
    sides,
    keys.map(({ here }) => here),
  );
  const parts = keyParts(pairs, await readTraits(engine, sides, pairs, signal));
  const ofOthers = keyedRows(sides, 'earlier', parts, [
    sql`${identifier(amount.sqlName)} AS amount`,
    sql`${currencyOf(others, currency?.there)} AS currency`,
  ]);
  const rowsHere = keyedRows(sides, 'later', parts, [
    ROW,
    sql`${identifier(own.sqlName)} IS NOT NULL AS has_price`,
    sql`${currencyOf(table, currency?.here)} AS currency`,
  ]);
  const isOther = sql`partner_rows = 1 AND coalesce(r.currency <> partner_currency, FALSE)`;
  const matched = sql`SELECT r.${ROW} AS ${ROW}, has_price, partner_rows, ${isOther} AS is_other_currency,
      CASE WHEN partner_rows = 1 AND NOT (${isOther}) THEN partner_amount END AS partner_price
    FROM ${rowsHere} AS r
    JOIN (SELECT ${parts.names}, count(*) AS partner_rows, min(amount) AS partner_amount, min(currency) AS partner_currency
      FROM ${ofOthers} GROUP BY ${parts.names}) AS o
    ON ${sameKeys(sql`r`, sql`o`, parts)}`;
  const { sqlName } = await engine.materialise([matched], signal);
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
}

function countsSql(sqlName: string, { sqlName: all }: AnalysedTable): Sql {
  return sql`SELECT min(partner_price), max(partner_price), (SELECT count(*) FROM ${identifier(all)}), count(*),
    count(partner_price) FILTER (has_price), count(*) FILTER (partner_rows > 1), count(*) FILTER (is_other_currency)
    FROM ${identifier(sqlName)}`;
}

function columnOf({ columns }: AnalysedTable, wanted: string | null): AnalysedColumn {
  const column = columns.find(({ name }) => name === wanted);
  if (column === undefined) throw new RangeError('The rows have no such column.');
  return column;
}
