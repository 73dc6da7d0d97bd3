import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchiveOff,
  IconCamera,
  IconHourglassOff,
  IconRefresh,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FailurePanel } from '@/shared/ui/failure-panel';
import { StatePanel } from '@/shared/ui/state-panel';
import { isExpired } from '../../snapshot/open-snapshot';
import { snapshotFailure } from '../../snapshot/snapshot-failure';
import { useCopyFailureText } from '../../texts/use-copy-failure-text';

/** The actions if the rows of another snapshot cannot be read. */
export interface SideWaysOut {
  /** Takes the focus to where another one is chosen. */
  readonly onChoose: () => void;
  /** Takes a snapshot of now in its place; null where nothing asks for one. */
  readonly onTakeNew: (() => void) | null;
}

export interface SideFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly waysOut: SideWaysOut;
}

/** Shown instead of a comparison whose other side cannot be opened: why, and what helps. */
export function SideFailure({ error, onRetry, waysOut }: SideFailureProps) {
  const t = useTranslations('changes');
  const copyText = useCopyFailureText();
  if (isExpired(error)) return <ExpiredSide waysOut={waysOut} />;
  const failure = snapshotFailure(error);
  if (failure?.kind === 'copy') {
    return (
      <StatePanel
        icon={<IconArchiveOff size={22} />}
        title={t('gone.title')}
        tone="warning"
        actions={<ChooseSideButton waysOut={waysOut} />}
      >
        <p role="alert">{failure.failure.kind === 'missing' ? t('gone.copy') : copyText(failure.failure)}</p>
      </StatePanel>
    );
  }
  if (failure?.kind === 'service') return <FailurePanel failure={failure.failure} onRetry={onRetry} />;
  return <InconsistentSide onRetry={onRetry} waysOut={waysOut} />;
}

/** The service no longer has the other side. A snapshot of now can take its place; nothing brings back that one. */
export function ExpiredSide({ waysOut }: Pick<SideFailureProps, 'waysOut'>) {
  const t = useTranslations('changes');
  const tResults = useTranslations('results');
  return (
    <StatePanel
      icon={<IconHourglassOff size={22} />}
      title={t('gone.title')}
      tone="warning"
      actions={
        <>
          {waysOut.onTakeNew !== null && (
            <Button leftSection={<IconCamera size={16} />} onClick={waysOut.onTakeNew}>
              {tResults('takeNew')}
            </Button>
          )}
          <ChooseSideButton waysOut={waysOut} />
        </>
      }
    >
      <p role="alert">{t('gone.snapshot')}</p>
    </StatePanel>
  );
}

/** Answers of the service contradict the other side. */
export function InconsistentSide({ onRetry, waysOut }: Omit<SideFailureProps, 'error'>) {
  const t = useTranslations('changes');
  const tCommon = useTranslations('common');
  return (
    <StatePanel
      icon={<IconAlertTriangle size={22} />}
      title={t('inconsistent.title')}
      tone="failure"
      actions={
        <>
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {tCommon('tryAgain')}
          </Button>
          <ChooseSideButton waysOut={waysOut} />
        </>
      }
    >
      <p>{t('inconsistent.text')}</p>
    </StatePanel>
  );
}

function ChooseSideButton({ waysOut }: Pick<SideFailureProps, 'waysOut'>) {
  const t = useTranslations('changes');
  return (
    <Button variant="default" onClick={waysOut.onChoose}>
      {t('gone.chooseSide')}
    </Button>
  );
}
