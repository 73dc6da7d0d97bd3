import { useTranslations } from 'use-intl';
import classes from './schema-skeleton.module.css';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The shape of the table while it is on its way. */
export function SchemaSkeleton() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-label={t('loading')} className={classes['skeleton']}>
      <div className={classes['bar']} />
      <div className={classes['head']} />
      {ROWS.map((row) => (
        <div key={row} className={classes['row']}>
          <span className={classes['name']} />
          <span className={classes['type']} />
          <span className={classes['default']} />
          <span className={classes['right']} />
        </div>
      ))}
    </div>
  );
}
