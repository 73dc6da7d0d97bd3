import { IconArchive, IconColumns3 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import classes from './workbench-heading.module.css';

export interface WorkbenchHeadingProps {
  readonly priceColumn: PriceColumn;
  /** The name of the kept copy on screen; null for a snapshot of the service. */
  readonly copyName: string | null;
  /** The query line. */
  readonly children: ReactNode;
}

/** Shows the names of the price column and of the kept copy on screen, with the query line beside them. */
export function WorkbenchHeading({ priceColumn, copyName, children }: WorkbenchHeadingProps) {
  const t = useTranslations('results');
  const { displayName, description, sourceTable } = priceColumn;
  return (
    <header className={classes['header']}>
      <h1 className={classes['title']} title={description ?? undefined}>
        {displayName}
      </h1>
      {copyName !== null && (
        <p className={classes['copy']} title={t('keptCopyShort', { name: copyName })}>
          <IconArchive size={14} stroke={1.6} aria-hidden="true" className={classes['copyIcon']} />
          <span className={classes['copyName']}>{t('keptCopyShort', { name: copyName })}</span>
        </p>
      )}
      <Link
        to="/schema/item"
        search={{ priceColumn: priceColumn.name }}
        className={classes['itemColumns']}
        aria-label={t('itemColumns', { name: displayName })}
        title={t('itemColumns', { name: displayName })}
      >
        <IconColumns3 size={16} stroke={1.6} aria-hidden="true" />
      </Link>
      <code className={classes['source']} title={t('sourceTable')}>
        {sourceTable}
      </code>
      {children}
    </header>
  );
}
