import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCpu,
  IconDatabaseOff,
  IconPlayerStop,
  IconRefresh,
  IconTable,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FailurePanel } from '@/ui/components/failure-panel';
import { StatePanel } from '@/ui/components/state-panel';
import { useWorkbenchActions } from '../../controller/use-workbench';
import type { EngineFailure } from '../engine/analysis-engine';
import { canResume } from './reading-state';
import type { Reading } from './use-reading';

/** Shown instead of a view without rows: says why, and what to do next. */
export function NoRowsRead({ reading: { store, state } }: { readonly reading: Reading }) {
  const t = useTranslations('analysis');
  const { snapshotRows, status, failure, kind } = state;
  if (snapshotRows === 0) {
    return (
      <StatePanel icon={<IconDatabaseOff size={22} />} title={t('failure.noRowsTitle')}>
        <p>{t('failure.noRowsText')}</p>
      </StatePanel>
    );
  }
  if (failure?.kind === 'engine') {
    return (
      <EngineFailurePanel
        failure={failure.failure}
        onRetry={() => store.start(kind ?? 'all')}
        onSample={() => store.start('sample')}
      />
    );
  }
  if (failure?.kind === 'service' && canResume(state)) {
    return <FailurePanel failure={failure.failure} onRetry={store.resume} />;
  }
  if (failure !== null) {
    return (
      <StatePanel icon={<IconAlertTriangle size={22} />} title={t('failure.nothingReadTitle')}>
        <p>{t('failure.nothingReadText')}</p>
      </StatePanel>
    );
  }
  if (status !== 'cancelled') return null;
  return (
    <StatePanel icon={<IconPlayerStop size={22} />} title={t('failure.cancelledTitle')}>
      <p>{t('failure.cancelledText')}</p>
    </StatePanel>
  );
}

interface EngineFailurePanelProps {
  readonly failure: EngineFailure;
  readonly onRetry: () => void;
  readonly onSample: () => void;
}

function EngineFailurePanel({ failure, onRetry, onSample }: EngineFailurePanelProps) {
  const t = useTranslations('analysis');
  const tCommon = useTranslations('common');
  const { showView } = useWorkbenchActions();
  const retry = (
    <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
      {tCommon('tryAgain')}
    </Button>
  );
  const rows = (
    <Button variant="default" leftSection={<IconTable size={16} />} onClick={() => showView('rows')}>
      {t('failure.showRows')}
    </Button>
  );
  switch (failure.kind) {
    case 'unsupported':
      return (
        <StatePanel icon={<IconCpu size={22} />} title={t('failure.unsupportedTitle')} actions={rows}>
          <p>{t('failure.unsupportedText')}</p>
        </StatePanel>
      );
    case 'not-loaded':
      return (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={t('failure.notLoadedTitle')}
          tone="failure"
          actions={retry}
        >
          <p>{t('failure.notLoadedText')}</p>
        </StatePanel>
      );
    case 'out-of-memory':
      return (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={t('failure.outOfMemoryTitle')}
          tone="failure"
          actions={
            <Button variant="default" onClick={onSample}>
              {t('choice.readSample')}
            </Button>
          }
        >
          <p>{t('failure.outOfMemoryText')}</p>
        </StatePanel>
      );
    case 'too-slow':
    case 'too-large':
      return (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={t('failure.tooSlowTitle')}
          tone="failure"
          actions={retry}
        >
          <p>{t('failure.tooSlowText')}</p>
        </StatePanel>
      );
    case 'ended':
    case 'out-of-range':
    case 'query-failed':
      return (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={t('failure.brokenTitle')}
          tone="failure"
          actions={retry}
        >
          <p>{t('failure.brokenText')}</p>
        </StatePanel>
      );
  }
}
