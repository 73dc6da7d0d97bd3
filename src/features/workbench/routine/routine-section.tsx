import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { keptCopies } from '@/rows/kept-copies/kept-copies';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useKeepObstacle } from '@/rows/kept-copies/kept-copies-mode';
import { MAX_COPY_NAME_LENGTH } from '@/rows/kept-copies/kept-copy';
import { viewState } from '@/session/rights/rights';
import { useRights, useServiceClient, useSessionStates } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { accountId } from '@/lib/storage/record-storage';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useAnnounce } from '@/ui/components/announcer';
import { Section } from '@/ui/components/section';
import { connectEngine } from '@/analysis/engine/connect-engine';
import type { ListedView } from '../saved-views/saved-views-table';
import { routineRuns } from '../storage/routine-runs';
import { savedChecksQuery } from '../storage/saved-checks.queries';
import { ExportReportButton } from './export-report-button';
import { guardPageRoutine, pageRoutine } from './page-routine';
import { createRoutineEngine } from './routine-engine';
import { routineResultsQuery } from './routine-records.queries';
import type { RoutineResult } from './routine-result';
import type { RoutineState } from './routine-store';
import {
  forgetRemovedViews,
  routineResults,
  routineStorageOfBrowser,
  type KeepSnapshot,
} from './routine-storage';
import { WhatIsNew } from './what-is-new';
import classes from './routine.module.css';

export interface RoutineSectionProps {
  /** The views in the routine, in the order of the list. */
  readonly views: readonly ListedView[];
  readonly priceColumns: readonly PriceColumn[];
  readonly keep: KeepSnapshot;
}

const NO_RESULTS: readonly RoutineResult[] = [];

/** Stores when the routine and each of its views were last run, so that other screens can show it. */
async function noteRun(own: OwnRecords): Promise<void> {
  const views = (await routineResults.readAll(own)).map(({ viewId, ranAtMs, now }) => {
    return { viewId, ranAtMs, rowCount: now.rowCount };
  });
  await routineRuns.put(own, [{ id: 'last', ranAtMs: Date.now(), views }]);
}

/** Returns the name of the lock that the running tab holds, because two tabs would delete rows that the other tab is reading. */
function lockName({ account }: OwnRecords): string {
  return `colonnade.routine.${accountId(account)}`;
}

/** Runs the views of the routine and shows what is new in them. */
export function RoutineSection({ views, priceColumns, keep }: RoutineSectionProps) {
  const t = useTranslations('routine');
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const own = useOwnRecords();
  const client = useServiceClient();
  const rights = useRights();
  const session = useSessionStates();
  const queryClient = useQueryClient();
  const { data: results = NO_RESULTS } = useQuery(routineResultsQuery(own));
  const { data: checks } = useQuery(savedChecksQuery(own));
  const { data: copies } = useQuery(keptCopiesQuery(own));
  const copyIds = useMemo(() => new Set(copies?.map(({ id }) => id)), [copies]);
  const [store] = useState(pageRoutine);
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const keepObstacle = useKeepObstacle();

  const ofViews = results.filter(({ viewId }) => views.some(({ view }) => view.id === viewId));
  const rowsLastTime = ofViews.reduce((sum, { now }) => sum + now.rowCount, 0);
  const hasFailed = views.some(({ view }) => state.progress.get(view.id)?.status === 'failed');
  const canRun = keepObstacle === null && views.length > 0 && checks !== undefined;

  const runAlone = () =>
    navigator.locks.request(lockName(own), { ifAvailable: true }, async (lock) => {
      setIsElsewhere(lock === null);
      if (lock !== null) await run();
    });

  const run = async () => {
    announce(t('started', { count: views.length }));
    const engine = createRoutineEngine(connectEngine);
    const release = guardPageRoutine(session);
    try {
      await forgetRemovedViews(own);
      await store.start(
        views.map(({ view, words }) => ({
          view,
          priceColumn: priceColumns.find(({ name }) => name === view.priceColumn),
          words,
          copyName: t('copyName', { name: view.name }).slice(0, MAX_COPY_NAME_LENGTH),
        })),
        {
          client,
          storage: routineStorageOfBrowser(own, client, keep),
          isLocked: (field) => viewState(field, rights).state === 'locked',
          connect: engine.connect,
          savedChecks: (name) => checks?.find(({ priceColumn }) => priceColumn === name)?.checks,
          nowMs: Date.now,
        },
        () =>
          Promise.all([
            queryClient.invalidateQueries({ queryKey: routineResultsQuery(own).queryKey }),
            queryClient.invalidateQueries({ queryKey: keptCopies.queryKey(own) }),
          ]),
      );
    } finally {
      engine.end();
      release();
    }
    await noteRun(own).catch(() => undefined);
    void queryClient.invalidateQueries({ queryKey: routineRuns.queryKey(own) });
    announce(t('ended'));
  };

  return (
    <Section title={t('title')} order={2} size="h4" mb={4}>
      <Stack gap={8} mb={20}>
        <Group gap={12}>
          {state.isRunning ? (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
              onClick={store.cancel}
            >
              {t('cancel')}
            </Button>
          ) : (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
              disabled={!canRun}
              onClick={() => void runAlone()}
            >
              {t('run')}
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {keepObstacle !== null
              ? t(`notKept.${keepObstacle}`)
              : views.length === 0
                ? t('none')
                : ofViews.length < views.length
                  ? t('budgetUnknown', { count: views.length, known: formatInteger(rowsLastTime) })
                  : t('budget', { count: views.length, rows: formatInteger(rowsLastTime) })}
          </Text>
        </Group>
        {isElsewhere && (
          <Text size="sm" role="alert">
            {t('elsewhere')}
          </Text>
        )}
        {state.isRunning && <RoutineProgress views={views} state={state} />}
        {(ofViews.length > 0 || hasFailed) && copies !== undefined && (
          <WhatIsNew
            views={views}
            results={ofViews}
            state={state}
            copyIds={copyIds}
            renderExport={(listed) => <ExportReportButton listed={listed} priceColumns={priceColumns} />}
          />
        )}
      </Stack>
    </Section>
  );
}

interface RoutineProgressProps {
  readonly views: readonly ListedView[];
  readonly state: RoutineState;
}

function RoutineProgress({ views, state }: RoutineProgressProps) {
  const t = useTranslations('routine');
  const { formatPercent } = useFormats();
  return (
    <ul aria-label={t('progress')} className={classes['list']}>
      {views.map(({ view }) => {
        const progress = state.progress.get(view.id);
        if (progress === undefined) return null;
        return (
          <li key={view.id}>
            <Text span size="sm" fw={progress.status === 'running' ? 600 : 400}>
              {view.name}
            </Text>{' '}
            <Text span size="sm" c="dimmed">
              {progress.status === 'running'
                ? progress.share === null
                  ? t(`step.${progress.step}`)
                  : t('stepShare', {
                      step: t(`step.${progress.step}`),
                      share: formatPercent(progress.share),
                    })
                : t(`status.${progress.status}`)}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
