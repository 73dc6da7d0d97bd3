import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { createDateFormat } from '@/lib/formats/date-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import type { PlannedPrices } from './planned-prices';

type PlannedCounts = Pick<PlannedPrices, 'day' | 'changed' | 'planned' | 'elsewhere' | 'ended'>;

/** Returns a function that states in sentences which changed prices meet planned ones. */
export function usePlannedText(): (planned: PlannedCounts) => string {
  const t = useTranslations('proposal.planned');
  const { locale, formatInteger } = useFormats();
  return useMemo(() => {
    const dates = createDateFormat(locale);
    const counted = (count: number) => ({ formatted: formatInteger(count), count });
    return ({ day: iso, changed, planned, elsewhere, ended }) => {
      const read = readIsoDateTime(iso);
      const day = read === null ? iso : dates.formatDate(read);
      const meet = t('meet', { ...counted(changed), planned, plannedFormatted: formatInteger(planned), day });
      return [
        changed === 0 ? t('none', { day }) : meet,
        ...(elsewhere === 0 ? [] : [t('elsewhere', counted(elsewhere))]),
        ...(ended === 0 ? [] : [t('ended', { ...counted(ended), day })]),
      ].join(' ');
    };
  }, [t, locale, formatInteger]);
}
