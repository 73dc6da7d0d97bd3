import type { ReactNode, Ref } from 'react';
import { useTranslations } from 'use-intl';
import classes from './schema-explorer.module.css';

export interface SchemaHeaderProps {
  readonly tools?: ReactNode;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** The screen's heading, in all its states. */
export function SchemaHeader({ tools, headingRef }: SchemaHeaderProps) {
  const t = useTranslations('itemSchema');
  return (
    <header className={classes['header']}>
      <div>
        <h1 ref={headingRef} tabIndex={-1} className={classes['title']}>
          {t('title')}
        </h1>
        <p className={classes['intro']}>{t('intro')}</p>
      </div>
      {tools !== undefined && <div className={classes['tools']}>{tools}</div>}
    </header>
  );
}
