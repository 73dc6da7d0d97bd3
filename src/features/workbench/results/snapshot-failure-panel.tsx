import { Button, type ButtonProps } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchiveOff,
  IconCamera,
  IconFilterOff,
  IconHourglassOff,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useHasSnapshots } from '@/session/session-context';
import { FailurePanel } from '@/ui/components/failure-panel';
import { RetryButton } from '@/ui/components/retry-button';
import { StatePanel } from '@/ui/components/state-panel';
import { useWords } from '@/ui/formats/use-words';
import type { Words } from '@/ui/formats/words';
import type { SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { inexpressibleText } from '../texts/inexpressible-text';
import { copyFailureText } from '../texts/copy-failure-text';

export interface SnapshotFailurePanelProps {
  readonly failure: SnapshotFailure;
  /** The parts of the query that the service does not do, as sentences; the browser does them if the query is run again. */
  readonly refused?: readonly string[];
  readonly onRetry: () => void;
  /** Takes a new snapshot instead of the one that could not be opened. */
  readonly onTakeNew?: () => void;
}

/** Replaces rows that could not be loaded. It shows the reason for the failure and the next step. */
export function SnapshotFailurePanel({
  failure,
  refused = [],
  onRetry,
  onTakeNew,
}: SnapshotFailurePanelProps) {
  const words = useWords();
  const t = words.of('results');
  const hasSnapshots = useHasSnapshots();
  // This failure cannot occur here, because a whole snapshot is never opened from rows in the browser.
  if (failure.kind === 'rows-read') return null;
  const takeNew = onTakeNew !== undefined && <TakeNewButton onClick={onTakeNew} />;
  if (failure.kind === 'service' && refused.length > 0) {
    return (
      <StatePanel
        icon={<IconFilterOff size={22} />}
        title={t('refusedTitle')}
        tone="warning"
        actions={<Button onClick={onRetry}>{t('runAgain')}</Button>}
      >
        {refused.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{t('refusedText')}</p>
      </StatePanel>
    );
  }
  if (failure.kind === 'service') {
    if (failure.failure.kind !== 'expired-snapshot' || onTakeNew === undefined) {
      return <FailurePanel failure={failure.failure} onRetry={onRetry} />;
    }
    return (
      <StatePanel
        icon={<IconHourglassOff size={22} />}
        title={t(hasSnapshots ? 'expiredTitle' : 'gone.title')}
        tone="warning"
        actions={takeNew}
      >
        <p>{t(hasSnapshots ? 'expiredLinkText' : 'gone.text')}</p>
      </StatePanel>
    );
  }
  if (failure.kind === 'inexpressible') {
    return (
      <StatePanel icon={<IconFilterOff size={22} />} title={t('inexpressibleTitle')} tone="failure">
        <p>{inexpressibleText(words, failure)}</p>
      </StatePanel>
    );
  }
  const isCopy = failure.kind === 'copy';
  return (
    <StatePanel
      icon={isCopy ? <IconArchiveOff size={22} /> : <IconAlertTriangle size={22} />}
      title={t(isCopy ? 'copyFailedTitle' : hasSnapshots ? 'mismatchTitle' : 'movedTitle')}
      tone="failure"
      actions={
        <>
          {takeNew}
          <RetryButton onRetry={onRetry} />
        </>
      }
    >
      {!isCopy && <p>{t(hasSnapshots ? 'mismatchText' : 'movedText')}</p>}
      <p>{isCopy ? copyFailureText(words, failure.failure) : mismatchText(words, failure)}</p>
    </StatePanel>
  );
}

interface TakeNewButtonProps {
  readonly size?: ButtonProps['size'];
  readonly onClick: () => void;
}

/** A button that takes a new snapshot. It replaces a retry button after the snapshot has expired, because a retry cannot succeed. */
export function TakeNewButton({ size, onClick }: TakeNewButtonProps) {
  const t = useTranslations('results');
  const hasSnapshots = useHasSnapshots();
  return (
    <Button {...(size !== undefined && { size })} leftSection={<IconCamera size={16} />} onClick={onClick}>
      {t(hasSnapshots ? 'takeNew' : 'runAgain')}
    </Button>
  );
}

type MismatchFailure = Extract<SnapshotFailure, { kind: 'mismatch' }>;

/** Describes how a page contradicted its snapshot. */
export function mismatchText(words: Words, { mismatch, repeated }: MismatchFailure): string {
  const t = words.of('results');
  const { formatInteger } = words.formats;
  switch (mismatch) {
    case 'other-snapshot':
      return t('mismatchOtherSnapshot');
    case 'other-total':
      return t('mismatchOtherTotal');
    case 'other-page':
      return t('mismatchOtherPage');
    case 'row-count':
      return t('mismatchRowCount');
    case 'double-key': {
      if (repeated === null) return t('mismatchDoubleKey');
      const { rowCount, keys, pages } = repeated;
      const repeats = t('mismatchRepeats', { count: rowCount, formatted: formatInteger(rowCount) });
      const named =
        pages.length === 0
          ? t('repeatedKeys', { keys: [...keys, ...(rowCount > keys.length ? ['…'] : [])].join(', ') })
          : t('repeatedPages', {
              pages: pages
                .map(({ first, last }) => `${formatInteger(first)}–${formatInteger(last)}`)
                .join(', '),
            });
      return [repeats, named].join(' ');
    }
  }
}
