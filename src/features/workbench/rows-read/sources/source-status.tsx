import '@mantine/core/styles/List.css';
import { Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconGitCompare, IconInfoCircle, IconLinkOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { useAnnounce } from '@/ui/components/announcer';
import { StatePanel } from '@/ui/components/state-panel';
import { CalculationFailure } from '../reading/calculation-failure';
import type { FileProblem } from '@/analysis/source-files/file-outline';
import { fileNotes } from '@/analysis/source-files/file-notes';
import { FileProgress } from './files/file-progress';
import type { AddedFile } from '@/analysis/source-files/read-file';
import { fileProblemText } from '@/analysis/source-files/problem-text';
import { ReadingStatus } from './reading-status';
import { SourceFailure, type SourceWaysOut } from './source-failure';
import type { SourceState } from './use-source';

export interface SourceStatusProps {
  /** The name of the rows that the messages use. */
  readonly name: string;
  readonly state: SourceState;
  readonly waysOut: SourceWaysOut;
  /** Called when the user wants to choose another file, because one cannot be read; absent if no file can be chosen. */
  readonly onChooseFile?: (() => void) | undefined;
  /** Whether the lines are below a bar without margins, and need the same padding as that bar. */
  readonly isBelowBar?: boolean;
}

/** Shows the progress of reading a source, why it has stopped, and notes about its rows. */
export function SourceStatus({ name, state, waysOut, onChooseFile, isBelowBar = false }: SourceStatusProps) {
  const t = useTranslations('sources');
  switch (state.status) {
    case 'none':
      return null;
    case 'same':
      return (
        <StatePanel icon={<IconGitCompare size={22} />} title={t('same.title')}>
          <p>{t('same.text')}</p>
        </StatePanel>
      );
    case 'unknown':
      return state.source.kind === 'file' ? <UnknownFile onChooseFile={onChooseFile} /> : null;
    case 'opening':
      return <Note isBelowBar={isBelowBar}>{t('opening')}</Note>;
    case 'failed':
      return <SourceFailure error={state.error} onRetry={state.retry} waysOut={waysOut} />;
    case 'reading':
      return <ReadingStatus name={name} reading={state.reading} waysOut={waysOut} />;
    case 'file':
      return <FileStatus {...state} onChooseFile={onChooseFile} isBelowBar={isBelowBar} />;
    case 'read':
      return state.added === null ? null : <FileNotes added={state.added} />;
  }
}

/** The padding of a bar. */
const BELOW_BAR = { px: 12, py: 6 };

function Note({
  isBelowBar = false,
  children,
}: {
  readonly isBelowBar?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Text size="sm" c="dimmed" {...(isBelowBar && BELOW_BAR)}>
      {children}
    </Text>
  );
}

type OnChooseFile = Pick<SourceStatusProps, 'onChooseFile'>;

function ChooseFileButton({ onChooseFile }: OnChooseFile) {
  const t = useTranslations('sources.file');
  if (onChooseFile === undefined) return null;
  return (
    <Button variant="default" onClick={onChooseFile}>
      {t('again')}
    </Button>
  );
}

function UnknownFile(props: OnChooseFile) {
  const t = useTranslations('sources');
  return (
    <StatePanel
      icon={<IconLinkOff size={22} />}
      title={t('gone.title')}
      tone="warning"
      actions={<ChooseFileButton {...props} />}
    >
      <p role="alert">{t('gone.file')}</p>
    </StatePanel>
  );
}

type FileStatusProps = Extract<SourceState, { status: 'file' }> &
  OnChooseFile & { readonly isBelowBar: boolean };

function FileStatus({ file, state, cancel, retry, onChooseFile, isBelowBar }: FileStatusProps) {
  const t = useTranslations('sources.file');
  const { formatInteger } = useFormats();
  const { name, rowCount } = file.outline;
  useAnnounceFile(state.status, name);
  switch (state.status) {
    case 'waiting':
      return <Note isBelowBar={isBelowBar}>{t('waiting')}</Note>;
    case 'reading':
      return (
        <Group gap="xs" {...(isBelowBar && BELOW_BAR)}>
          <Note>
            {t('reading', { name, formatted: formatInteger(state.rowCount), count: state.rowCount })}
          </Note>
          <FileProgress label={t('progress')} share={state.rowCount / rowCount} />
          <Button size="compact-sm" variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
        </Group>
      );
    case 'cancelled':
      return (
        <Note isBelowBar={isBelowBar}>
          {t('stopped')}{' '}
          <Button size="compact-sm" variant="default" onClick={retry}>
            {t('resume')}
          </Button>
        </Note>
      );
    case 'problem':
      return <FileProblemPanel problem={state.problem} name={name} onChooseFile={onChooseFile} />;
    case 'failed':
      return <CalculationFailure of="sources.file" onRetry={retry} />;
  }
}

function FileProblemPanel({
  problem,
  name,
  onChooseFile,
}: OnChooseFile & { readonly problem: FileProblem; readonly name: string }) {
  const { title, text } = fileProblemText(useWords(), problem, name);
  return (
    <StatePanel
      icon={<IconAlertTriangle size={22} />}
      title={title}
      tone="failure"
      actions={<ChooseFileButton onChooseFile={onChooseFile} />}
    >
      <p>{text}</p>
    </StatePanel>
  );
}

/** A list of notes about what was found while the file was read. */
function FileNotes({ added }: { readonly added: AddedFile }) {
  const t = useTranslations('sources.file');
  const notes = fileNotes(useWords(), added);
  if (notes.length === 0) return null;
  return (
    <List
      aria-label={t('notes')}
      size="sm"
      c="dimmed"
      spacing={4}
      icon={<IconInfoCircle size={14} aria-hidden="true" />}
    >
      {notes.map((note) => (
        <List.Item key={note}>{note}</List.Item>
      ))}
    </List>
  );
}

/** Announces that the file is being read. Other components announce the results of its rows. */
function useAnnounceFile(status: string, name: string): void {
  const t = useTranslations('sources.file');
  const announce = useAnnounce();
  const report = useEffectEvent(() => announce(t('announced', { name })));
  useEffect(() => {
    if (status === 'reading') report();
  }, [status]);
}
