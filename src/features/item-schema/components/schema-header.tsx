import type { ReactNode, Ref } from 'react';
import { useTranslations } from 'use-intl';
import { ScreenHeader } from '@/shared/ui/screen';
import classes from './schema-explorer.module.css';

export interface SchemaHeaderProps {
  readonly tools?: ReactNode;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** The screen's heading, in all its states. */
export function SchemaHeader({ tools, headingRef }: SchemaHeaderProps) {
  const t = useTranslations('itemSchema');
  return (
    <div className={classes['header']}>
      <ScreenHeader title={t('title')} intro={t('intro')} headingRef={headingRef} tools={tools} />
    </div>
  );
}
