import { useTranslations } from 'use-intl';
import classes from './price-columns-skeleton.module.css';

const ROWS = [0, 1, 2, 3, 4, 5, 6];

/** The shape of the table while it is on its way. */
export function PriceColumnsSkeleton() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={classes['count']} />
      <div className={classes['head']} />
      {ROWS.map((row) => (
        <div key={row} className={classes['row']}>
          <span className={classes['name']} />
          <span className={classes['source']} />
          <span className={classes['description']} />
        </div>
      ))}
    </div>
  );
}
