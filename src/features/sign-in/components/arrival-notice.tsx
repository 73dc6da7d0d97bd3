import { Button } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSessionLimits } from '@/session/session-context';
import type { SignedOutReason } from '@/session/machine/session-state';
import { useDurationText } from '@/ui/components/use-duration-text';
import classes from './sign-in-alert.module.css';

/** Explains why the sign-in screen is shown, if the user did not open it on purpose. */
export function ArrivalNotice({
  reason,
}: {
  readonly reason: Exclude<SignedOutReason, null | 'signed-out'>;
}) {
  const t = useTranslations('arrival');
  const limits = useSessionLimits();
  const durationText = useDurationText();
  if (typeof reason === 'object') {
    const { signedInTo, worksWith } = reason;
    return (
      <SignInNotice
        title={t('serviceChangedTitle')}
        text={
          worksWith === null
            ? t('serviceSetupChangedText', { signedInTo })
            : t('serviceChangedText', { signedInTo, worksWith })
        }
      />
    );
  }
  switch (reason) {
    case 'ended-elsewhere':
      return <SignInNotice title={t('endedElsewhereTitle')} text={t('endedElsewhereText')} />;
    case 'replaced-elsewhere':
      return (
        <SignInNotice
          title={t('replacedElsewhereTitle')}
          text={t('replacedElsewhereText')}
          action={
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                // After a reload, the page joins the session of the browser's other tabs.
                location.reload();
              }}
            >
              {t('joinOtherTab')}
            </Button>
          }
        />
      );
    case 'idle':
      return (
        <SignInNotice
          title={t('lockedTitle')}
          text={t('lockedIdleText', { duration: durationText(limits.idleMs ?? 0) })}
        />
      );
    case 'too-old':
      return (
        <SignInNotice
          title={t('lockedTitle')}
          text={t('lockedTooOldText', { duration: durationText(limits.maxAgeMs) })}
        />
      );
    case 'not-erased':
    case 'records-left':
      return <LeftBehindAlert what={reason} />;
  }
}

function LeftBehindAlert({ what }: { readonly what: 'not-erased' | 'records-left' }) {
  const t = useTranslations('arrival');
  return (
    <div role="alert" className={classes['alert']}>
      <IconAlertCircle size={18} aria-hidden="true" />
      <div>
        <p className={classes['title']}>
          {what === 'not-erased' ? t('notErasedTitle') : t('recordsLeftTitle')}
        </p>
        <p className={classes['text']}>{what === 'not-erased' ? t('notErasedText') : t('recordsLeftText')}</p>
        <ol className={classes['steps']}>
          <li>{t('closeWindows')}</li>
          <li>{t('clearSite', { host: location.host })}</li>
        </ol>
      </div>
    </div>
  );
}

function SignInNotice({
  title,
  text,
  action,
}: {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}) {
  return (
    <div role="status" className={classes['notice']}>
      <IconInfoCircle size={18} aria-hidden="true" />
      <div>
        <p className={classes['title']}>{title}</p>
        <p className={classes['text']}>{text}</p>
        {action !== undefined && <div className={classes['action']}>{action}</div>}
      </div>
    </div>
  );
}
