import { Loader } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './pending-panel.module.css';

/** Shown while a screen's code is loading. */
export function PendingPanel() {
  const t = useTranslations('common');
  return (
    <div className={classes['panel']} role="status">
      <Loader size="sm" aria-hidden="true" />
      <span className={classes['text']}>{t('loading')}</span>
    </div>
  );
}
