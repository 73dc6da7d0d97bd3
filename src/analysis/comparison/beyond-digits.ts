import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import { commonNumberSql, comparableSql, type ColumnPair } from '../matching/compared-values';
import { differsName, ROW_KINDS } from './comparison';
import { SIDES, type ComparedSides, type Side } from '../matching/matched-sides';
import { NO_TRAITS, type Traits } from '../matching/row-keys';

/** The number of significant digits that a workbook holds of a number. */
const WORKBOOK_DIGITS = 15;
/** Numbers with a greater relative difference than this already differ in their first digits. */
const NEARLY_EQUAL = '1e-13';

/** Counts changed rows that differ only in digits which a workbook cannot hold. Rejects with EngineError. */
export async function countBeyondDigits(
  engine: AnalysisEngine,
  {
    sides,
    columns,
    sqlName,
  }: { readonly sides: ComparedSides; readonly columns: readonly ColumnPair[]; readonly sqlName: string },
  signal: AbortSignal,
): Promise<number> {
  const workbooks = SIDES.filter((side) => sides[side].isOfWorkbook === true);
  const numbers = columns.flatMap((pair, index) =>
    SIDES.every((side) => pair[side].type === 'number') ? [{ pair, index }] : [],
  );
  if (workbooks.length === 0 || numbers.length === 0) return 0;
  const others = columns.flatMap((_, index) =>
    numbers.some((number) => number.index === index) ? [] : [sql`NOT ${differsName(index)}`],
  );
  const valueName = (index: number) => identifier(`v${index}`);
  const rowsOf = (side: Side) => {
    const values = numbers.map(
      ({ pair, index }) => sql`${commonNumberSql(pair, side)} AS ${valueName(index)}`,
    );
    return sql`(SELECT ${identifier(ROW_INDEX)} AS position, ${values} FROM ${identifier(sides[side].table.sqlName)})`;
  };
  const value = { earlier: sql`o`, later: sql`n` };
  const explained = numbers.map(({ index }) => {
    const of = (side: Side) => sql`${value[side]}.${valueName(index)}`;
    const cases = workbooks.map((side) =>
      isBeyondSql(of(side), of(side === 'earlier' ? 'later' : 'earlier')),
    );
    return sql`(NOT ${differsName(index)} OR ${joined(cases, ' OR ')})`;
  });
  const { rows } = await engine.query(
    sql`SELECT count(*) FROM (SELECT * FROM ${identifier(sqlName)}
        WHERE ${joined([sql`kind = ${ROW_KINDS.indexOf('changed')}`, ...others], ' AND ')}) AS c
      JOIN ${rowsOf('earlier')} AS o ON o.position = c.e JOIN ${rowsOf('later')} AS n ON n.position = c.l
      WHERE ${joined(explained, ' AND ')}`,
    { signal, maxRows: 1 },
  );
  return Number(rows[0]?.[0] ?? 0);
}

