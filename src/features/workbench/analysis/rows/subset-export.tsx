import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import type { TableRow } from '@/shared/table-files/table-column';
import { useAnnounce } from '@/shared/ui/announcer';
import { downloadBlob } from '@/shared/ui/download-text';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../use-workbench';
import type { RowsRead } from '../model/rows-read';
import { coverageText } from '../reading/coverage-text';
import { FIGURES_FORMATS, streamedFile, type FiguresFormat } from '../tables/figures-file';
import { fieldColumn, figuresColumn } from '../tables/figures-table';
import classes from './subset-rows.module.css';

export interface SubsetExportProps {
  readonly opened: OpenSnapshot;
  readonly rowsRead: Pick<RowsRead, 'table' | 'coverage'>;
  /** Which rows these are. */
  readonly words: string;
}

type ExportState =
  | { readonly status: 'idle'; readonly note: string }
  | { readonly status: 'writing'; readonly done: number };

/** Rows per query: little latency beside the work. */
const ROWS_PER_READ = 5_000;

/** Writes the rows to a file, from the engine: the service has no snapshot of them. */
export function SubsetExport({ opened, rowsRead, words }: SubsetExportProps) {
  const t = useTranslations('subset');
  const tFigures = useTranslations('figures');
  const tAnalysis = useTranslations('analysis');
  const formats = useFormats();
  const { excelRegion } = useFormatSettings();
  const { priceColumn } = useWorkbenchScope();
  const announce = useAnnounce();
  const [state, setState] = useState<ExportState>({ status: 'idle', note: '' });
  const writing = useRef<AbortController | null>(null);
  useEffect(() => () => writing.current?.abort(), [opened]);
  const { rowCount, cacheKey } = opened.snapshot;
  const count = { formatted: formats.formatInteger(rowCount), count: rowCount };

  async function write(format: FiguresFormat): Promise<void> {
    const controller = new AbortController();
    writing.current?.abort();
    writing.current = controller;
    setState({ status: 'writing', done: 0 });
    const finish = (note: string) => {
      if (controller.signal.aborted) return;
      setState({ status: 'idle', note });
      announce(note);
    };
    const places = rowsRead.table.columns.map(({ name }) => opened.columns.indexOf(name));
    async function* batches(): AsyncGenerator<readonly TableRow[]> {
      for (let done = 0; done < rowCount; done += ROWS_PER_READ) {
        const rows = await opened.readPage(done / ROWS_PER_READ + 1, ROWS_PER_READ, controller.signal);
        yield rows.map((row) => places.map((place) => row[place] ?? null));
        setState({ status: 'writing', done: done + rows.length });
      }
    }
    try {
      const { name, content } = await streamedFile(
        {
          name: `${priceColumn.displayName} – ${words}`.slice(0, LONGEST_NAME),
          columns: rowsRead.table.columns.map(({ name: column, type }) => {
            const field = priceColumn.fields.find((each) => each.name === column);
            return field === undefined ? figuresColumn(column, type) : fieldColumn(field);
          }),
          rowCount,
          batches: batches(),
          about: [
            [t('about.priceColumn'), priceColumn.displayName],
            [t('about.rows'), t('found', { ...count, words })],
            [t('about.coverage'), coverageText(rowsRead.coverage, tAnalysis, formats)],
            [t('about.snapshot'), cacheKey],
            [t('about.taken'), formats.formatDateTime(opened.takenAtMs)],
          ],
        },
        format,
        { excelRegion, aboutTitle: tFigures('about') },
      );
      if (controller.signal.aborted) return;
      downloadBlob(name, content);
      finish(t('written', { ...count, file: name }));
    } catch {
      finish(t('notWritten'));
    }
  }

  if (state.status === 'writing') {
    const percent = Math.floor((state.done * 100) / rowCount);
    return (
      <>
        <p
          role="progressbar"
          aria-label={t('progress')}
          aria-valuenow={percent}
          aria-valuetext={formats.formatPercent(percent / 100)}
          className={classes['note']}
        >
          {t('writing', { done: formats.formatInteger(state.done), all: count.formatted })}
        </p>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => {
            writing.current?.abort();
            setState({ status: 'idle', note: '' });
          }}
        >
          {t('cancel')}
        </Button>
      </>
    );
  }
  return (
    <>
      {state.note !== '' && <p className={classes['note']}>{state.note}</p>}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={15} aria-hidden="true" />}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            {t('export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {FIGURES_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void write(format)}>
              {tFigures(`formats.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

const LONGEST_NAME = 80;
