import { Button, Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSession, useSessionActions, useSessionLimits } from '@/session/session-context';
import type { EndedBy, SessionIdentity } from '@/session/session-state';
import { useDurationText } from '@/shared/ui/use-duration-text';
import { isWaitAskedFor, useSignInAttempt } from '../use-sign-in-attempt';
import { PasswordField } from './password-field';
import { SignInAlert } from './sign-in-alert';
import classes from './sign-in-again-dialog.module.css';

/** Above menus, tooltips and other dialogs: nothing of the page can be used before it is answered. */
const Z_INDEX = 1000;
const PORTAL = { reuseTargetNode: false, className: 'sign-in-again' };

/**
 * Opens over the page when the session has ended or is locked, and closes when somebody is signed in again, here or in
 * another tab. The page behind stays as it is: requests that met the end wait, and go on afterwards.
 */
export function SignInAgainDialog() {
  const t = useTranslations('signIn');
  const session = useSession();
  const isOpen = session.status === 'ended';
  useKeysKeptFromPage(isOpen);
  // A dialog that is there from the start open does not note where the focus is to go back to.
  const isMounted = useMounted();
  return (
    <Modal
      opened={isOpen && isMounted}
      // It stays until it is answered.
      onClose={() => undefined}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
      zIndex={Z_INDEX}
      title={t('againTitle')}
      classNames={{ title: classes['title'] ?? '' }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      // Beside all others, as the page and its dialogs may be hidden behind it.
      portalProps={PORTAL}
      // Its content is gone with the state that it speaks of; there is nothing to fade out.
      transitionProps={{ duration: 0 }}
    >
      {session.status === 'ended' && (
        <SignInAgainForm identity={session.identity} endedBy={session.endedBy} />
      )}
    </Modal>
  );
}

function SignInAgainForm({
  identity,
  endedBy,
}: {
  readonly identity: SessionIdentity;
  readonly endedBy: EndedBy;
}) {
  const t = useTranslations('signIn');
  const { signInAgain, signOut } = useSessionActions();
  const attempt = useSignInAttempt(signInAgain, () => identity.serviceAddress);
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);
  const textId = useId();
  const reasonText = useReasonText(identity, endedBy);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setMissing(password === '');
    passwordRef.current?.focus();
    if (password === '' || attempt.isBusy || isWaitAskedFor(attempt.problem)) return;
    setPassword('');
    await attempt.submit(password);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p id={textId} className={classes['text']}>
        {reasonText}
      </p>
      <dl className={classes['identity']}>
        <dt>{t('userName')}</dt>
        <dd>{identity.userName}</dd>
        <dt>{t('serviceAddress')}</dt>
        <dd>{identity.service}</dd>
      </dl>
      {attempt.problem !== null && (
        <SignInAlert problem={attempt.problem} onWaited={attempt.clearProblem} isPasswordAlone />
      )}
      {/* For password managers, which look for whose password it is. */}
      <input hidden readOnly type="text" autoComplete="username" value={identity.userName} />
      <PasswordField
        ref={passwordRef}
        label={t('password')}
        data-autofocus
        aria-describedby={textId}
        value={password}
        error={isMissing ? t('passwordMissing') : undefined}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <div className={classes['actions']}>
        <Button
          variant="subtle"
          color="gray"
          className={classes['signOut']}
          onClick={() => {
            void signOut();
          }}
        >
          {t('signOutInstead')}
        </Button>
        {attempt.isBusy && (
          <Button variant="default" onClick={attempt.cancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" loading={attempt.isBusy} disabled={isWaitAskedFor(attempt.problem)}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}

function useReasonText({ method }: SessionIdentity, endedBy: EndedBy): string {
  const t = useTranslations('signIn');
  const { idleMs, maxAgeMs } = useSessionLimits();
  const durationText = useDurationText();
  switch (endedBy) {
    case 'service':
      return method === 'api-key' ? t('againApiKeyText') : t('againText');
    case 'idle':
      return t('againIdleText', { duration: durationText(idleMs ?? 0) });
    case 'too-old':
      return t('againTooOldText', { duration: durationText(maxAgeMs) });
  }
}

/**
 * Shortcuts of the page, and Escape of a dialog below, must not act behind this one. Listens from the start, and so
 * before whatever is opened later; what the browser itself does with a key (paste, for one) it still does.
 */
function useKeysKeptFromPage(isOpen: boolean): void {
  const isOpenRef = useRef(isOpen);
  useEffect(() => {
    isOpenRef.current = isOpen;
  });
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      const isCommand = event.key === 'Escape' || event.ctrlKey || event.metaKey || event.altKey;
      if (isOpenRef.current && isCommand) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => {
      window.removeEventListener('keydown', keep, { capture: true });
    };
  }, []);
}
