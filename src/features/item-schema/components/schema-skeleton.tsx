import { useTranslations } from 'use-intl';
import classes from './schema-skeleton.module.css';

const FILTERS = [0, 1, 2];
const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The table's columns that have something in most rows; the others stay empty. */
const CELLS = ['name', 'type', 'nullable', 'default', 'keys', 'format', 'view', 'edit'] as const;

/** The shape of the table while it is on its way. */
export function SchemaSkeleton() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-label={t('loading')} className={classes['skeleton']}>
      <div className={classes['bar']}>
        {FILTERS.map((filter) => (
          <span key={filter} />
        ))}
      </div>
      <div className={classes['head']} />
      {ROWS.map((row) => (
        <div key={row} className={classes['row']}>
          {CELLS.map((cell) => (
            <span key={cell} data-cell={cell} />
          ))}
        </div>
      ))}
    </div>
  );
}
