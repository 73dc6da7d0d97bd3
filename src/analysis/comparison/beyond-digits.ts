import { wideUnitsSql } from '../engine/units-sql';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import { commonNumberSql, comparableSql, type ColumnPair } from '../matching/compared-values';
import { differsName, ROW_KINDS } from './comparison';
import { SIDES, type ComparedSides, type Side } from '../matching/matched-sides';
import { NO_TRAITS, type Traits } from '../matching/row-keys';

/** The number of significant digits of a number that a workbook holds. Excel cuts or rounds all further digits. */
const WORKBOOK_DIGITS = 15;
/** Numbers with a greater relative difference than this already differ in their first digits. */
const NEARLY_EQUAL = '1e-13';

/** Counts changed rows that differ only in digits beyond the 15 that a workbook holds. Rejects with EngineError. */
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

/**
 * Counts rows that were added or removed only because a workbook cannot hold their key: Excel keeps 15 digits of a number. Each exact key
 * is replaced by its two neighbors with 15 digits, of which the workbook can have either one. So rows are joined by equal values, which is
 * fast for many rows, and a key of several long numbers has several candidates. Rejects with EngineError.
 */
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
  if (numbers.length === 0) return 0;
  const unmatched = {
    earlier: { kind: 'removed', place: sql`e` },
    later: { kind: 'added', place: sql`l` },
  } as const;
  const unitsOf = (side: Side) => numbers.map((pair) => wideUnitsSql(commonNumberSql(pair, side)));
  const textsOf = (side: Side) =>
    keys
      .filter((pair) => !isNumber(pair))
      .flatMap((pair) => comparableSql(pair, side, traits.get(pair.name) ?? NO_TRAITS));
  /** Returns the keys of the rows of a side that have no partner: numbers as `n0`, `n1` …, the others as texts `t0`, `t1` … */
  const rowsOf = (side: Side) => {
    const { kind, place } = unmatched[side];
    return sql`(SELECT ${[sql`${identifier(ROW_INDEX)} AS position`, ...numberedAs('n', unitsOf(side)), ...numberedAs('t', textsOf(side))]} FROM ${identifier(sides[side].table.sqlName)}
      WHERE ${identifier(ROW_INDEX)} IN (SELECT ${place} FROM ${identifier(sqlName)} WHERE kind = ${ROW_KINDS.indexOf(kind)}))`;
  };
  const texts = textsOf('earlier').map((_, index) => identifier(`t${index}`));
  let count = 0;
  for (const side of SIDES) {
    if (sides[side].isOfWorkbook !== true) continue;
    const exactNumbers = numbers.map((_, index) => sql`"exact".${identifier(`n${index}`)}`);
    // Each number has a separate choice between its neighbors: `w0`, `w1` … The first one is nearer to zero.
    const choice = (index: number) => identifier(`w${index}`);
    const neighbors = exactNumbers.map((exact, index) => neighborSql(exact, sql`${choice(index)}.i`));
    const candidates = [...numberedAs('c', neighbors), ...texts.map((text) => sql`"exact".${text}`)];
    const combinations = [
      sql`${rowsOf(side === 'earlier' ? 'later' : 'earlier')} AS exact`,
      ...numbers.map((_, index) => sql`(SELECT unnest([0, 1]) AS i) AS ${choice(index)}`),
    ];
    const isBeyond = exactNumbers.map((exact) => sql`${unitBeyondSql(exact)} IS NOT NULL`);
    const isSame = [
      ...numbers.map(
        (_, index) => sql`"held".${identifier(`n${index}`)} = candidate.${identifier(`c${index}`)}`,
      ),
      ...texts.map((text) => sql`"held".${text} IS NOT DISTINCT FROM candidate.${text}`),
    ];
    const { rows } = await engine.query(
      sql`SELECT count(DISTINCT held.position) FROM ${rowsOf(side)} AS held
        JOIN (SELECT ${candidates} FROM ${joined(combinations, ', ')}
          WHERE ${joined(isBeyond, ' OR ')}) AS candidate
        ON ${joined(isSame, ' AND ')}`,
      { signal, maxRows: 1 },
    );
    count += Number(rows[0]?.[0] ?? 0);
  }
  return count;
}

/** Names values by a letter and their index. */
function numberedAs(letter: string, values: readonly Sql[]): readonly Sql[] {
  return values.map((value, index) => sql`${value} AS ${identifier(`${letter}${index}`)}`);
}

/**
 * Returns one of the two neighbors with 15 digits of a number in units: the one nearer to zero if `choice` is 0, the other if it is 1. A
 * number that has no more than 15 digits is its only neighbor.
 */
function neighborSql(exact: Sql, choice: Sql): Sql {
  const unit = unitBeyondSql(exact);
  return sql`CASE WHEN ${unit} IS NOT NULL THEN ${exact} - ${exact} % ${unit} + ${choice} * ${unit} * sign(${exact})
        WHEN ${choice} = 0 THEN ${exact} END`;
}

/** Returns the distance between two numbers of 15 digits next to these units; null if the units have no more than 15 digits. */
function unitBeyondSql(units: Sql): Sql {
  const digits = digitsSql(units);
  return sql`CASE WHEN ${digits} > ${WORKBOOK_DIGITS} THEN ${unitSql(digits)} END`;
}

/** Returns the condition that `exact` has more than 15 digits and `held` is a neighbor with 15 digits. Both have the same scale. */
function isBeyondSql(held: Sql, exact: Sql): Sql {
  const [ofHeld, ofExact] = [wideUnitsSql(held), wideUnitsSql(exact)];
  const digits = digitsSql(ofExact);
  const unit = unitSql(digits);
  const isNear = sql`abs(CAST(${held} AS DOUBLE) - CAST(${exact} AS DOUBLE)) <= abs(CAST(${exact} AS DOUBLE)) * CAST(${NEARLY_EQUAL} AS DOUBLE)`;
  // `CASE` evaluates the conditions one by one, so that the last ones are computed for only a few rows.
  return sql`coalesce(CASE WHEN NOT ${isNear} THEN FALSE WHEN ${digits} <= ${WORKBOOK_DIGITS} THEN FALSE
    ELSE ${ofHeld} % ${unit} = 0 AND abs(${ofHeld} - ${ofExact}) < ${unit} END, FALSE)`;
}

function digitsSql(units: Sql): Sql {
  return sql`strlen(CAST(abs(${units}) AS VARCHAR))`;
}

/** Returns the value of the 15th digit of a number with more digits. A power is not used, because the engine computes it as a double. */
function unitSql(digits: Sql): Sql {
  return sql`CAST('1' || repeat('0', ${digits} - ${WORKBOOK_DIGITS}) AS HUGEINT)`;
}
