import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCpu,
  IconDatabaseOff,
  IconPlayerStop,
  IconTable,
  type Icon,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FailurePanel } from '@/ui/components/failure-panel';
import { RetryButton } from '@/ui/components/retry-button';
import { StatePanel } from '@/ui/components/state-panel';
import { useWorkbenchActions } from '../../controller/use-workbench';
import type { EngineFailure } from '@/analysis/engine/analysis-engine';
import { canResume, type ReadingState } from '@/analysis/reading/reading-state';
import type { Reading } from './use-reading';

type Reason =
  | 'noRows'
  | 'nothingRead'
  | 'cancelled'
  | 'unsupported'
  | 'notLoaded'
  | 'outOfMemory'
  | 'tooSlow'
  | 'broken';

interface ReasonPanel {
  readonly icon: Icon;
  readonly tone?: 'failure';
  readonly action?: 'retry' | 'read-sample' | 'show-rows';
}

const PANELS: Readonly<Record<Reason, ReasonPanel>> = {
  noRows: { icon: IconDatabaseOff },
  nothingRead: { icon: IconAlertTriangle },
  cancelled: { icon: IconPlayerStop },
  unsupported: { icon: IconCpu, action: 'show-rows' },
  notLoaded: { icon: IconAlertTriangle, tone: 'failure', action: 'retry' },
  outOfMemory: { icon: IconAlertTriangle, tone: 'failure', action: 'read-sample' },
  tooSlow: { icon: IconAlertTriangle, tone: 'failure', action: 'retry' },
  broken: { icon: IconAlertTriangle, tone: 'failure', action: 'retry' },
};

const ENGINE_REASONS: Readonly<Record<EngineFailure['kind'], Reason>> = {
  unsupported: 'unsupported',
  'not-loaded': 'notLoaded',
  'out-of-memory': 'outOfMemory',
  'too-slow': 'tooSlow',
  'too-large': 'tooSlow',
  ended: 'broken',
  'out-of-range': 'broken',
  'query-failed': 'broken',
};

function reasonOf({ snapshotRows, status, failure }: ReadingState): Reason | null {
  if (snapshotRows === 0) return 'noRows';
  if (failure?.kind === 'engine') return ENGINE_REASONS[failure.failure.kind];
  if (failure !== null) return 'nothingRead';
  return status === 'cancelled' ? 'cancelled' : null;
}

/** Shown instead of a view if there are no rows. Explains the reason and offers the next step. */
export function NoRowsRead({ reading: { store, state } }: { readonly reading: Reading }) {
  const t = useTranslations('analysis');
  const { showView } = useWorkbenchActions();
  const { failure, kind } = state;
  const reason = reasonOf(state);
  if (reason === null) return null;
  if (reason === 'nothingRead' && failure?.kind === 'service' && canResume(state)) {
    return <FailurePanel failure={failure.failure} onRetry={store.resume} />;
  }
  const { icon: PanelIcon, tone, action } = PANELS[reason];
  const actions = {
    retry: <RetryButton onRetry={() => store.start(kind ?? 'all')} />,
    'read-sample': (
      <Button variant="default" onClick={() => store.start('sample')}>
        {t('choice.readSample')}
      </Button>
    ),
    'show-rows': (
      <Button variant="default" leftSection={<IconTable size={16} />} onClick={() => showView('rows')}>
        {t('failure.showRows')}
      </Button>
    ),
  };
  return (
    <StatePanel
      icon={<PanelIcon size={22} />}
      title={t(`failure.${reason}Title`)}
      {...(tone !== undefined && { tone })}
      {...(action !== undefined && { actions: actions[action] })}
    >
      <p>{t(`failure.${reason}Text`)}</p>
    </StatePanel>
  );
}
