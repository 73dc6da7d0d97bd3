import { ownMember } from '@/lib/base/own-member';
import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { foundSql, misfitSql, roleColumn } from '../checks-sql';

/** Finds rows without a price. `f1` is the value if it is not a number. */
export const noPrice: CheckDefinition = {
  needs: ['price'],
  parameters: [],
  isUsedAtFirst: true,
  findings: ({ rows }) => {
    const price = roleColumn(rows, 'price');
    return foundSql(rows, sql`${identifier(price.sqlName)} IS NULL`, [misfitSql(price)]);
  },
  // If some values are not numbers, there is no condition, because the check finds them, too, and no condition does.
  condition: ({ roles: { price }, misfits }) =>
    price === null || (ownMember(misfits, price) ?? 0) > 0
      ? null
      : { kind: 'condition', column: price, operator: 'is-empty', operand: { kind: 'none' } },
  explain: ({ t }, [text]) => (text === null ? t('no-price') : t('no-number', { text })),
};
