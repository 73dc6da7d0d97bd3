import { formatIsoDay } from '@/lib/formats/date-format';
import type { Words } from '@/ui/formats/words';
import type { PlannedPrices } from './planned-prices';

type PlannedCounts = Pick<PlannedPrices, 'day' | 'changed' | 'planned' | 'elsewhere' | 'ended'>;

/** Returns sentences that say which changed prices meet planned prices. */
export function plannedText(
  words: Words,
  { day: iso, changed, planned, elsewhere, ended }: PlannedCounts,
): string {
  const t = words.of('proposal.planned');
  const { locale, formatInteger } = words.formats;
  const counted = (count: number) => ({ formatted: formatInteger(count), count });
  const day = formatIsoDay(iso, locale);
  const meet = t('meet', { ...counted(changed), planned, plannedFormatted: formatInteger(planned), day });
  return [
    changed === 0 ? t('none', { day }) : meet,
    ...(elsewhere === 0 ? [] : [t('elsewhere', counted(elsewhere))]),
    ...(ended === 0 ? [] : [t('ended', { ...counted(ended), day })]),
  ].join(' ');
}
