import { addDays, isoText, readIsoDateTime } from '@/lib/formats/iso-date';
import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { countedSql, foundSql, misfitSql, roleColumn, tableSql } from '../checks-sql';

/** Finds prices that do not apply yet. `f1` is the first day of the price, `f2` the day on which it is judged. */
export const startsLater: CheckDefinition = {
  needs: ['validFrom'],
  parameters: [],
  hasDay: true,
  isUsedAtFirst: false,
  findings: ({ rows }) => {
    const { sqlName, orderSqlName } = roleColumn(rows, 'validFrom');
    return foundSql(rows, sql`${identifier(orderSqlName)} >= CAST(${dayAfter(rows.day)} AS TIMESTAMP)`, [
      identifier(sqlName),
      sql`${rows.day}`,
    ]);
  },
  judged: ({ rows }) => countedSql(tableSql(rows), sql`${misfitSql(roleColumn(rows, 'validFrom'))} IS NULL`),
  condition: ({ roles: { validFrom }, day }) =>
    validFrom === null
      ? null
      : {
          kind: 'condition',
          column: validFrom,
          operator: 'after',
          operand: { kind: 'values', values: [day] },
        },
  explain: ({ t, date }, [first]) => t('starts-later', { date: date(first ?? '') }),
};

/** Returns the next day as an ISO date. Dates end with the year 9999, so nothing starts after its last day. */
function dayAfter(day: string): string {
  const read = readIsoDateTime(day);
  const next = read === null ? null : addDays(read, 1);
  return next === null ? '9999-12-31' : isoText(next).slice(0, 10);
}
