import { Anchor, Button, CloseButton } from '@mantine/core';
import '@mantine/core/styles/Anchor.css';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOwnDescription } from '@/session/use-own-description';
import { reloadPage } from '@/ui/page-version/page-version';
import classes from './own-description-notice.module.css';

export const RELOAD_BUTTON_ID = 'reload-for-description';

/** Says on every screen, and in every tab, that the next load changes the description in use, or that one had to be forgotten. */
export function OwnDescriptionNotice() {
  const t = useTranslations('serviceCheck.own');
  const tCheck = useTranslations('serviceCheck');
  const tCommon = useTranslations('common');
  const { nextLoad, wrongKeys } = useOwnDescription();
  const [isRead, setRead] = useState(false);
  const isUnusable = nextLoad === null && wrongKeys !== null && !isRead;
  const text =
    nextLoad !== null
      ? t(`nextLoad.${nextLoad}`)
      : isUnusable
        ? t('unusable', { count: wrongKeys.length, keys: wrongKeys.join(', ') })
        : null;
  return (
    <div className={classes['notice']} data-shown={text !== null || undefined}>
      {/* The buttons are outside the live region, so that their names are not announced with it. */}
      <div aria-live="polite" className={classes['words']}>
        {text}
      </div>
      {nextLoad !== null && (
        <Button id={RELOAD_BUTTON_ID} size="compact-sm" onClick={reloadPage}>
          {t('reloadNow')}
        </Button>
      )}
      {isUnusable && (
        <>
          <Anchor component={Link} to="/service" size="sm">
            {tCheck('open')}
          </Anchor>
          <CloseButton size="sm" aria-label={tCommon('close')} onClick={() => setRead(true)} />
        </>
      )}
    </div>
  );
}
