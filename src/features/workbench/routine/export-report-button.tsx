import { Button, Group, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { viewState } from '@/session/rights/rights';
import { useRights, useServiceClient } from '@/session/session-context';
import { useOwnRecords } from '@/session/use-own-records';
import { useWords } from '@/ui/formats/use-words';
import { localDay } from '@/lib/formats/iso-date';
import { downloadFiles } from '@/lib/sealed-files/save-files';
import { useAnnounce } from '@/ui/components/announcer';
import type { ListedView } from '../saved-views/saved-views-table';
import { connectEngine } from '@/analysis/engine/connect-engine';
import { createRoutineEngine } from './routine-engine';
import { routineReport, type ReportedView } from './routine-report';
import type { RoutineResult } from './routine-result';
import { keptInBrowser } from './routine-storage';

export interface ExportReportButtonProps {
  /** The views in the order of the report. */
  readonly listed: readonly { readonly view: ListedView; readonly result: RoutineResult }[];
  readonly priceColumns: readonly PriceColumn[];
}

/** A button that writes the findings of the routine to a workbook. Unmounting the button cancels the writing. */
export function ExportReportButton({ listed, priceColumns }: ExportReportButtonProps) {
  const t = useTranslations('routine.report');
  const announce = useAnnounce();
  const own = useOwnRecords();
  const client = useServiceClient();
  const rights = useRights();
  const words = useWords();
  const [state, setState] = useState<'idle' | 'writing' | 'failed'>('idle');
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const write = async () => {
    const writing = new AbortController();
    controller.current = writing;
    const engine = createRoutineEngine(connectEngine);
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
          storage: keptInBrowser(own, client),
          isLocked: (field) => viewState(field, rights).state === 'locked',
          connect: engine.connect,
        },
        words,
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
        <Text size="sm" c="var(--cn-danger)">
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
