import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { dayText, judgedInValidities, rangeText, ROW } from '../checks-sql';

/** `f1` is the row's days, `f2` the last day of an earlier price of the same key, `f3` the first day of the next one. */
export const overlap: CheckDefinition = {
  // With only one of the two dates, every price would apply for ever, or would always have applied.
  needs: ['article', 'validFrom', 'validTo'],
  parameters: [],
  hasKey: true,
  isUsedAtFirst: true,
  reads: () => ['keys', 'validities'],
  findings: ({ prepared: { validities = '' } }) =>
    sql`SELECT ${ROW}, ${rangeText(sql`f`, sql`t`)} AS f1, CASE WHEN ended >= f THEN ${dayText(sql`ended`)} END AS f2,
      CASE WHEN next <= t THEN ${dayText(sql`next`)} END AS f3, CAST(NULL AS VARCHAR) AS f4
      FROM ${identifier(validities)} WHERE ended >= f OR next <= t`,
  judged: judgedInValidities,
  explain: ({ t, date }, [, ended, next]) => {
    const texts = [
      ...(ended === null
        ? []
        : [ended === '' ? t('overlap.beforeOpen') : t('overlap.before', { ended: date(ended) })]),
      ...(next === null
        ? []
        : [next === '' ? t('overlap.afterOpen') : t('overlap.after', { next: date(next) })]),
    ];
    return texts.join('; ');
  },
};
