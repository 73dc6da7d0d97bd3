import { ownMember } from '@/lib/base/own-member';
import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { foundSql, misfitSql, roleColumn } from '../checks-sql';

/** `f1` is the value that is no number. */
export const noPrice: CheckDefinition = {
  needs: ['price'],
  parameters: [],
  isUsedAtFirst: true,
  findings: ({ rows }) => {
    const price = roleColumn(rows, 'price');
    return foundSql(rows, sql`${identifier(price.sqlName)} IS NULL`, [misfitSql(price)]);
  },
  // The check also finds values that are not numbers, and no condition expresses that.
  condition: ({ roles: { price }, misfits }) =>
    price === null || (ownMember(misfits, price) ?? 0) > 0
      ? null
      : { kind: 'condition', column: price, operator: 'is-empty', operand: { kind: 'none' } },
  explain: ({ t }, [text]) => (text === null ? t('no-price') : t('no-number', { text })),
};
