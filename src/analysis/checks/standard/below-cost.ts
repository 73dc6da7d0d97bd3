import { compareDecimals, subtractDecimals } from '@/lib/formats/decimal';
import { sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { parameter } from '../check-parameters';
import { countedSql, foundSql, heldPrices, tenths } from '../checks-sql';

/** Finds prices below their cost, or with too small a margin. `f1` is the price, `f2` its cost. */
export const belowCost: CheckDefinition = {
  needs: ['price', 'cost'],
  parameters: [parameter('margin', '0', ['0', '99.9'], 1)],
  sourceRole: 'cost',
  isUsedAtFirst: true,
  findings: (query) => {
    const { margin } = query.parameters;
    const {
      table,
      figures,
      units: [p, c],
    } = heldPrices(query, 'cost');
    return foundSql(query.rows, sql`${p} * ${1_000 - tenths(margin)} < ${c} * 1000`, figures, table);
  },
  judged: (query) => {
    const {
      table,
      units: [p, c],
    } = heldPrices(query, 'cost');
    return countedSql(table, sql`${p} IS NOT NULL AND ${c} IS NOT NULL`);
  },
  condition: ({ roles: { price, cost } }, { margin }) =>
    /[1-9]/.test(margin ?? '0') || price === null || cost === null
      ? null
      : {
          kind: 'condition',
          column: price,
          operator: 'less-than',
          operand: { kind: 'column', column: cost },
        },
  distance: ({ price, other }) => sql`greatest(${other} - ${price}, 0)`,
  explain: ({ t, price, percentOf }, [own, cost]) => {
    const [p, c] = [own ?? '0', cost ?? '0'];
    const margin = compareDecimals(p, '0') > 0 ? percentOf(subtractDecimals(p, c), p) : 'none';
    const key = compareDecimals(p, c) < 0 ? 'below-cost' : 'low-margin';
    return t(key, { price: price(p), cost: price(c), margin });
  },
};
