import { Button, Group, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { viewState } from '@/session/rights';
import { useRights, useServiceClient } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { useFormats } from '@/shared/formats/format-settings-context';
import { localDay } from '@/shared/formats/iso-date';
import { downloadFiles } from '@/shared/sealed-files/save-files';
import { useAnnounce } from '@/shared/ui/announcer';
import { useCheckName } from '../rows-read/checks/use-check-name';
import { ROW_KINDS, type RowKind } from '../rows-read/comparison/comparison';
import { useNoteLabels } from '../rows-read/tables/use-note-labels';
import type { ListedView } from '../saved-views/saved-views-table';
import { createRoutineEngine } from './routine-engine';
import { routineReport, type ReportedView, type RoutineReportTexts } from './routine-report';
import type { RoutineResult } from './routine-result';
import { NO_OWN_CHECKS } from './what-is-new';

export interface ExportReportButtonProps {
  /** In the order of the report. */
  readonly listed: readonly { readonly view: ListedView; readonly result: RoutineResult }[];
  readonly priceColumns: readonly PriceColumn[];
}

/** Writes what the routine found to a workbook. Gone, it ends a workbook in the making. */
export function ExportReportButton({ listed, priceColumns }: ExportReportButtonProps) {
  const t = useTranslations('routine.report');
  const announce = useAnnounce();
  const own = useOwnRecords();
  const client = useServiceClient();
  const rights = useRights();
  const texts = useReportTexts(listed.map(({ result }) => result));
  const [state, setState] = useState<'idle' | 'writing' | 'failed'>('idle');
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const write = async () => {
    const writing = new AbortController();
    controller.current = writing;
    const engine = createRoutineEngine();
    setState('writing');
    announce(t('writing'));
    try {
      const file = await routineReport({
        views: listed.map(({ view, result }): ReportedView => ({
          view: view.view,
          displayName: view.displayName,
          priceColumn: priceColumns.find(({ name }) => name === result.priceColumn) ?? null,
          result,
        })),
        ports: {
          own,
          client,
          isLocked: (field) => viewState(field, rights).state === 'locked',
          connect: engine.connect,
        },
        texts,
        today: localDay(new Date()),
        signal: writing.signal,
      });
      const isDownloaded = await downloadFiles([{ ...file, seal: null }]);
      setState(isDownloaded ? 'idle' : 'failed');
      announce(t(isDownloaded ? 'written' : 'notWritten'));
    } catch {
      if (writing.signal.aborted) return;
      setState('failed');
      announce(t('notWritten'));
    } finally {
      engine.end();
    }
  };

  return (
    <Group gap={8}>
      {state === 'failed' && (
        <Text size="sm" c="red">
          {t('notWritten')}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFileSpreadsheet size={15} aria-hidden="true" />}
        loading={state === 'writing'}
        onClick={() => void write()}
      >
        {t('button')}
      </Button>
    </Group>
  );
}

function useReportTexts(results: readonly RoutineResult[]): RoutineReportTexts {
  const t = useTranslations('routine.report');
  const tNew = useTranslations('routine.new');
  const tChanges = useTranslations('changes');
  const tViews = useTranslations('savedViews');
  const { formatInteger, formatDateTime } = useFormats();
  const nameOfCheck = useCheckName(NO_OWN_CHECKS);
  const noteLabels = useNoteLabels();
  const ranAtMs = Math.max(0, ...results.map((result) => result.ranAtMs));
  return {
    name: t('name', { day: localDay(new Date(ranAtMs)) }),
    sheets: { new: tNew('title'), effect: t('effect'), findings: tNew('findings') },
    heads: {
      view: tViews('name'),
      priceColumn: tViews('priceColumn'),
      ranAt: t('ranAt'),
      rowsBefore: t('rowsBefore'),
      rowsNow: t('rowsNow'),
      added: tChanges('toggle.added'),
      removed: tChanges('toggle.removed'),
      changed: tChanges('toggle.changed'),
      raised: t('raised'),
      lowered: t('lowered'),
      currency: t('currency'),
      effect: t('effect'),
      check: tNew('check'),
      found: t('found'),
      newFindings: t('newFindings'),
      goneFindings: t('goneFindings'),
    },
    changes: {
      change: tChanges('head.kind'),
      kinds: Object.fromEntries(ROW_KINDS.map((kind) => [kind, tChanges(`toggle.${kind}`)])) as Record<
        RowKind,
        string
      >,
      ofSide: (side, column) => tChanges(`export.ofSide.${side}`, { column }),
      delta: tChanges('head.delta'),
      deltaPercent: tChanges('head.percent'),
    },
    nameOfCheck,
    aboutTitle: t('about'),
    shortened: (view, rows) => [view, t('shortened', { formatted: formatInteger(rows) })],
    about: [
      [t('ranAt'), formatDateTime(ranAtMs)],
      [t('views'), formatInteger(results.length)],
      [t('effect'), t('effectMeaning')],
    ],
    noteLabels,
  };
}
