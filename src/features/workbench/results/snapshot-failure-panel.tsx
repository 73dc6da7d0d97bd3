import { Button, type ButtonProps } from '@mantine/core';
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
import { useFormats } from '@/ui/formats/format-settings-context';
import type { SnapshotFailure } from '../snapshot/snapshot-failure';
import { useCopyFailureText } from '../texts/use-copy-failure-text';

export interface SnapshotFailurePanelProps {
  readonly failure: SnapshotFailure;
  readonly onRetry: () => void;
  /** Takes a new snapshot instead of the one that could not be opened. */
  readonly onTakeNew?: () => void;
}

/** Shown instead of the rows: the reason of the failure and the next step. */
export function SnapshotFailurePanel({ failure, onRetry, onTakeNew }: SnapshotFailurePanelProps) {
  const t = useTranslations('results');
  const tCommon = useTranslations('common');
  const mismatchText = useMismatchText();
  const copyText = useCopyFailureText();
  const eitherWay = (
    <>
      {onTakeNew !== undefined && <TakeNewButton onClick={onTakeNew} />}
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
        {tCommon('tryAgain')}
      </Button>
    </>
  );
  if (failure.kind === 'mismatch') {
    return (
      <StatePanel
        icon={<IconAlertTriangle size={22} />}
        title={t('mismatchTitle')}
        tone="failure"
        actions={eitherWay}
      >
        <p>{t('mismatchText')}</p>
        <p>{mismatchText(failure)}</p>
      </StatePanel>
    );
  }
  // A whole snapshot is never opened from the rows read.
  if (failure.kind === 'rows-read') return null;
  if (failure.kind === 'copy') {
    return (
      <StatePanel
        icon={<IconArchiveOff size={22} />}
        title={t('copyFailedTitle')}
        tone="failure"
        actions={eitherWay}
      >
        <p role="alert">{copyText(failure.failure)}</p>
      </StatePanel>
    );
  }
  if (failure.failure.kind === 'expired-snapshot' && onTakeNew !== undefined) {
    return (
      <StatePanel
        icon={<IconHourglassOff size={22} />}
        title={t('expiredTitle')}
        tone="warning"
        actions={<TakeNewButton onClick={onTakeNew} />}
      >
        <p>{t('expiredLinkText')}</p>
      </StatePanel>
    );
  }
  return <FailurePanel failure={failure.failure} onRetry={onRetry} />;
}

interface TakeNewButtonProps {
  readonly size?: ButtonProps['size'];
  readonly onClick: () => void;
}

/** Offers a new snapshot in the place of an expired one: trying again cannot help. */
export function TakeNewButton({ size, onClick }: TakeNewButtonProps) {
  const t = useTranslations('results');
  return (
    <Button {...(size !== undefined && { size })} leftSection={<IconCamera size={16} />} onClick={onClick}>
      {t('takeNew')}
    </Button>
  );
}

type MismatchFailure = Extract<SnapshotFailure, { kind: 'mismatch' }>;

/** Describes how a page contradicted its snapshot. */
export function useMismatchText(): (failure: MismatchFailure) => string {
  const t = useTranslations('results');
  const { formatInteger } = useFormats();
  return ({ mismatch, repeated }) => {
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
  };
}
