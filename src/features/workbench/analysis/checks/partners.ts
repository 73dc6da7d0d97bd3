import type { CompareWith } from '../../model/compare-with';
import type { MatchedSides } from '../changes/comparison';
import { keyedRows, keyPairs, keyParts, readTraits, sameKeys } from '../changes/row-keys';
import type { ComparisonEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';
import { ROW_INDEX, type AnalysedTable } from '../model/analysed-table';

/** A snapshot or kept copy of the price column whose rows say what a price is held against. */
export type CheckSource = Exclude<CompareWith, { kind: 'file' }>;

/** The rows of another snapshot, all of them, in the same engine. */
export interface SourceRows {
  readonly source: CheckSource;
  readonly table: AnalysedTable;
  /** Names of columns of both tables: a row and its partner have equal values in all of them. */
  readonly keys: readonly string[];
  /** The number column that prices are held against. */
  readonly price: string;
}

/** How many of the rows have been held against another one. Together they are all rows. */
export interface PartnerCounts {
  readonly compared: number;
  /** No row there has their key, or a part of it has no value. */
  readonly missing: number;
  /** Several rows there have their key: to choose one would be to guess. */
  readonly doubled: number;
  /** One of the two rows has no price. */
  readonly withoutPrice: number;
}

/** Rows with the price of their partners, as a table in the engine: `row_index`, `has_price`, `partner_rows` and `partner_price`. */
export interface Partners {
  readonly sqlName: string;
  /** Of `partner_price`, which is null beside several partners. */
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
  table: AnalysedTable,
  { table: others, keys, price: priceName }: SourceRows,
  signal: AbortSignal,
): Promise<Partners> {
  const price = others.columns.find(({ name }) => name === priceName);
  const own = table.columns.find(({ name }) => name === priceName);
  if (price?.type !== 'number' || own === undefined) throw new RangeError('A price is a number.');
  const sides: MatchedSides = { earlier: { table: others }, later: { table } };
  const pairs = keyPairs(sides, keys);
  const parts = keyParts(pairs, await readTraits(engine, sides, pairs, signal));
  const ofOthers = keyedRows(sides, 'earlier', parts, [sql`${identifier(price.sqlName)} AS price`]);
  const rowsHere = keyedRows(sides, 'later', parts, [
    ROW,
    sql`${identifier(own.sqlName)} IS NOT NULL AS has_price`,
  ]);
  const matched = sql`SELECT r.${ROW} AS ${ROW}, has_price, partner_rows, partner_price FROM ${rowsHere} AS r
    JOIN (SELECT ${parts.names}, count(*) AS partner_rows, CASE WHEN count(*) = 1 THEN min(price) END AS partner_price
      FROM ${ofOthers} GROUP BY ${parts.names}) AS o
    ON ${sameKeys(sql`r`, sql`o`, parts)}`;
  const { sqlName } = await engine.materialise([matched], signal);
  try {
    const { rows } = await engine.query(countsSql(sqlName, table), { signal, maxRows: 1 });
    const [least = null, greatest = null, ...counts] = rows[0] ?? [];
    const [all = 0, found = 0, compared = 0, doubled = 0] = counts.map(Number);
    return {
      sqlName,
      scale: price.scale ?? 0,
      extremes: [least, greatest],
      counts: { compared, missing: all - found, doubled, withoutPrice: found - compared - doubled },
    };
  } catch (error) {
    await engine.drop(sqlName);
    throw error;
  }
}

function countsSql(sqlName: string, { sqlName: all }: AnalysedTable): Sql {
  return sql`SELECT min(partner_price), max(partner_price), (SELECT count(*) FROM ${identifier(all)}), count(*),
    count(partner_price) FILTER (has_price), count(*) FILTER (partner_rows > 1) FROM ${identifier(sqlName)}`;
}
