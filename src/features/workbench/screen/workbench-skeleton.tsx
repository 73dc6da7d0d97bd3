import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './workbench-skeleton.module.css';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** A placeholder while the price column is loading. The name of the price column is the page's heading for screen readers only. */
export function WorkbenchSkeleton({ priceColumn }: { readonly priceColumn: string }) {
  const t = useTranslations('common');
  return (
    <>
      <VisuallyHidden component="h1">{priceColumn}</VisuallyHidden>
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
    </>
  );
}
