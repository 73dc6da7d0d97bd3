import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { countedSql, foundSql, misfitSql, roleColumn, tableSql } from '../checks-sql';

/** Finds prices that no longer apply. `f1` is the last day of the price, `f2` the day on which it is judged. */
export const ended: CheckDefinition = {
  needs: ['validTo'],
  parameters: [],
  hasDay: true,
  isUsedAtFirst: false,
  findings: ({ rows }) => {
    const { sqlName, orderSqlName } = roleColumn(rows, 'validTo');
    const { day } = rows;
    return foundSql(rows, sql`${identifier(orderSqlName)} < CAST(${day} AS TIMESTAMP)`, [
      identifier(sqlName),
      sql`${day}`,
    ]);
  },
  judged: ({ rows }) => countedSql(tableSql(rows), sql`${misfitSql(roleColumn(rows, 'validTo'))} IS NULL`),
  condition: ({ roles: { validTo }, day }) =>
    validTo === null
      ? null
      : {
          kind: 'condition',
          column: validTo,
          operator: 'before',
          operand: { kind: 'values', values: [day] },
        },
  explain: ({ t, date }, [last]) => t('ended', { date: date(last ?? '') }),
};