/** Counts rows that were added or removed only because a workbook cannot hold their key. Rejects with EngineError. */
export async function countKeysBeyondDigits(
  engine: AnalysisEngine,
  {
    sides,
    keys,
    traits,
    sqlName,
  }: {
    readonly sides: ComparedSides;
    readonly keys: readonly ColumnPair[];
    readonly traits: Traits;
    readonly sqlName: string;
  },
  signal: AbortSignal,
): Promise<number> {
  const isNumber = (pair: ColumnPair) => SIDES.every((side) => pair[side].type === 'number');
  const numbers = keys.filter(isNumber);
  const others = keys.filter((pair) => !isNumber(pair));
  if (numbers.length === 0) return 0;
  const [kinds, place] = [
    { earlier: 'removed', later: 'added' },
    { earlier: sql`e`, later: sql`l` },
  ] as const;
  const rowsOf = (side: Side) => {
    const units = numbers.map(
      (pair, index) => sql`${unitsSql(commonNumberSql(pair, side))} AS ${identifier(`n${index}`)}`,
    );
    const texts = others
      .flatMap((pair) => comparableSql(pair, side, traits.get(pair.name) ?? NO_TRAITS))
      .map((text, index) => sql`${text} AS ${identifier(`t${index}`)}`);
    return sql`(SELECT ${[sql`${identifier(ROW_INDEX)} AS position`, ...units, ...texts]} FROM ${identifier(sides[side].table.sqlName)}
      WHERE ${identifier(ROW_INDEX)} IN (SELECT ${place[side]} FROM ${identifier(sqlName)} WHERE kind = ${ROW_KINDS.indexOf(kinds[side])}))`;
  };
  const textCount = others.flatMap((pair) =>
    comparableSql(pair, 'earlier', traits.get(pair.name) ?? NO_TRAITS),
  ).length;
  let count = 0;
  for (const side of SIDES) {
    if (sides[side].isOfWorkbook !== true) continue;
    const name = (of: 'held' | 'exact', letter: 'n' | 't', index: number) =>
      sql`${identifier(of)}.${identifier(`${letter}${index}`)}`;
    // For each number, both neighbors with 15 digits are computed, so that rows are joined by equal values, which is fast for many rows.
    const neighbours = numbers.map((_, index) => {
      const exact = name('exact', 'n', index);
      const which = identifier(`w${index}`);
      const unit = unitBeyondSql(exact);
      return sql`CASE WHEN ${unit} IS NOT NULL THEN ${exact} - ${exact} % ${unit} + ${which}.i * ${unit} * sign(${exact})
        WHEN ${which}.i = 0 THEN ${exact} END`;
    });
    const same = [
      ...numbers.map((_, index) => sql`${name('held', 'n', index)} = candidate.${identifier(`c${index}`)}`),
      ...Array.from(
        { length: textCount },
        (_, index) =>
          sql`${name('held', 't', index)} IS NOT DISTINCT FROM candidate.${identifier(`t${index}`)}`,
      ),
    ];
    const candidates = [
      ...neighbours.map((neighbour, index) => sql`${neighbour} AS ${identifier(`c${index}`)}`),
      ...Array.from({ length: textCount }, (_, index) => name('exact', 't', index)),
    ];
    const choices = numbers.map(
      (_, index) => sql`(SELECT unnest([0, 1]) AS i) AS ${identifier(`w${index}`)}`,
    );
    const isBeyond = numbers.map((_, index) => sql`${unitBeyondSql(name('exact', 'n', index))} IS NOT NULL`);
    const exactRows = sql`${rowsOf(side === 'earlier' ? 'later' : 'earlier')} AS exact`;
    const { rows } = await engine.query(
      sql`SELECT count(DISTINCT held.position) FROM ${rowsOf(side)} AS held
        JOIN (SELECT ${candidates} FROM ${joined([exactRows, ...choices], ', ')}
          WHERE ${joined(isBeyond, ' OR ')}) AS candidate
        ON ${joined(same, ' AND ')}`,
      { signal, maxRows: 1 },
    );
    count += Number(rows[0]?.[0] ?? 0);
  }
  return count;
}

/** Returns the distance between two numbers of 15 digits next to these units; null if the units have no more than 15 digits. */
function unitBeyondSql(units: Sql): Sql {
  const digits = sql`strlen(CAST(abs(${units}) AS VARCHAR))`;
  // A power is not used, because the engine computes a power of integers as a double.
  return sql`CASE WHEN ${digits} > ${WORKBOOK_DIGITS} THEN CAST('1' || repeat('0', ${digits} - ${WORKBOOK_DIGITS}) AS HUGEINT) END`;
}

/** Returns the condition that `exact` has more than 15 digits and `held` is a neighbor with 15 digits. Both have the same scale. */
function isBeyondSql(held: Sql, exact: Sql): Sql {
  const [ofHeld, ofExact] = [unitsSql(held), unitsSql(exact)];
  const digits = sql`strlen(CAST(abs(${ofExact}) AS VARCHAR))`;
  // A power is not used, because the engine computes a power of integers as a double.
  const unit = sql`CAST('1' || repeat('0', ${digits} - ${WORKBOOK_DIGITS}) AS HUGEINT)`;
  const isNear = sql`abs(CAST(${held} AS DOUBLE) - CAST(${exact} AS DOUBLE)) <= abs(CAST(${exact} AS DOUBLE)) * CAST(${NEARLY_EQUAL} AS DOUBLE)`;
  // `CASE` evaluates the conditions one by one, so that the last ones are computed for only a few rows.
  return sql`coalesce(CASE WHEN NOT ${isNear} THEN FALSE WHEN ${digits} <= ${WORKBOOK_DIGITS} THEN FALSE
    ELSE ${ofHeld} % ${unit} = 0 AND abs(${ofHeld} - ${ofExact}) < ${unit} END, FALSE)`;
}

/** Returns a decimal as a whole number of units, without its point. */
function unitsSql(decimal: Sql): Sql {
  return sql`CAST(replace(CAST(${decimal} AS VARCHAR), '.', '') AS HUGEINT)`;
}
