import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { buildIdentity } from '@/shared/config/build-identity';
import { pageEvents } from '@/shared/diagnostics/event-log';
import { useFormats } from '@/shared/formats/format-settings-context';
import { copyText } from '@/shared/ui/copy-text';
import { Dialog } from '@/shared/ui/dialog';
import { diagnosticsText } from '../diagnostics/diagnostics-text';
import classes from './about-dialog.module.css';

/** The build that this page is of, and diagnostics to copy. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('about');
  const formats = useFormats();
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '/' });
  const parameters = useRouterState({ select: ({ location }) => Object.keys(location.search) });
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    const isCopied = await copyText(diagnosticsText(currentInput(path, parameters)));
    setOutcome(t(isCopied ? 'copied' : 'notCopied'));
  };
  const build = buildIdentity;
  return (
    <Dialog title={t('title')} size="md" onClose={onClose}>
      <dl className={classes['facts']}>
        <dt>{t('version')}</dt>
        <dd>{build?.version ?? t('development')}</dd>
        {build !== null && (
          <>
            <dt>{t('build')}</dt>
            <dd>
              <code>{build.id}</code>
            </dd>
            <dt>{t('commit')}</dt>
            <dd>
              <code>{build.commit?.slice(0, 12) ?? t('unknown')}</code>
              {build.hasChanges && <span> {t('changed')}</span>}
            </dd>
            <dt>{t('date')}</dt>
            <dd>
              {build.committedAtMs === null ? t('unknown') : formats.formatDateTime(build.committedAtMs)}
            </dd>
          </>
        )}
      </dl>
      <h3 className={classes['heading']}>{t('diagnostics')}</h3>
      <p className={classes['text']}>{t('diagnosticsText')}</p>
      <div className={classes['actions']}>
        <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <p role="status" className={classes['outcome']}>
          {outcome}
        </p>
      </div>
    </Dialog>
  );
}

function currentInput(path: string, parameters: readonly string[]) {
  return {
    build: buildIdentity,
    browser: {
      userAgent: navigator.userAgent,
      languages: navigator.languages,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      widthPx: window.innerWidth,
      heightPx: window.innerHeight,
      pixelRatio: window.devicePixelRatio,
      isOnline: navigator.onLine,
    },
    screen: { path, parameters },
    nowMs: Date.now(),
    events: pageEvents.events(),
  };
}
