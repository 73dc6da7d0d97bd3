import { DAY_MS } from '@/lib/formats/days';
import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition, FindingTexts } from '../check-definition';
import { parameter } from '../check-parameters';
import { judgedInValidities, rangeText, ROW, whole } from '../checks-sql';

/** Finds days without a price. `f1` is the row's days, `f2` the days without a price before them, `f3` those after them. */
export const gap: CheckDefinition = {
  needs: ['article', 'validFrom', 'validTo'],
  parameters: [parameter('days', '1', ['1', '100000'])],
  hasKey: true,
  isUsedAtFirst: true,
  reads: () => ['keys', 'validities'],
  findings: ({ parameters, prepared: { validities = '' } }) => {
    const days = whole(parameters.days);
    const before = sql`coalesce(f - ended > ${days}, FALSE)`;
    // If an earlier row lasts longer than this one, that row is the last one before the gap.
    const after = sql`coalesce(next - t > ${days} AND t >= coalesce(ended, t), FALSE)`;
    return sql`SELECT ${ROW}, ${rangeText(sql`f`, sql`t`)} AS f1,
      CASE WHEN ${before} THEN ${rangeText(sql`ended + 1`, sql`f - 1`)} END AS f2,
      CASE WHEN ${after} THEN ${rangeText(sql`t + 1`, sql`next - 1`)} END AS f3, CAST(NULL AS VARCHAR) AS f4
      FROM ${identifier(validities)} WHERE ${before} OR ${after}`;
  },
  judged: judgedInValidities,
  explain: (texts, [, before, after]) => {
    const { t } = texts;
    return [
      ...(before === null ? [] : [t('gap.before', rangeOf(texts, before))]),
      ...(after === null ? [] : [t('gap.after', rangeOf(texts, after))]),
    ].join('; ');
  },
};

function rangeOf({ date, count }: FindingTexts, range: string) {
  const [start = '', end = ''] = range.split('/');
  const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
  return { first: date(start), last: date(end), ...count(String(days)) };
}
