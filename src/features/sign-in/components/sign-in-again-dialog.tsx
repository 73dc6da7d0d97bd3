import '@/ui/components/modal-styles.css';
import { Button, Group, Modal } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMounted } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useSession, useSessionActions, useSessionLimits } from '@/session/session-context';
import type { EndedBy, Account } from '@/session/machine/session-state';
import { currentFocusPlace, returnFocus, type FocusPlace } from '@/ui/components/focus-place';
import { useDurationText } from '@/ui/components/use-duration-text';
import { passwordSchema } from '../sign-in-values';
import { isWaitAskedFor, useSignInAttempt } from '../use-sign-in-attempt';
import { PasswordField } from './password-field';
import { SignInAlert } from './sign-in-alert';
import classes from './sign-in-again-dialog.module.css';

/** The dialog is above menus, tooltips and other dialogs, which cannot be used while it is open. */
const Z_INDEX = 1000;
const PORTAL = { reuseTargetNode: false, className: 'sign-in-again' };

/** A dialog that is open while the session has ended or is locked. The page behind it stays, and its requests wait for a sign-in. */
export function SignInAgainDialog() {
  const t = useTranslations('signInAgain');
  const session = useSession();
  const isOpen = session.status === 'ended';
  useKeysKeptFromPage(isOpen);
  // The dialog opens after it is mounted: a dialog that mounts open does not record where to return the focus.
  const isMounted = useMounted();
  const isShown = isOpen && isMounted;
  useFocusReturned(isShown);
  return (
    <Modal.Root
      opened={isShown}
      // The user cannot close the dialog. It closes when the session's state changes.
      onClose={() => undefined}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      zIndex={Z_INDEX}
      // The dialog has its own portal, because the page and its other dialogs may be hidden while it is open.
      portalProps={PORTAL}
      // The content disappears as soon as the state changes, so nothing is left to fade out.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content>
        {/* As in `Dialog`, the header must not be a second banner landmark. */}
        <Modal.Header role="none">
          <Modal.Title>{t('title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {session.status === 'ended' && (
            <SignInAgainForm account={session.account} endedBy={session.endedBy} />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function SignInAgainForm({ account, endedBy }: { readonly account: Account; readonly endedBy: EndedBy }) {
  const t = useTranslations('signIn');
  const tAgain = useTranslations('signInAgain');
  const { signInAgain, signOut } = useSessionActions();
  const attempt = useSignInAttempt(signInAgain, () => account.serviceAddress);
  const { register, handleSubmit, formState, clearErrors, setFocus, setValue } = useForm({
    resolver: zodResolver(passwordSchema),
    defaultValues: { password: '' },
    // Typing removes the error. The field is validated again on the next submit.
    reValidateMode: 'onSubmit',
  });
  const reasonText = useReasonText(account, endedBy);

  async function submit({ password }: { readonly password: string }): Promise<void> {
    setFocus('password');
    if (attempt.isBusy || isWaitAskedFor(attempt.problem)) return;
    setValue('password', '');
    await attempt.submit(password);
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <p className={classes['text']}>{reasonText}</p>
      <dl className={classes['account']}>
        <dt>{t('userName')}</dt>
        <dd>{account.userName}</dd>
        <dt>{t('serviceAddress')}</dt>
        <dd>{account.service}</dd>
      </dl>
      {attempt.problem !== null && (
        <SignInAlert problem={attempt.problem} onWaited={attempt.clearProblem} isPasswordAlone />
      )}
      {/* Password managers look for a field with the user name. */}
      <input hidden readOnly type="text" autoComplete="username" value={account.userName} />
      <PasswordField
        label={t('password')}
        data-autofocus
        error={formState.errors.password && t('passwordMissing')}
        {...register('password', { onChange: () => clearErrors('password') })}
      />
      <Group gap={8} justify="flex-end" wrap="nowrap" mt={20}>
        <Button
          variant="subtle"
          color="gray"
          className={classes['signOut']}
          onClick={() => {
            void signOut();
          }}
        >
          {tAgain('signOut')}
        </Button>
        {attempt.isBusy && (
          <Button variant="default" onClick={attempt.cancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" loading={attempt.isBusy} disabled={isWaitAskedFor(attempt.problem)}>
          {t('submit')}
        </Button>
      </Group>
    </form>
  );
}

function useReasonText({ method }: Account, endedBy: EndedBy): string {
  const t = useTranslations('signInAgain');
  const { idleMs, maxAgeMs } = useSessionLimits();
  const durationText = useDurationText();
  switch (endedBy) {
    case 'service':
      return method === 'api-key' ? t('apiKeyText') : t('text');
    case 'idle':
      return t('idleText', { duration: durationText(idleMs ?? 0) });
    case 'too-old':
      return t('tooOldText', { duration: durationText(maxAgeMs) });
  }
}

/** The time after which the focus is checked. Mantine needs less time to return the focus. */
const RETURNED_MS = 50;

/** Restores the focus after the dialog if no element has it, because the focused grid cell may not be rendered for a while. */
function useFocusReturned(isOpen: boolean): void {
  const placeRef = useRef<FocusPlace | null>(null);
  // A layout effect removes the listener before the dialog takes the focus.
  useLayoutEffect(() => {
    if (isOpen) return undefined;
    const keep = () => {
      placeRef.current = currentFocusPlace() ?? placeRef.current;
    };
    keep();
    document.addEventListener('focusin', keep);
    return () => document.removeEventListener('focusin', keep);
  }, [isOpen]);
  const wasOpenRef = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpenRef.current && !isOpen;
    wasOpenRef.current = isOpen;
    const place = placeRef.current;
    if (!hasClosed || place === null) return undefined;
    const hasFocus = () => document.activeElement !== document.body || returnFocus(place);
    const changes = new MutationObserver(() => {
      if (hasFocus()) changes.disconnect();
    });
    const timer = setTimeout(() => {
      if (hasFocus() || place.grid === null) return;
      changes.observe(place.grid, { subtree: true, childList: true, attributes: true });
    }, RETURNED_MS);
    return () => {
      clearTimeout(timer);
      changes.disconnect();
    };
  }, [isOpen]);
}

/** Stops shortcuts and Escape before the page receives them. The browser's own shortcuts, such as paste, still work. */
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
