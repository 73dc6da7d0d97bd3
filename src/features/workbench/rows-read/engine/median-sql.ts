import { middleDecimal } from '@/lib/formats/decimal';
import { sql, type Sql } from './sql';

/**
 * Returns an aggregate: a list of the two middle values, which are the same for an odd number of values. Null without values. One pass
 * finds both. The second share is just above a half: up to 500 million values, it selects the upper middle value of an even number, and
 * the same value of an odd number.
 */
export function middlesSql(value: Sql): Sql {
  return sql`quantile_disc(${value}, [${MIDDLE_SHARES}])`;
}

/** The shares of the two values in the middle. */
export const MIDDLE_SHARES = [sql`0.5`, sql`0.500000001`] as const;

/** Reads the median from the text of such a list of decimals. */
export function medianOfMiddles(middles: string | null): string | null {
  const [lower, upper] = middles?.slice(1, -1).split(', ') ?? [];
  return lower === undefined || upper === undefined ? null : middleDecimal(lower, upper);
}
