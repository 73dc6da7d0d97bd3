import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCamera, IconHourglassOff, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FailurePanel } from '@/shared/ui/failure-panel';
import { StatePanel } from '@/shared/ui/state-panel';
import type { PageBreachKind } from '@/contract/page-breach';
import type { SnapshotFailure } from '../snapshot/snapshot-failure';

export interface SnapshotFailurePanelProps {
  readonly failure: SnapshotFailure;
  readonly onRetry: () => void;
  /** Where a snapshot was to be opened: takes a new one instead. */
  readonly onTakeNew?: () => void;
}

/** In place of the rows when there are none to show: what happened, and the next step. */
export function SnapshotFailurePanel({ failure, onRetry, onTakeNew }: SnapshotFailurePanelProps) {
  const t = useTranslations('results');
  const tCommon = useTranslations('common');
  const breachText = useBreachText();
  if (failure.kind === 'breach') {
    return (
      <StatePanel
        icon={<IconAlertTriangle size={22} />}
        title={t('breachTitle')}
        tone="failure"
        actions={
          <>
            {onTakeNew !== undefined && <TakeNewButton onClick={onTakeNew} />}
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
              {tCommon('tryAgain')}
            </Button>
          </>
        }
      >
        <p>{t('breachText')}</p>
        <p>{breachText(failure.breach)}</p>
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

function TakeNewButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslations('results');
  return (
    <Button leftSection={<IconCamera size={16} />} onClick={onClick}>
      {t('takeNew')}
    </Button>
  );
}

/** In what an answer contradicted its snapshot, in words. */
export function useBreachText(): (breach: PageBreachKind) => string {
  const t = useTranslations('results');
  return (breach) => {
    switch (breach) {
      case 'other-snapshot':
        return t('breachOtherSnapshot');
      case 'other-total':
        return t('breachOtherTotal');
      case 'other-page':
        return t('breachOtherPage');
      case 'row-count':
        return t('breachRowCount');
      case 'double-key':
        return t('breachDoubleKey');
    }
  };
}
