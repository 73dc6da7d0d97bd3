import { useTranslations } from 'use-intl';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns a function that formats a duration in the largest unit that divides it: `5 days`, `36 hours`, `30 minutes`. */
export function useDurationText(): (durationMs: number) => string {
  const t = useTranslations('common');
  return (durationMs) => {
    if (durationMs > DAY_MS && durationMs % DAY_MS === 0) return t('days', { count: durationMs / DAY_MS });
    if (durationMs % HOUR_MS === 0) return t('hours', { count: durationMs / HOUR_MS });
    return t('minutes', { count: Math.round(durationMs / MINUTE_MS) });
  };
}
