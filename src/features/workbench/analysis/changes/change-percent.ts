import { shiftDecimal } from '@/shared/formats/decimal';
import { sql, type Sql } from '../engine/sql';
import { MAX_DIGITS } from './compared-values';

/** Decimal places of Δ %. */
export const PERCENT_PLACES = 2;
/** Hundredths of a percent in a whole. */
const HUNDREDTHS = 10_000;
/**
 * Digits of a number, with those behind the point, that Δ and Δ % are computed of: beyond, the products below would not fit
 * into 128 bits.
 */
const COMPUTED_DIGITS = 33;
/** Places up to which a number can be turned into its units by a multiplication. */
const MULTIPLIED_SCALE = 4;

/** Below this, in absolute terms, a number with so many places is computed with. */
export function computedLimitSql(scale: number): Sql {
  return sql`CAST(${shiftDecimal('1', COMPUTED_DIGITS - scale)} AS DECIMAL(${MAX_DIGITS}, ${scale}))`;
}

/**
 * Returns a query that adds `percent` to the rows of `rows`, which have `base` and `delta`, decimals of `scale` places
 * below the limit: 100 · delta / |base| with two places, halves to even; null where there is no base or it is zero.
 * Integers all the way: a decimal divided is a double here, and so is the remainder of decimals of two types.
 */
export function withPercentSql(rows: Sql, scale: number): Sql {
  const changed = sql`base <> 0 AND delta <> 0`;
  const units = sql`SELECT *,
    CASE WHEN ${changed} THEN abs(${unitsSql(sql`delta`, scale)}) * ${HUNDREDTHS} END AS dividend,
    CASE WHEN ${changed} THEN abs(${unitsSql(sql`base`, scale)}) END AS divisor FROM (${rows})`;
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

/** The units of a decimal as a HUGEINT. */
function unitsSql(decimal: Sql, scale: number): Sql {
  if (scale === 0) return sql`CAST(${decimal} AS HUGEINT)`;
  if (scale <= MULTIPLIED_SCALE) {
    const factor = sql`CAST(${`1${'0'.repeat(scale)}`} AS DECIMAL(${scale + 1}, 0))`;
    return sql`CAST(${decimal} * ${factor} AS HUGEINT)`;
  }
  return sql`CAST(replace(CAST(${decimal} AS VARCHAR), '.', '') AS HUGEINT)`;
}
