import { compareDecimals, subtractDecimals } from '@/lib/formats/decimal';
import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { parameter } from '../check-parameters';
import { countedSql, foundSql, heldAgainst, roleColumn, tenths, unitsSql } from '../checks-sql';

/** `f1` is the price, `f2` its cost. */
export const belowCost: CheckDefinition = {
  needs: ['price', 'cost'],
  parameters: [parameter('margin', '0', ['0', '99.9'], 1)],
  sourceRole: 'cost',
  isUsedAtFirst: true,
  findings: ({ rows, parameters: { margin }, numbers, reference }) => {
    const price = roleColumn(rows, 'price');
    const { amounts, table } = heldAgainst(rows, 'cost', reference);
    const [p, c] = [unitsSql(price, numbers), unitsSql(amounts, numbers)];
    return foundSql(
      rows,
      sql`${p} * ${1_000 - tenths(margin)} < ${c} * 1000`,
      [identifier(price.sqlName), identifier(amounts.sqlName)],
      table,
    );
  },
  judged: ({ rows, numbers, reference }) => {
    const { amounts, table } = heldAgainst(rows, 'cost', reference);
    const [p, c] = [unitsSql(roleColumn(rows, 'price'), numbers), unitsSql(amounts, numbers)];
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
