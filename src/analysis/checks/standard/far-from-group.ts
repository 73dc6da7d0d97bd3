import { subtractDecimals } from '@/lib/formats/decimal';
import { sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { leastRows, parameter } from '../check-parameters';
import { foundInGroups, judgedInGroups, tenths, whole } from '../checks-sql';

/** `f1` is the price, `f2` the median of its group, `f3` the median distance from it, `f4` the number of rows in the group. */
export const farFromGroup: CheckDefinition = {
  needs: ['price', 'group'],
  parameters: [
    parameter('times', '6', ['0.1', '1000'], 1),
    parameter('percent', '50', ['0', '10000'], 1),
    leastRows('4'),
  ],
  isUsedAtFirst: true,
  reads: () => ['groups'],
  findings: (query) => {
    const { rows, times, percent } = query.parameters;
    const distance2 = sql`abs(2 * u - mid2)`;
    const conditions = [
      sql`n >= ${whole(rows)}`,
      sql`${distance2} * 20 > mad4 * ${tenths(times)}`,
      sql`${distance2} * 1000 > mid2 * ${tenths(percent)}`,
    ];
    // These factors give hundredths of units, in which halves and quarters of units are whole numbers.
    return foundInGroups(query, conditions, [sql`mid2 * 50`, sql`mad4 * 25`, sql`n`]);
  },
  judged: judgedInGroups,
  distance: ({ price, median }) => sql`abs(${price} - ${median})`,
  explain: ({ t, price, fromUnits, signedPercentOf, count }, [own, median, spread, rows]) => {
    const middle = fromUnits(median ?? '0');
    return t('far-from-group', {
      price: price(own ?? '0'),
      median: price(middle),
      percent: signedPercentOf(subtractDecimals(own ?? '0', middle), middle),
      spread: price(fromUnits(spread ?? '0')),
      rows: count(rows).formatted,
    });
  },
};
