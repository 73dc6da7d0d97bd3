import { narrowUnitsSql, powerSql, wideUnitsSql } from '../engine/units-sql';
import { shiftDecimal, splitDecimal } from '@/lib/formats/decimal';
import { MAX_DIGITS, NARROW_DIGITS } from '../engine/decimal-units';
import { sql, type Sql } from '../engine/sql';

export const PERCENT_PLACES = 2;
/** The number of hundredths of a percent in a whole. */
const HUNDREDTHS = 10_000;
/** The maximum number of digits of prices whose difference (Δ) is computed. Products of longer numbers would not fit into 128 bits. */
const COMPUTED_DIGITS = 33;
/** With at most this many decimal places, a multiplication converts a number to its units. */
const MULTIPLIED_SCALE = 4;

const NARROW_DIVIDEND_DIGITS = 14;

/** Returns how many digits can be computed in 64 bits, which takes a tenth of the time; 0 if no number can. */
function narrowDigits(scale: number): number {
  return Math.max(0, Math.min(NARROW_DIVIDEND_DIGITS, NARROW_DIGITS - 2 - scale));
}

/** Whether all prices between two decimals with `scale` places can be computed in 64 bits. An extreme is null if there is no price. */
export function areNarrow(scale: number, extremes: readonly (string | null)[]): boolean {
  // With more decimal places, no 64-bit type can hold the numbers, whatever the prices are.
  if (scale > narrowDigits(scale)) return false;
  return extremes.every((extreme) => {
    if (extreme === null) return true;
    const { integer } = splitDecimal(extreme);
    return (integer === '0' ? 0 : integer.length) + scale <= narrowDigits(scale);
  });
}

/** Returns a narrow number as a 64-bit decimal. The difference of two such numbers has one more digit and still fits. */
export function narrowSql(number: Sql, scale: number): Sql {
  return sql`CAST(${number} AS DECIMAL(${NARROW_DIGITS}, ${scale}))`;
}

/** Returns the exclusive limit for absolute values with `scale` places. Price differences are computed only for numbers below it. */
export function computedLimitSql(scale: number): Sql {
  return sql`CAST(${shiftDecimal('1', COMPUTED_DIGITS - scale)} AS DECIMAL(${MAX_DIGITS}, ${scale}))`;
}

/**
 * Returns a query that adds `percent` to `rows`. Their `base` and `delta` are decimals of `scale` places, either below the limit or narrow.
 * `percent` is 100 · delta / |base| with two places, with halves rounded to even; null if the base is missing or zero. Only integers are
 * used, because the engine divides decimals as doubles, also to compute the remainder of decimals of two types.
 */
export function withPercentSql(rows: Sql, scale: number, isNarrow: boolean): Sql {
  const unitsOf = (decimal: Sql) => (isNarrow ? narrowSumUnitsSql(decimal, scale) : unitsSql(decimal, scale));
  const changed = sql`base <> 0 AND delta <> 0`;
  const units = sql`SELECT *,
    CASE WHEN ${changed} THEN abs(${unitsOf(sql`delta`)}) * ${HUNDREDTHS} END AS dividend,
    CASE WHEN ${changed} THEN abs(${unitsOf(sql`base`)}) END AS divisor FROM (${rows})`;
  const divided = sql`SELECT *, dividend // divisor AS quotient, 2 * (dividend % divisor) AS twice FROM (${units})`;
  const isUp = sql`twice > divisor OR (twice = divisor AND quotient % 2 = 1)`;
  const rounded = sql`quotient + CASE WHEN ${isUp} THEN 1 ELSE 0 END`;
  return sql`SELECT * EXCLUDE (dividend, divisor, quotient, twice),
    CASE WHEN base = 0 OR base IS NULL OR delta IS NULL THEN NULL
      WHEN delta = 0 THEN CAST('0.00' AS DECIMAL(38, 2))
      ELSE CAST(CAST(CASE WHEN delta < 0 THEN -(${rounded}) ELSE ${rounded} END AS DECIMAL(38, 0))
        * CAST('0.01' AS DECIMAL(3, 2)) AS DECIMAL(38, 2)) END AS percent
    FROM (${divided})`;
}

/** Returns the units of a decimal as a HUGEINT. */
function unitsSql(decimal: Sql, scale: number): Sql {
  if (scale === 0) return sql`CAST(${decimal} AS HUGEINT)`;
  if (scale <= MULTIPLIED_SCALE) return sql`CAST(${decimal} * ${powerSql(scale)} AS HUGEINT)`;
  return wideUnitsSql(decimal);
}

/** Returns the units of a narrow decimal, or of the difference of two, as a BIGINT. */
function narrowSumUnitsSql(decimal: Sql, scale: number): Sql {
  const digits = narrowDigits(scale) + 1;
  return scale === 0
    ? sql`CAST(CAST(${decimal} AS DECIMAL(${digits}, 0)) AS BIGINT)`
    : narrowUnitsSql(decimal, digits, scale, scale);
}
