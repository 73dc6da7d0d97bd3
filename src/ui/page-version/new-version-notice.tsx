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
  // Without a network a reload would lose the page.
  const isShown = isNewHere && !isPutOff && online;
  return (
    // Not role="status": that role belongs to the status line of the results.
    <div className={classes['slot']}>
      {/* The live region excludes the buttons, whose names would be announced as well. */}
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
