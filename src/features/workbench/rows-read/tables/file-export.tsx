import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { downloadFiles } from '@/lib/sealed-files/save-files';
import { useAnnounce } from '@/ui/components/announcer';
import { useRestoredFocus } from '@/ui/components/use-restored-focus';
import { coveragePlace } from '../../controller/places';
import { TABLE_FORMATS, type TableFile, type TableFormat } from '@/analysis/tables/table-file';
import classes from './table-actions.module.css';

/** The progress and cancellation of a file that is being written. */
export interface FileWriting {
  readonly signal: AbortSignal;
  readonly onRows: (done: number, all: number) => void;
}

export interface FileExportProps {
  readonly label: string;
  /** A text above the formats that describes the rows to be written; absent if the button's label describes them. */
  readonly about?: string;
  readonly isDisabled?: boolean;
  /** Whether the button is a tool of the toolbar. Progress and notes then stand in the status line, where they move no tool. */
  readonly isTool?: boolean;
  /** Writes the file, and further files that belong to it. May reject. */
  readonly write: (format: TableFormat, writing: FileWriting) => Promise<readonly TableFile[]>;
}

type ExportState =
  | { readonly status: 'idle'; readonly note: string }
  | { readonly status: 'writing'; readonly done: number; readonly all: number | null };

/** A button that writes rows to a file in a chosen format, with progress and **Cancel**. Unmounting it stops the writing. */
export function FileExport({ label, about, isDisabled = false, isTool = false, write }: FileExportProps) {
  const t = useTranslations('tableExport');
  const formats = useFormats();
  const announce = useAnnounce();
  const [state, setState] = useState<ExportState>({ status: 'idle', note: '' });
  const writing = useRef<AbortController | null>(null);
  const container = useRef<HTMLDivElement>(null);
  // The button and **Cancel** replace each other, so the focus moves to the new one.
  const restoredFocus = useRestoredFocus(() => container.current?.querySelector('button')?.focus());
  useEffect(() => () => writing.current?.abort(), []);

  async function start(format: TableFormat): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    writing.current?.abort();
    writing.current = controller;
    setState({ status: 'writing', done: 0, all: null });
    const finish = (note: string) => {
      if (signal.aborted) return;
      setState({ status: 'idle', note });
      announce(note);
    };
    let rowCount = 0;
    const onRows = (done: number, all: number) => {
      rowCount = all;
      if (!signal.aborted) setState({ status: 'writing', done, all });
    };
    try {
      const files = await write(format, { signal, onRows });
      if (signal.aborted) return;
      const isDownloaded = await downloadFiles(files.map((file) => ({ ...file, seal: null })));
      const count = { formatted: formats.formatInteger(rowCount), count: rowCount };
      finish(isDownloaded ? t('written', { ...count, file: files[0]?.name ?? '' }) : t('notWritten'));
    } catch {
      finish(t('notWritten'));
    }
  }

  if (state.status === 'writing') {
    const { done, all } = state;
    const percent = all === null || all === 0 ? 0 : Math.floor((done * 100) / all);
    return (
      <Group ref={container} gap={8} {...restoredFocus}>
        <Texts isTool={isTool}>
          <p
            role="progressbar"
            aria-label={t('progress')}
            aria-valuenow={percent}
            aria-valuetext={formats.formatPercent(percent / 100)}
            className={classes['progress']}
          >
            {all === null
              ? t('progress')
              : t('writing', { done: formats.formatInteger(done), all: formats.formatInteger(all) })}
          </p>
        </Texts>
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
      </Group>
    );
  }
  return (
    <Group ref={container} gap={8} {...restoredFocus}>
      {state.note !== '' && (
        <Texts isTool={isTool}>
          {/* It has been announced already. */}
          <p className={classes['progress']} title={state.note} aria-live="off">
            {state.note}
          </p>
        </Texts>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            {...(isTool ? TOOL : { variant: 'default' })}
            size="compact-sm"
            leftSection={<IconDownload size={15} aria-hidden="true" />}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
            disabled={isDisabled}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {about !== undefined && <Menu.Label>{about}</Menu.Label>}
          {TABLE_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void start(format)}>
              {t(`formats.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

const TOOL = { variant: 'subtle', color: 'gray' } as const;

function Texts({ isTool, children }: { readonly isTool: boolean; readonly children: ReactNode }) {
  return isTool ? <coveragePlace.Into>{children}</coveragePlace.Into> : children;
}
