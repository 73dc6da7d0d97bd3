import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchiveOff,
  IconCamera,
  IconHourglassOff,
  IconRefresh,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FailurePanel } from '@/ui/components/failure-panel';
import { StatePanel } from '@/ui/components/state-panel';
import { isExpired } from '../../snapshot/open-snapshot';
import { snapshotFailure } from '../../snapshot/snapshot-failure';
import { useCopyFailureText } from '../../texts/use-copy-failure-text';

/** The actions if the rows of another snapshot cannot be read. */
export interface SourceWaysOut {
  /** Moves the focus to the control that chooses another source. */
  readonly onChoose: () => void;
  /** Takes a snapshot now to replace this one; null if that is not offered. */
  readonly onTakeNew: (() => void) | null;
}

export interface SourceFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly waysOut: SourceWaysOut;
}

/** Says why a source cannot be opened, and what to do. */
export function SourceFailure({ error, onRetry, waysOut }: SourceFailureProps) {
  const t = useTranslations('sources');
  const tResults = useTranslations('results');
  const copyText = useCopyFailureText();
  if (isExpired(error)) return <ExpiredSource waysOut={waysOut} />;
  const failure = snapshotFailure(error);
  if (failure?.kind === 'copy') {
    const isMissing = failure.failure.kind === 'missing';
    return (
      <StatePanel
        icon={<IconArchiveOff size={22} />}
        title={isMissing ? t('gone.title') : tResults('copyFailedTitle')}
        tone="warning"
        actions={
          <>
            {!isMissing && <RetryButton onRetry={onRetry} />}
            <ChooseSourceButton waysOut={waysOut} />
          </>
        }
      >
        <p role="alert">{isMissing ? t('gone.copy') : copyText(failure.failure)}</p>
      </StatePanel>
    );
  }
  if (failure?.kind === 'service') return <FailurePanel failure={failure.failure} onRetry={onRetry} />;
  return <InconsistentSource onRetry={onRetry} waysOut={waysOut} />;
}

/** The service no longer has the snapshot. A new snapshot can replace it, but nothing brings it back. */
export function ExpiredSource({ waysOut }: Pick<SourceFailureProps, 'waysOut'>) {
  const t = useTranslations('sources');
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
          <ChooseSourceButton waysOut={waysOut} />
        </>
      }
    >
      <p role="alert">{t('gone.snapshot')}</p>
    </StatePanel>
  );
}

/** Responses of the service contradict the snapshot. */
export function InconsistentSource({ onRetry, waysOut }: Omit<SourceFailureProps, 'error'>) {
  const t = useTranslations('sources');
  return (
    <StatePanel
      icon={<IconAlertTriangle size={22} />}
      title={t('inconsistent.title')}
      tone="failure"
      actions={
        <>
          <RetryButton onRetry={onRetry} />
          <ChooseSourceButton waysOut={waysOut} />
        </>
      }
    >
      <p>{t('inconsistent.text')}</p>
    </StatePanel>
  );
}

function RetryButton({ onRetry }: Pick<SourceFailureProps, 'onRetry'>) {
  const t = useTranslations('common');
  return (
    <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  );
}

function ChooseSourceButton({ waysOut }: Pick<SourceFailureProps, 'waysOut'>) {
  const t = useTranslations('sources');
  return (
    <Button variant="default" onClick={waysOut.onChoose}>
      {t('gone.chooseAnother')}
    </Button>
  );
}
