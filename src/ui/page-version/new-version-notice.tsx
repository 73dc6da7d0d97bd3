import { Button, CloseButton } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import classes from './new-version-notice.module.css';
import { pageVersion, reloadPage } from './page-version';

/** Shows that a new version has been deployed. Its space is reserved, so that nothing moves when it appears. */
export function NewVersionNotice() {
  const t = useTranslations('pageVersion');
  const isNewHere = useSyncExternalStore(pageVersion.subscribe, pageVersion.isNewHere);
  const isPutOff = useSyncExternalStore(pageVersion.subscribe, pageVersion.isPutOff);
  const { online } = useNetwork();
  // The notice is hidden while offline, because a reload could not load the page again.
  const isShown = isNewHere && !isPutOff && online;
  return (
    // The slot has no role="status", because the status line of the results has that role.
    <div className={classes['slot']}>
      {/* The buttons are outside the live region, so that their names are not announced with it. */}
      <div aria-live="polite" className={classes['words']}>
        {isShown && t('newVersion')}
      </div>
      {isShown && (
        <div role="group" aria-label={t('newVersion')} className={classes['notice']}>
          <Button size="compact-sm" title={t('newVersion')} onClick={reloadPage}>
            {t('reload')}
          </Button>
          <CloseButton size="sm" aria-label={t('later')} onClick={pageVersion.putOff} />
        </div>
      )}
    </div>
  );
}
