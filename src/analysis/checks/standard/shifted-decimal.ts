import { sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { leastRows, parameter } from '../check-parameters';
import { foundInGroups, judgedInGroups, tenths, whole } from '../checks-sql';

const FACTORS = [10, 100, 1_000];

/** `f1` is the price, `f2` the median of its group, `f3` the factor between them, `f4` the number of rows in the group. */
export const shiftedDecimal: CheckDefinition = {
  needs: ['price', 'group'],
  parameters: [
    parameter('tolerance', '20', ['0', '60'], 1),
    parameter('spread', '30', ['0', '1000'], 1),
    leastRows('3'),
  ],
  isUsedAtFirst: true,
  reads: () => ['groups'],
  findings: (query) => {
    const { rows, spread, tolerance: given } = query.parameters;
    const tolerance = tenths(given);
    const up = FACTORS.map(
      (factor) =>
        sql`CASE WHEN abs(2 * u - mid2 * ${factor}) * 1000 <= mid2 * ${factor * tolerance} THEN ${String(factor)} END`,
    );
    const down = FACTORS.map(
      (factor) =>
        sql`CASE WHEN abs(2 * u * ${factor} - mid2) * 1000 <= mid2 * ${tolerance} THEN ${`1/${factor}`} END`,
    );
    const factor = sql`coalesce(${[...up, ...down]})`;
    const conditions = [
      sql`n >= ${whole(rows)}`,
      sql`mad4 * 500 <= mid2 * ${tenths(spread)}`,
      sql`${factor} IS NOT NULL`,
    ];
    return foundInGroups(query, conditions, [sql`mid2 * 50`, factor, sql`n`]);
  },
  judged: judgedInGroups,
  distance: ({ price, median }) => sql`abs(${price} - ${median})`,
  explain: ({ t, price, fromUnits }, [own, median, factor]) =>
    t(factor?.startsWith('1/') === true ? 'shifted-down' : 'shifted-up', {
      price: price(own ?? '0'),
      median: price(fromUnits(median ?? '0')),
      factor: factor ?? '',
    }),
};
