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
import { useWorkbenchActions } from '../../controller/use-workbench';
import { chooseSide } from '../../views/changes/comparison-form';

export interface SideFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shown instead of a comparison whose other side cannot be opened: why, and what helps. */
export function SideFailure({ error, onRetry }: SideFailureProps) {
  const t = useTranslations('changes');
  const copyText = useCopyFailureText();
  if (isExpired(error)) return <ExpiredSide />;
  const failure = snapshotFailure(error);
  if (failure?.kind === 'copy') {
    return (
      <StatePanel
        icon={<IconArchiveOff size={22} />}
        title={t('gone.title')}
        tone="warning"
        actions={<ChooseSideButton />}
      >
        <p role="alert">{failure.failure.kind === 'missing' ? t('gone.copy') : copyText(failure.failure)}</p>
      </StatePanel>
    );
  }
  if (failure?.kind === 'service') return <FailurePanel failure={failure.failure} onRetry={onRetry} />;
  return <InconsistentSide onRetry={onRetry} />;
}

/** The service no longer has the other side. A snapshot of now can take its place; nothing brings back that one. */
export function ExpiredSide() {
  const t = useTranslations('changes');
  const tResults = useTranslations('results');
  const { compareWithNew } = useWorkbenchActions();
  return (
    <StatePanel
      icon={<IconHourglassOff size={22} />}
      title={t('gone.title')}
      tone="warning"
      actions={
        <>
          <Button
            leftSection={<IconCamera size={16} />}

            onClick={compareWithNew}
          >
            {tResults('takeNew')}
          </Button>
          <ChooseSideButton />
        </>
      }
    >
      <p role="alert">{t('gone.snapshot')}</p>
    </StatePanel>
  );
}

/** Answers of the service contradict the other side. */
export function InconsistentSide({ onRetry }: Pick<SideFailureProps, 'onRetry'>) {
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
          <ChooseSideButton />
        </>
      }
    >
      <p>{t('inconsistent.text')}</p>
    </StatePanel>
  );
}

function ChooseSideButton() {
  const t = useTranslations('changes');
  return (
    <Button variant="default" onClick={chooseSide}>
      {t('gone.chooseSide')}
    </Button>
  );
}
