import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isLongWait } from '@/ui/http/retry-policy';
import { CopyDiagnosticsButton } from '@/ui/components/copy-diagnostics-button';
import { failureText, isForAdministrator } from '@/ui/components/failure-text';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import { isWaitAskedFor, type SignInProblem } from '../use-sign-in-attempt';
import classes from './sign-in-alert.module.css';

/** The only alert of a sign-in form. It says what happened and what the user can do. */
export function SignInAlert({
  problem,
  onWaited,
  isPasswordAlone = false,
  hint = null,
}: {
  readonly problem: SignInProblem;
  readonly onWaited: () => void;
  /** Whether the form asks only for the password, so that the user name cannot be wrong. */
  readonly isPasswordAlone?: boolean;
  /** A hint at how the user can find out more. */
  readonly hint?: string | null;
}) {
  const words = useWords();
  const { title, text } = problemText(words, problem, isPasswordAlone);
  const request = problem.kind === 'service' ? failureText(words, problem.failure).request : null;
  return (
    <div className={classes['alert']}>
      <IconAlertCircle size={18} aria-hidden="true" />
      <div>
        {/* The button is outside the alert, so that screen readers do not announce the button's name with the alert. */}
        <div role="alert">
          <p className={classes['title']}>{title}</p>
          <p className={classes['text']}>{text}</p>
          {request !== null && <p className={classes['text']}>{request}</p>}
          {isWaitAskedFor(problem) && <Countdown problem={problem} onEnd={onWaited} />}
          {hint !== null && <p className={classes['text']}>{hint}</p>}
        </div>
        {problem.kind === 'service' && isForAdministrator(problem.failure) && (
          <div className={classes['diagnostics']}>
            <CopyDiagnosticsButton size="compact-sm" />
          </div>
        )}
      </div>
    </div>
  );
}

/** Shows the remaining seconds. They are not announced, because a screen reader would read them every second. */
function Countdown({ problem, onEnd }: { readonly problem: SignInProblem; readonly onEnd: () => void }) {
  const t = useTranslations('signIn');
  const failure = problem.kind === 'service' ? problem.failure : null;
  const seconds = useCountdown(failure?.kind === 'throttled' ? failure.retryAfterS : 0, onEnd);
  return (
    <p role="timer" aria-live="off" className={classes['text']}>
      {t('throttledCountdown', { seconds })}
    </p>
  );
}

function problemText(
  words: Words,
  problem: SignInProblem,
  isPasswordAlone: boolean,
): { title: string; text: string } {
  const t = words.of('signIn');
  switch (problem.kind) {
    case 'input':
      switch (problem.problem) {
        case 'colon-in-user-name':
          return { title: t('colonTitle'), text: t('colonText') };
        case 'header-unsafe':
          return { title: t('headerUnsafeTitle'), text: t('headerUnsafeText') };
        case 'plain-http':
          return { title: t('plainHttpTitle'), text: t('addressPlainHttp') };
        case 'loopback-name':
          return { title: t('addressTitle'), text: t('addressLoopbackName') };
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
          return isPasswordAlone
            ? { title: t('wrongPasswordTitle'), text: t('wrongPasswordText') }
            : { title: t('wrongCredentialsTitle'), text: t('wrongCredentialsText') };
        case 'unreachable':
          return navigator.onLine
            ? { title: t('unreachableTitle'), text: t('unreachableText', { host }) }
            : { title: t('unreachableTitle'), text: t('offlineText') };
        case 'misdirected':
        case 'no-custody':
          return failureText(words, failure);
        case 'throttled':
          return {
            title: t('throttledTitle'),
            text: isLongWait(failure) ? failureText(words, failure).text : t('throttledText'),
          };
        case 'timed-out':
        case 'cancelled':
          return { title: t('timedOutTitle'), text: t('timedOutText', { host }) };
        case 'malformed':
        case 'beyond-limit':
        case 'oversized':
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

/** Counts seconds down to 0. The clock decides, so that the wait does not become longer if the tab sleeps. */
function useCountdown(seconds: number, onEnd: () => void): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
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
