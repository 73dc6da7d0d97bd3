import { middleDecimal } from '@/lib/formats/decimal';
import { sql, type Sql } from './sql';

/**
 * Returns an aggregate: a list of the two middle values, or null without values. For an odd number of values, both are the same. One pass
 * finds both. The second share is slightly more than a half, so that it selects the upper middle value of an even number of values, and the
 * middle value of an odd number, for up to 500 million values.
 */
export function middlesSql(value: Sql): Sql {
  return sql`quantile_disc(${value}, [${MIDDLE_SHARES}])`;
}

/** The shares (quantiles) of the two middle values. */
export const MIDDLE_SHARES = [sql`0.5`, sql`0.500000001`] as const;

/** Returns the median of a list from `middlesSql`, which is given as text. */
export function medianOfMiddles(middles: string | null): string | null {
  const [lower, upper] = middles?.slice(1, -1).split(', ') ?? [];
  return lower === undefined || upper === undefined ? null : middleDecimal(lower, upper);
}
