import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useNow } from '@/shared/ui/use-now';
import classes from './changed-badge.module.css';

/** Says when the source of a price column changed: the time of today, or the date of an earlier day. */
export function ChangedBadge({ atMs }: { readonly atMs: number }) {
  const t = useTranslations('priceColumns');
  const formats = useFormats();
  const nowMs = useNow(true, 60_000);
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  const when = isToday ? formats.formatTime(atMs) : formats.formatDateTime(atMs);
  return <span className={classes['badge']}>{t('changed', { when })}</span>;
}
