import { useTranslations } from 'use-intl';
import classes from './rows-skeleton.module.css';

const ROWS = Array.from({ length: 8 }, (_, row) => row);

/** A placeholder for rows that are being loaded. */
export function RowsSkeleton() {
  const t = useTranslations('common');
  return (
    <div className={classes['rows']} role="status" aria-label={t('loading')}>
      {ROWS.map((row) => (
        <span key={row} />
      ))}
    </div>
  );
}
