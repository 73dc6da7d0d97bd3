import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { STEP_COUNT } from '@/service-check/check-service';
import { outcomeText } from '@/service-check/check-text';
import {
  followOwnDescription,
  readOwnDescription,
  storeOwnDescription,
  type OwnDescription,
} from '@/session/own-description';
import { useOwnRecords } from '@/session/use-own-records';
import { Screen, ScreenHeader } from '@/ui/components/screen';
import { usePageTitle } from '@/ui/components/page-title';
import { useWords } from '@/ui/formats/use-words';
import { useServiceCheck, type CheckState } from '../use-service-check';
import { CheckTable } from './check-table';
import { ProposedDescription } from './proposed-description';
import classes from './service-check.module.css';

/** The screen **Service check**: runs the check once, and shows its steps and what it proposes. */
export function ServiceCheckScreen() {
  const t = useTranslations('serviceCheck');
  const { state, cancel, tryAgain } = useServiceCheck();
  usePageTitle(t('title'));
  return (
    <Screen>
      <ScreenHeader title={t('title')} intro={t('intro')} />
      <OwnDescriptionNote />
      <div className={classes['bar']}>
        {state.kind === 'running' ? (
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
        ) : (
          <Button onClick={tryAgain}>{t('again')}</Button>
        )}
        <p role="status" className={classes['outcome']}>
          <Progress state={state} />
        </p>
      </div>
      {state.steps.length > 0 && <CheckTable steps={state.steps} />}
      {state.kind === 'done' && <ProposedDescription check={state.check} />}
    </Screen>
  );
}

function Progress({ state }: { readonly state: CheckState }) {
  const t = useTranslations('serviceCheck');
  const words = useWords();
  switch (state.kind) {
    case 'running':
      return t('progress', {
        done: String(Math.min(state.steps.length + 1, STEP_COUNT)),
        all: String(STEP_COUNT),
      });
    case 'cancelled':
      return t('cancelled');
    case 'done':
      return outcomeText(state.check, words);
  }
}

/** Says that a description of the account's own is in use, or cannot be used, and forgets it. */
function OwnDescriptionNote() {
  const t = useTranslations('serviceCheck');
  const own = useOwnRecords();
  const [found, setFound] = useState<OwnDescription>({ kind: 'none' });
  useEffect(() => {
    let isCurrent = true;
    void read();
    async function read(): Promise<void> {
      const next = await readOwnDescription(own);
      if (isCurrent) setFound(next);
    }
    return () => {
      isCurrent = false;
    };
  }, [own]);

  async function forget(): Promise<void> {
    await storeOwnDescription(own, null).catch(() => undefined);
    if (await followOwnDescription(own)) window.location.reload();
    else setFound({ kind: 'none' });
  }

  if (found.kind === 'none') return null;
  const keys = found.kind === 'broken' ? found.problems.map(({ key }) => key ?? '').join(', ') : '';
  return (
    <div className={classes['bar']}>
      <Text>{found.kind === 'usable' ? t('proposal.used') : t('ownBroken', { keys })}</Text>
      <Button variant="default" size="compact-sm" onClick={() => void forget()}>
        {t('proposal.forget')}
      </Button>
    </div>
  );
}
