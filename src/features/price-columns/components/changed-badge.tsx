import { useTranslations } from 'use-intl';
import { useMomentText } from '@/ui/formats/use-moment-text';
import classes from './changed-badge.module.css';

/** Shows when the source of a price column changed. */
export function ChangedBadge({ atMs }: { readonly atMs: number }) {
  const t = useTranslations('priceColumns');
  return <span className={classes['badge']}>{t('changed', { when: useMomentText()(atMs) })}</span>;
}
