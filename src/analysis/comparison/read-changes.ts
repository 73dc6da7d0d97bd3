import type { PriceField } from '@/contract/column';
import type { PercentDistribution } from '../histograms/distribution';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { medianOfMiddles, middlesSql } from '../engine/median-sql';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import { readPercentDistribution } from '../histograms/read-percents';
import type { GroupKey } from '../engine/group-key';
import { PERCENT_PLACES } from './change-percent';
import { createChangeReader, type ChangeRow } from './change-reader';
import { comparableSql } from '../matching/compared-values';
import { differingColumns, differsName, type Comparison } from './comparison';
import { pairsOf, SIDES } from '../matching/matched-sides';
import { quotientHalfEven } from './half-even';

/** The condition that a row's price has changed, and that the change is known in percent (Δ %). */
const HAS_CHANGED = sql`delta <> 0 AND percent IS NOT NULL`;

/** The distribution of Δ % (the price change in percent) among the rows whose price differs. */
export interface DeltaDistribution extends PercentDistribution {
  /** The number of rows whose price differs but that have no Δ %, because a price is missing or the base is zero. */
  readonly withoutPercent: number;
}

/** Reads the distribution of Δ %. Rejects with EngineError. */
export async function readDeltaDistribution(
  engine: AnalysisEngine,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<DeltaDistribution> {
  const table = identifier(comparison.sqlName);
  const price = comparison.spec.price === null ? sql`FALSE` : differsName(0);
  const counted = await engine.query(
    sql`SELECT count(*) FILTER (${price} AND percent IS NULL) FROM ${table}`,
    { signal, maxRows: 1 },
  );
  const changed = { table, percent: sql`percent`, condition: HAS_CHANGED, places: PERCENT_PLACES };
  return {
    ...(await readPercentDistribution(engine, changed, signal)),
    withoutPercent: Number(counted.rows[0]?.[0] ?? 0),
  };
}

const GREATEST_COUNT = 10;

export interface GreatestChanges {
  /** The rows with the greatest rise, greatest first. Equal rises are ordered by key. `falls`: the rows with the greatest fall. */
  readonly rises: readonly ChangeRow[];
  readonly falls: readonly ChangeRow[];
}

/** Reads the ten greatest rises and falls by Δ %. `fields` determine the decimal places of numbers. Rejects with EngineError. */
export async function readGreatest(
  engine: AnalysisEngine,
  comparison: Comparison,
  signal: AbortSignal,
  fields: readonly PriceField[] = [],
): Promise<GreatestChanges> {
  const { sqlName, sides, spec } = comparison;
  const read = createChangeReader(engine, comparison, fields);
  const traits = { hasMisfits: true, hasLongSeconds: true };
  const keys = pairsOf(sides, spec.keys)
    .flatMap((pair) => comparableSql(pair, 'later', traits))
    .map((value, index) => ({ value, name: identifier(`k${index}`) }));
  const named = keys.map(({ value, name }) => sql`${value} AS ${name}`);
  const names = keys.map(({ name }) => sql`${name} NULLS LAST`);
  const places = (isRise: boolean) => {
    const holds = isRise ? sql`percent > 0` : sql`percent < 0`;
    const direction = isRise ? sql`DESC` : sql`ASC`;
    const tenth = sql`SELECT ${isRise ? sql`min` : sql`max`}(percent) FROM (SELECT percent FROM ${identifier(sqlName)}
      WHERE ${holds} ORDER BY percent ${direction} LIMIT ${GREATEST_COUNT})`;
    return sql`SELECT place FROM (SELECT rowid AS place, percent, l FROM ${identifier(sqlName)}
        WHERE ${holds} AND percent ${isRise ? sql`>=` : sql`<=`} (${tenth})) AS c
      JOIN (SELECT ${identifier(ROW_INDEX)} AS position, ${named} FROM ${identifier(sides.later.table.sqlName)}) AS n
      ON position = l ORDER BY percent ${direction}, ${names} LIMIT ${GREATEST_COUNT}`;
  };
  return {
    rises: await read(places(true), GREATEST_COUNT, signal),
    falls: await read(places(false), GREATEST_COUNT, signal),
  };
}

/** The number of matched rows in which a column differs. */
export interface ColumnDifferences {
  readonly name: string;
  readonly differing: number;
  /** How many of these rows differ only in case or blanks, or by an empty text and a missing value. Null if the column is not text. */
  readonly alike: number | null;
}

/** Counts the rows in which the price and each compared column differ, in the order of `differingColumns`. Rejects with EngineError. */
export async function readByColumn(
  engine: AnalysisEngine,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<readonly ColumnDifferences[]> {
  const { spec, sides, sqlName } = comparison;
  const pairs = pairsOf(sides, differingColumns(spec));
  if (pairs.length === 0) return [];
  const counts = pairs.map(
    (_, index) => sql`count(*) FILTER (${differsName(index)}) AS ${identifier(`n${index}`)}`,
  );
  const counted = await engine.query(sql`SELECT ${counts} FROM ${identifier(sqlName)}`, {
    signal,
    maxRows: 1,
  });
  const found: ColumnDifferences[] = [];
  for (const [index, pair] of pairs.entries()) {
    const differing = Number(counted.rows[0]?.[index] ?? 0);
    const isText = pair.earlier.type === 'text' && pair.later.type === 'text';
    let alike = isText ? 0 : null;
    if (isText && differing > 0) {
      const [o, n] = SIDES.map((side) => {
        return sql`(SELECT ${identifier(ROW_INDEX)} AS position, ${foldedSql(identifier(pair[side].sqlName))} AS folded
          FROM ${identifier(sides[side].table.sqlName)})`;
      });
      const { rows } = await engine.query(
        sql`SELECT count(*) FROM (SELECT e, l FROM ${identifier(sqlName)} WHERE ${differsName(index)}) AS c
          JOIN ${o ?? sql``} AS o ON o.position = e JOIN ${n ?? sql``} AS n ON n.position = l
          WHERE o.folded = n.folded`,
        { signal, maxRows: 1 },
      );
      alike = Number(rows[0]?.[0] ?? 0);
    }
    found.push({ name: pair.name, differing, alike });
  }
  return found;
}

/** Returns a text without case and blanks. A missing value becomes an empty text. */
function foldedSql(text: Sql): Sql {
  return sql`lower(regexp_replace(coalesce(${text}, ''), ${'[\\s\\p{Z}]+'}, '', 'g'))`;
}

/** Figures of those rows in a group whose price differs and that have a Δ %. */
export interface GroupChange {
  readonly count: number;
  /** The mean Δ % (price change in percent) with two decimal places, with halves rounded to even; null without rows. */
  readonly mean: string | null;
  /** The median Δ %. For an even number of rows, it is the average of the two middle values, with one more decimal place if necessary. */
  readonly median: string | null;
  /** The mean weighted by the later side's quantity; null if there is no weight, or if the weights add up to zero. */
  readonly weightedMean: string | null;
  /** The number of rows without a quantity, which the weighted mean leaves out. */
  readonly withoutWeight: number;
}

export interface ChangesByGroup {
  /** The groups, with the largest one first. Rows are grouped by the value of the later side. */
  readonly groups: readonly (GroupChange & { readonly key: GroupKey })[];
  /** The number of all groups. `groups` may contain fewer. */
  readonly groupCount: number;
  readonly total: GroupChange;
}

const MAX_GROUPS = 1_000;
/** The maximum number of decimal places of a weight, so that the product of a Δ % and a quantity fits into the engine's digits. */
const MAX_WEIGHT_PLACES = 30;

/** Whether a column is a number on both sides and can be a weight. */
export function canWeighBy({ sides }: Pick<Comparison, 'sides'>, name: string): boolean {
  return SIDES.every((side) => {
    const column = sides[side].table.columns.find((each) => each.name === name);
    return column?.type === 'number' && (column.scale ?? 0) <= MAX_WEIGHT_PLACES;
  });
}

/**
 * Reads the change of prices, grouped by a field of both sides. `weight`: a number column of both sides. Rejects with EngineError, or with
 * RangeError for a column that a side lacks and for a weight that is not a suitable number.
 */
export async function readByGroup(
  engine: AnalysisEngine,
  { sqlName, sides }: Comparison,
  field: string,
  weight: string | null,
  signal: AbortSignal,
): Promise<ChangesByGroup> {
  const [grouped] = pairsOf(sides, [field]);
  const [weighing] = weight === null ? [] : pairsOf(sides, [weight]);
  if (grouped === undefined) throw new RangeError('There is no such field.');
  const { type = 'number', scale = 0 } = weighing?.later ?? {};
  if (type !== 'number' || (scale ?? 0) > MAX_WEIGHT_PLACES)
    throw new RangeError('There is nothing to weigh by.');
  const { sqlName: value, misfitSqlName } = grouped.later;
  const isMisfit = misfitSqlName === null ? sql`FALSE` : sql`${identifier(misfitSqlName)} IS NOT NULL`;
  const weightValue =
    weighing === undefined ? sql`CAST(NULL AS DECIMAL(38, 0))` : identifier(weighing.later.sqlName);
  const rows = sql`SELECT percent, value, is_misfit, weight FROM ${identifier(sqlName)}
    JOIN (SELECT ${identifier(ROW_INDEX)} AS position, ${identifier(value)} AS value, ${isMisfit} AS is_misfit,
      ${weightValue} AS weight FROM ${identifier(sides.later.table.sqlName)}) AS n ON position = l WHERE ${HAS_CHANGED}`;
  const figures = [
    sql`count(*) AS row_count`,
    sql`sum(percent) AS total`,
    sql`CAST(${middlesSql(sql`percent`)} AS VARCHAR) AS middles`,
    sql`sum(percent * weight) AS weighted`,
    sql`sum(weight) AS weights`,
    sql`count(weight) AS weight_count`,
  ];
  const result = await engine.query(
    sql`SELECT is_total, value, is_misfit, row_count, total, middles, weighted, weights, weight_count,
        count(*) FILTER (is_total = 0) OVER () AS group_count
      FROM (SELECT grouping(is_misfit) AS is_total, value, is_misfit, ${joined(figures, ', ')} FROM (${rows})
        GROUP BY GROUPING SETS ((value, is_misfit), ()))
      ORDER BY is_total DESC, row_count DESC, value NULLS LAST, is_misfit`,
    { signal, maxRows: MAX_GROUPS + 1 },
  );
  const [all, ...groups] = result.rows;
  return {
    groups: groups.map((row) => ({ ...groupChange(row), key: keyOf(row) })),
    groupCount: Number(all?.[9] ?? 0),
    total: groupChange(all ?? []),
  };
}

type Row = readonly (string | null)[];

function keyOf([, value = null, isMisfit]: Row): GroupKey {
  if (isMisfit === 'true') return { kind: 'misfit' };
  return value === null ? { kind: 'null' } : { kind: 'value', value };
}

function groupChange(row: Row): GroupChange {
  const [count, total = null, middles = null, weighted = null, weights = null, weightCount] = row.slice(3);
  const rowCount = Number(count ?? 0);
  const mean = (sum: string | null, by: string | null) =>
    sum === null || by === null ? null : quotientHalfEven(sum, by, PERCENT_PLACES);
  return {
    count: rowCount,
    mean: mean(total, String(rowCount)),
    median: medianOfMiddles(middles),
    weightedMean: mean(weighted, weights),
    withoutWeight: rowCount - Number(weightCount ?? 0),
  };
}
