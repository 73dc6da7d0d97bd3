import { useTranslations } from 'use-intl';
import classes from './workbench-skeleton.module.css';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** The shape of the workbench while its price column is on its way. */
export function WorkbenchSkeleton() {
  const t = useTranslations('common');
  return (
    <div className={classes['workbench']} role="status" aria-label={t('loading')}>
      <div className={classes['header']}>
        <span />
      </div>
      <div className={classes['query']}>
        {ROWS.map((row) => (
          <span key={row} />
        ))}
      </div>
    </div>
  );
}
