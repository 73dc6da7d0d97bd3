import { NARROW_DIGITS } from '../engine/decimal-units';
import { ROW_INDEX, type AnalysedColumn } from '../engine/analysed-table';
import { identifier, sql, type Sql } from '../engine/sql';
import { boundSql } from '../engine/subset-sql';
import { columnCountsSql, CORE_SHARES } from '../histograms/histogram-sql';
import type { Bin } from './bins';

/** The rows that the charts show: those that were in the engine when the charts were made. */
export interface PicturedRows {
  /** The SQL name of the table or view. */
  readonly sqlName: string;
  /** The greatest `rowid` of the rows; null for a view, whose rows do not change. */
  readonly lastRow: number | null;
}

/** Returns an SQL expression for the rows, to be used after `FROM`. */
export function picturedSql({ sqlName, lastRow }: PicturedRows): Sql {
  const rows = identifier(sqlName);
  return lastRow === null ? rows : sql`(SELECT * FROM ${rows} WHERE rowid <= ${lastRow})`;
}

/** Returns one row: the numbers of rows, fitting values and misfits; for numbers and dates also the ends of all and of the middle 98 %. */
export function extentSql(rows: PicturedRows, column: AnalysedColumn): Sql {
  const order = identifier(column.orderSqlName);
  const counts = columnCountsSql(column);
  const middle = sql`quantile_disc(${order}, [${CORE_SHARES}])`;
  const ends = sql`min(${order}) AS least, max(${order}) AS greatest, ${middle}[1] AS low, ${middle}[2] AS high`;
  const hasEnds = column.type === 'number' || column.type === 'date';
  return sql`SELECT ${hasEnds ? [counts, ends] : [counts]} FROM ${picturedSql(rows)}`;
}

/** Returns the bin of each row as a byte. The bytes are ordered by position, because a join can change the order of the rows. */
export function codesSql(rows: PicturedRows, column: AnalysedColumn, bins: readonly Bin[]): Sql {
  const { code, join } =
    column.type === 'text' ? textCode(column, bins) : { code: plainCode(column, bins), join: sql`` };
  return sql`SELECT CAST(${code} AS UTINYINT) AS code FROM ${picturedSql(rows)} AS pictured ${join}
    ORDER BY ${identifier(ROW_INDEX)}`;
}

/** Looks the bin up in a table of values. Comparing one value after the other would take several times as long. */
function textCode(
  { sqlName }: AnalysedColumn,
  bins: readonly Bin[],
): { readonly code: Sql; readonly join: Sql } {
  const value = identifier(sqlName);
  const values = bins.flatMap((bin, code) =>
    bin.kind === 'value' ? [sql`(${String(bin.value)}, ${code})`] : [],
  );
  const rest = sql`CASE WHEN ${value} IS NULL THEN ${codeOf(bins, 'null')} ELSE ${codeOf(bins, 'others')} END`;
  if (values.length === 0) return { code: rest, join: sql`` };
  return {
    code: sql`coalesce(looked_up.code, ${rest})`,
    join: sql`LEFT JOIN (VALUES ${values}) AS looked_up(value, code) ON looked_up.value = ${value}`,
  };
}

function plainCode(column: AnalysedColumn, bins: readonly Bin[]): Sql {
  const { type, sqlName, orderSqlName, misfitSqlName } = column;
  const isMisfit = misfitSqlName === null ? sql`FALSE` : sql`${identifier(misfitSqlName)} IS NOT NULL`;
  const order = identifier(orderSqlName);
  const codeOfValue =
    type === 'boolean'
      ? sql`CASE WHEN ${identifier(sqlName)} THEN ${codeOf(bins, true)} ELSE ${codeOf(bins, false)} END`
      : rangeCode(column, bins);
  return sql`CASE WHEN ${order} IS NOT NULL THEN ${codeOfValue}
    WHEN ${isMisfit} THEN ${codeOf(bins, 'misfit')} ELSE ${codeOf(bins, 'null')} END`;
}

/** Finds the bin by binary search. It takes as many exact comparisons as the number of bins has binary digits. */
function rangeCode(column: AnalysedColumn, bins: readonly Bin[]): Sql {
  // Each bin begins with the value that the previous bin excludes. Only the bin before the first range has no first value.
  const cuts = bins.flatMap((bin, code) =>
    bin.kind === 'range' || bin.kind === 'above' ? [{ at: bin.from, code }] : [],
  );
  const halved = (from: number, to: number, code: number): Sql => {
    const middle = (from + to) >> 1;
    const cut = cuts[middle];
    if (from >= to || cut === undefined) return sql`${code}`;
    return sql`CASE WHEN ${isBeforeSql(cut.at, column)} THEN ${halved(from, middle, code)}
      ELSE ${halved(middle + 1, to, cut.code)} END`;
  };
  return halved(0, cuts.length, 0);
}

/** Without a cast, a number takes the type of the column. Numbers of 18 digits are compared twice as fast as numbers of 38 digits. */
function isBeforeSql(bound: string, column: AnalysedColumn): Sql {
  const isNarrow = column.type === 'number' && bound.replaceAll(/[-.]/g, '').length <= NARROW_DIGITS;
  return isNarrow ? sql`${identifier(column.sqlName)} < ${bound}` : boundSql('<', bound, column);
}

function codeOf(bins: readonly Bin[], of: 'null' | 'others' | 'misfit' | boolean): number {
  return bins.findIndex((bin) =>
    typeof of === 'boolean' ? bin.kind === 'value' && bin.value === of : bin.kind === of,
  );
}
