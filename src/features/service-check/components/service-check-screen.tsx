import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { MOST_EXTRACTION_CALLS } from '@/service-check/caller';
import { MOST_ADDRESSES, STEP_COUNT } from '@/service-check/check-service';
import { isListAddress } from '@/service-check/proposal';
import { outcomeText } from '@/service-check/check-text';
import { useSession } from '@/session/session-context';
import { Screen, ScreenHeader } from '@/ui/components/screen';
import { usePageTitle } from '@/ui/components/page-title';
import { useWords } from '@/ui/formats/use-words';
import { useServiceCheck, type CheckState } from '../use-service-check';
import { CheckTable } from './check-table';
import { OwnDescriptionNote } from './own-description-note';
import { ProposedDescription } from './proposed-description';
import classes from './service-check.module.css';

/** The screen **Service check**: checks the service when the user starts it, and shows the steps and what it proposes. */
export function ServiceCheckScreen() {
  const t = useTranslations('serviceCheck');
  const session = useSession();
  const { state, start, cancel } = useServiceCheck();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const startRef = useRef<HTMLButtonElement>(null);
  const addressRef = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [isAddressWrong, setAddressWrong] = useState(false);
  usePageTitle(t('title'));
  const isRunning = state.kind === 'running';
  const host = 'account' in session ? new URL(session.account.service).host : '';
  // Only a person can find an address that nobody could guess.
  const isAddressAsked = address !== '' || isListMissing(state);

  function startWithAddress(): void {
    const path = address.trim();
    const isWrong = path !== '' && !isListAddress(path);
    setAddressWrong(isWrong);
    if (isWrong) addressRef.current?.focus();
    else start(path === '' ? undefined : path);
  }

  return (
    <Screen>
      <ScreenHeader title={t('title')} intro={t('intro')} headingRef={headingRef} />
      <OwnDescriptionNote onForgotten={() => headingRef.current?.focus()} />
      {state.kind === 'idle' && (
        <Text className={classes['before'] ?? ''}>
          {t('before', { host, count: MOST_EXTRACTION_CALLS, addresses: MOST_ADDRESSES })}
        </Text>
      )}
      <div className={classes['bar']}>
        {/* While the check runs, the button stays in its place with the focus, and does nothing. */}
        <Button
          ref={startRef}
          aria-disabled={isRunning}
          {...(isRunning && { 'data-disabled': true })}
          onClick={startWithAddress}
        >
          {state.kind === 'idle' || isRunning ? t('start') : t('again')}
        </Button>
        {isRunning && <CancelButton onCancel={cancel} focusAfterwards={startRef} />}
        {isRunning && <Progress doneCount={state.steps.length} />}
      </div>
      <p role="status" className={classes['outcome']}>
        <Outcome state={state} />
      </p>
      {isAddressAsked && (
        <form
          noValidate
          className={classes['address']}
          onSubmit={(event) => {
            event.preventDefault();
            startWithAddress();
          }}
        >
          <TextInput
            ref={addressRef}
            label={t('listAddress.label')}
            description={t('listAddress.hint', ADDRESS_EXAMPLE)}
            error={isAddressWrong && t('listAddress.bad', ADDRESS_EXAMPLE)}
            value={address}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setAddress(event.currentTarget.value);
              setAddressWrong(false);
            }}
          />
        </form>
      )}
      {/* What people go on with comes before the steps that have led to it. */}
      {state.kind === 'done' && <ProposedDescription check={state.check} />}
      {state.steps.length > 0 && <CheckTable steps={state.steps} />}
    </Screen>
  );
}

const ADDRESS_EXAMPLE = { example: '/api/lists/prices' };

function isListMissing(state: CheckState): boolean {
  if (state.kind !== 'done') return false;
  const { outcome } = state.check;
  return outcome.kind === 'missing' && outcome.step === 'price-columns';
}

function CancelButton({
  onCancel,
  focusAfterwards,
}: {
  readonly onCancel: () => void;
  readonly focusAfterwards: RefObject<HTMLButtonElement | null>;
}) {
  const t = useTranslations('serviceCheck');
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    const next = focusAfterwards.current;
    return () => {
      if (button === document.activeElement) next?.focus();
    };
  }, [focusAfterwards]);
  return (
    <Button ref={ref} variant="default" onClick={onCancel}>
      {t('cancel')}
    </Button>
  );
}

/** Shows how far the check is. It is not a live region, which would announce every step. */
function Progress({ doneCount }: { readonly doneCount: number }) {
  const t = useTranslations('serviceCheck');
  const step = Math.min(doneCount + 1, STEP_COUNT);
  const text = t('progress', { done: String(step), all: String(STEP_COUNT) });
  return (
    <span className={classes['progress']}>
      <progress aria-label={t('progressName')} aria-valuetext={text} value={doneCount} max={STEP_COUNT} />
      {text}
    </span>
  );
}

function Outcome({ state }: { readonly state: CheckState }) {
  const t = useTranslations('serviceCheck');
  const words = useWords();
  switch (state.kind) {
    case 'idle':
      return null;
    case 'running':
      // The progress shows it already.
      return <VisuallyHidden>{t('running')}</VisuallyHidden>;
    case 'cancelled':
      return t('cancelled');
    case 'failed':
      return t('failed');
    case 'done':
      return outcomeText(state.check, words);
  }
}
