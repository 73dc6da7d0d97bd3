import { middleDecimal } from '@/lib/formats/decimal';
import { sql, type Sql } from './sql';

/**
 * Returns an aggregate: a list of the two values in the middle, of an odd number of values twice the same one. Null without
 * values. The second share is just above a half: for up to 500 million values it is the next value of an even number of
 * them, and the same of an odd number. Both come from one pass, in the time of one.
 */
export function middlesSql(value: Sql): Sql {
  return sql`quantile_disc(${value}, [${MIDDLE_SHARES}])`;
}

/** The shares of the two values in the middle. */
export const MIDDLE_SHARES = [sql`0.5`, sql`0.500000001`] as const;

/** Reads the text of such a list of decimals. */
export function medianOfMiddles(middles: string | null): string | null {
  const [lower, upper] = middles?.slice(1, -1).split(', ') ?? [];
  return lower === undefined || upper === undefined ? null : middleDecimal(lower, upper);
}
