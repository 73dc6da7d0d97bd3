import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './workbench-skeleton.module.css';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** A placeholder while the price column is loading. Its name is the page's heading, read but not shown. */
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
