import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { dayText, judgedInValidities, rangeText, ROW } from '../checks-sql';

/** Finds overlapping prices. `f1` is the row's days, `f2` the last day of an earlier price with the same key, `f3` the next first day. */
export const overlap: CheckDefinition = {
  // The check needs both dates. With only one of them, each price would apply forever, or would always have applied.
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
