import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArchiveOff, IconHourglassOff, IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FailurePanel } from '@/shared/ui/failure-panel';
import { StatePanel } from '@/shared/ui/state-panel';
import { isExpired } from '../../snapshot/open-snapshot';
import { snapshotFailure } from '../../snapshot/snapshot-failure';
import { useCopyFailureText } from '../../use-copy-failure-text';

export interface SideFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shown instead of a comparison whose other side cannot be opened: why, and what helps. */
export function SideFailure({ error, onRetry }: SideFailureProps) {
  const t = useTranslations('changes');
  const tCommon = useTranslations('common');
  const copyText = useCopyFailureText();
  if (isExpired(error)) {
    return (
      <StatePanel icon={<IconHourglassOff size={22} />} title={t('gone.title')} tone="warning">
        <p role="alert">{t('gone.snapshot')}</p>
      </StatePanel>
    );
  }
  const failure = snapshotFailure(error);
  if (failure?.kind === 'copy') {
    return (
      <StatePanel icon={<IconArchiveOff size={22} />} title={t('gone.title')} tone="warning">
        <p role="alert">{failure.failure.kind === 'missing' ? t('gone.copy') : copyText(failure.failure)}</p>
      </StatePanel>
    );
  }
  if (failure?.kind === 'service') return <FailurePanel failure={failure.failure} onRetry={onRetry} />;
  return (
    <StatePanel
      icon={<IconAlertTriangle size={22} />}
      title={t('inconsistent.title')}
      tone="failure"
      actions={
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {tCommon('tryAgain')}
        </Button>
      }
    >
      <p role="alert">{t('inconsistent.text')}</p>
    </StatePanel>
  );
}
