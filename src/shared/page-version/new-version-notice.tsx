import { Button, CloseButton } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import classes from './new-version-notice.module.css';
import { pageVersion } from './page-version';
import { reloadPage } from './reload-page';

/** Says that a new version has been deployed. Stands where there is room for it, so that nothing moves when it comes. */
export function NewVersionNotice() {
  const t = useTranslations('pageVersion');
  const isNewHere = useSyncExternalStore(pageVersion.subscribe, pageVersion.isNewHere);
  const isPutOff = useSyncExternalStore(pageVersion.subscribe, pageVersion.isPutOff);
  const { online } = useNetwork();
  // Without a network a reload would lose the page.
  const isShown = isNewHere && !isPutOff && online;
  return (
    // No role of status: that name belongs to the status line of the results.
    <div aria-live="polite" className={classes['slot']}>
      {isShown && (
        <div role="group" aria-label={t('newVersion')} className={classes['notice']}>
          <span className={classes['words']}>{t('newVersion')}</span>
          <Button size="compact-sm" title={t('newVersion')} onClick={reloadPage}>
            {t('reload')}
          </Button>
          <CloseButton size="sm" aria-label={t('later')} onClick={pageVersion.putOff} />
        </div>
      )}
    </div>
  );
}
