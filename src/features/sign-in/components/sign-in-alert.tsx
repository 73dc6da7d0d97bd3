import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SignInProblem } from '../use-sign-in';
import classes from './sign-in-alert.module.css';

/** The one alert of the form: what happened, and what to do. */
export function SignInAlert({
  problem,
  onWaited,
}: {
  readonly problem: SignInProblem;
  readonly onWaited: () => void;
}) {
  const text = useProblemText(problem, onWaited);
  return (
    <div role="alert" className={classes['alert']}>
      <IconAlertCircle size={18} aria-hidden="true" />
      <div>
        <p className={classes['title']}>{text.title}</p>
        <p className={classes['text']}>{text.text}</p>
      </div>
    </div>
  );
}

/** Why the person is asked to sign in at all. */
export function SignInNotice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div role="status" className={classes['notice']}>
      <IconInfoCircle size={18} aria-hidden="true" />
      <div>
        <p className={classes['title']}>{title}</p>
        <p className={classes['text']}>{text}</p>
      </div>
    </div>
  );
}

function useProblemText(problem: SignInProblem, onWaited: () => void): { title: string; text: string } {
  const t = useTranslations('signIn');
  const failure = problem.kind === 'service' ? problem.failure : null;
  const secondsLeft = useCountdown(failure?.kind === 'throttled' ? failure.retryAfterS : null, onWaited);
  switch (problem.kind) {
    case 'input':
      switch (problem.problem) {
        case 'colon-in-user-name':
          return { title: t('colonTitle'), text: t('colonText') };
        case 'header-unsafe':
          return { title: t('headerUnsafeTitle'), text: t('headerUnsafeText') };
        case 'plain-http':
          return { title: t('plainHttpTitle'), text: t('addressPlainHttp') };
        case 'other-scheme':
        case 'unreadable':
          return { title: t('addressTitle'), text: t('addressNotAnAddress') };
        case 'empty':
          return { title: t('addressTitle'), text: t('addressMissing') };
        case 'credentials-in-address':
          return { title: t('addressTitle'), text: t('addressHasCredentials') };
      }
    case 'service': {
      const { failure, host } = problem;
      switch (failure.kind) {
        case 'unauthenticated':
          return { title: t('wrongCredentialsTitle'), text: t('wrongCredentialsText') };
        case 'unreachable':
          return navigator.onLine
            ? { title: t('unreachableTitle'), text: t('unreachableText', { host }) }
            : { title: t('unreachableTitle'), text: t('offlineText') };
        case 'throttled':
          return { title: t('throttledTitle'), text: t('throttledText', { seconds: secondsLeft ?? 0 }) };
        case 'timed-out':
        case 'cancelled':
          return { title: t('timedOutTitle'), text: t('timedOutText', { host }) };
        case 'malformed':
          return { title: t('notThisServiceTitle'), text: t('notThisServiceText', { host }) };
        case 'forbidden':
        case 'expired-snapshot':
        case 'rejected':
          return refusalText(failure, host);
      }
    }
  }

  function refusalText(
    refusal: Extract<SignInProblem, { kind: 'service' }>['failure'] & { messages: readonly string[] },
    host: string,
  ) {
    if (refusal.kind === 'rejected' && refusal.status === 404) {
      return { title: t('notThisServiceTitle'), text: t('notThisServiceText', { host }) };
    }
    const said = refusal.messages.join(' ');
    const status = refusal.kind === 'rejected' ? refusal.status : 403;
    return {
      title: t('refusedTitle'),
      text: said === '' ? t('failedText', { status: String(status) }) : said,
    };
  }
}

/** Counts whole seconds down to 0 by the clock, so a sleeping tab does not lengthen the wait. */
function useCountdown(seconds: number | null, onEnd: () => void): number | null {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (seconds === null) return;
    const endsAtMs = performance.now() + seconds * 1000;
    const update = () => {
      const left = Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) {
        clearInterval(timer);
        handleEnd();
      }
    };
    const timer = setInterval(update, 250);
    update();
    return () => {
      clearInterval(timer);
    };
  }, [seconds]);
  return secondsLeft;
}
