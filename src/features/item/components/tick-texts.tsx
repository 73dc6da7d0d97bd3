import { useMemo } from 'react';
import { useLocale } from 'use-intl';
import type { TimeScale } from '../model/time-scale';
import { isoDay } from '@/lib/formats/days';
import classes from './item.module.css';

/** Returns a function that formats the day of a tick as month and year, in the language of the interface. */
function useTickText(): (day: number, isByYear: boolean) => string {
  const language = useLocale();
  return useMemo(() => {
    const year = new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric' });
    const month = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'short', year: 'numeric' });
    return (day, isByYear) => (isByYear ? year : month).format(new Date(isoDay(day)));
  }, [language]);
}

/** The labels of the ticks on a time scale. Ticks near the right end have no label. */
export function TickTexts({ scale }: { readonly scale: TimeScale }) {
  const tickText = useTickText();
  return (
    <div className={classes['ticks']} aria-hidden="true">
      {scale.ticks
        .filter(({ share }) => share < LAST_SHARE)
        .map(({ day, share }) => (
          <span key={day} style={{ left: `${share * 100}%` }}>
            {tickText(day, scale.isByYear)}
          </span>
        ))}
    </div>
  );
}

const LAST_SHARE = 0.92;
