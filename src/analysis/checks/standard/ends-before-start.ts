import { sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { dayNumber, foundSql, misfitSql, optionalColumn, storedText } from '../checks-sql';

/** `f1` is the row's days as the service sent them. `f2` and `f3` are the first and the last day if that value is not a date. */
export const endsBeforeStart: CheckDefinition = {
  // One of the two dates is enough, because the check also finds values that are not dates.
  needs: [],
  needsOneOf: ['validFrom', 'validTo'],
  parameters: [],
  isUsedAtFirst: true,
  findings: ({ rows }) => {
    const [from, to] = [optionalColumn(rows, 'validFrom'), optionalColumn(rows, 'validTo')];
    const isReversed =
      from === null || to === null ? sql`FALSE` : sql`coalesce(${dayNumber(from)} > ${dayNumber(to)}, FALSE)`;
    const [notFrom, notTo] = [misfitSql(from), misfitSql(to)];
    const range = sql`${storedText(from)} || '/' || ${storedText(to)}`;
    return foundSql(rows, sql`${isReversed} OR ${notFrom} IS NOT NULL OR ${notTo} IS NOT NULL`, [
      range,
      notFrom,
      notTo,
    ]);
  },
  explain: ({ t, date }, [range, notFrom, notTo]) => {
    const notDates = [notFrom, notTo].filter((text) => text !== null);
    if (notDates.length > 0) return notDates.map((text) => t('no-date', { text })).join('; ');
    const [from = '', to = ''] = (range ?? '').split('/');
    return t('ends-before-start', { from: date(from), to: date(to) });
  },
};
