import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { foundSql, roleColumn } from '../checks-sql';

/** Finds prices of zero or less. `f1` is the price. */
export const zeroPrice: CheckDefinition = {
  needs: ['price'],
  parameters: [],
  isUsedAtFirst: true,
  findings: ({ rows }) => {
    const price = identifier(roleColumn(rows, 'price').sqlName);
    return foundSql(rows, sql`${price} <= 0`, [price]);
  },
  condition: ({ roles: { price } }) =>
    price === null
      ? null
      : {
          kind: 'condition',
          column: price,
          operator: 'less-than-or-equal-to',
          operand: { kind: 'values', values: ['0'] },
        },
  explain: ({ t, price }, [own]) => t('zero-price', { price: price(own ?? '0') }),
};
