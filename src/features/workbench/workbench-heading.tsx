import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import classes from './workbench-heading.module.css';

export interface WorkbenchHeadingProps {
  readonly priceColumn: PriceColumn;
  /** Of the applied query; null: nothing has been run. */
  readonly words: string | null;
}

/** Which price column this is, and what is shown of it. */
export function WorkbenchHeading({ priceColumn, words }: WorkbenchHeadingProps) {
  const t = useTranslations('results');
  return (
    <header className={classes['header']}>
      <h1 className={classes['title']}>{priceColumn.displayName}</h1>
      <code className={classes['source']} title={t('sourceTable')}>
        {priceColumn.sourceTable}
      </code>
      {words !== null && (
        <p className={classes['words']} title={words}>
          {words}
        </p>
      )}
      {words === null && priceColumn.description !== null && (
        <p className={classes['description']}>{priceColumn.description}</p>
      )}
    </header>
  );
}
