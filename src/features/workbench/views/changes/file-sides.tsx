import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconRefresh } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useAnnounce } from '@/shared/ui/announcer';
import { StatePanel } from '@/shared/ui/state-panel';
import type { ComparisonChoice } from '../../model/compare-with';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { secondDigitsOf, type FileProblem } from '../../rows-read/sources/files/file-outline';
import { FileProgress } from '../../rows-read/sources/files/file-progress';
import type { AddedFile, MappedFile } from '../../rows-read/sources/files/read-file';
import { useFileSide } from '../../rows-read/sources/files/use-file-side';
import { useProblemText } from '../../rows-read/sources/files/use-problem-text';
import type { Refinement } from '../../model/refinement';
import type { Reading } from '../../rows-read/reading/use-reading';
import classes from './changes.module.css';
import { comparableColumns, orderedSides, withComputed, type SnapshotSide } from './compared-side';
import { ReadSides } from './compared-sides';
import { isWhole, SideReading } from '../../rows-read/sources/side-reading';

export interface FileSidesProps {
  readonly file: MappedFile;
  readonly choice: ComparisonChoice;
  /** The side on screen, and its reading. */
  readonly onScreen: SnapshotSide;
  readonly reading: Reading;
  /** What the address refines rows by; null for nothing. */
  readonly refinement: Refinement | null;
  readonly onChooseFile: () => void;
}

/** Reads a file beside the snapshot on screen, compares the two, and shows what differs. */
export function FileSides(props: FileSidesProps) {
  const { file, choice, onScreen, reading, refinement, onChooseFile } = props;
  const t = useTranslations('files.side');
  const tChanges = useTranslations('changes');
  const { priceColumn, isLocked } = useWorkbenchScope();
  const isReady = isWhole(reading);
  const { state, id, cancel, retry } = useFileSide(file, reading, isReady);
  const { formatInteger } = useFormats();
  const { name } = file.outline;
  useAnnounceFile(state.status, name);
  const read = state.status === 'done' ? state : null;
  const sides = useMemo(
    () =>
      read === null
        ? null
        : orderedSides(onScreen, { opened: read.opened, search: {}, hasQuery: false, file }),
    [read, onScreen, file],
  );
  const columns = useMemo(
    () =>
      sides === null
        ? null
        : comparableColumns(
            withComputed(
              { earlier: sides.earlier.opened.columns, later: sides.later.opened.columns },
              refinement,
            ),
            priceColumn,
            isLocked,
          ),
    [sides, refinement, priceColumn, isLocked],
  );
  switch (state.status) {
    case 'waiting':
      return (
        <>
          <SideReading
            name={tChanges(`side.${isFileEarlier(file, onScreen.opened) ? 'later' : 'earlier'}`)}
            reading={reading}
            waysOut={null}
          />
          <p className={classes['note']}>{t('waiting')}</p>
        </>
      );
    case 'reading':
      return (
        <div className={classes['fileReading']}>
          <p className={classes['note']}>
            {t('reading', { name, formatted: formatInteger(state.rowCount), count: state.rowCount })}
          </p>
          <FileProgress label={t('progress')} share={state.rowCount / file.outline.rowCount} />
          <Button size="compact-sm" variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
        </div>
      );
    case 'cancelled':
      return (
        <p className={classes['note']}>
          {t('stopped')}{' '}
          <Button size="compact-sm" variant="default" onClick={retry}>
            {t('resume')}
          </Button>
        </p>
      );
    case 'problem':
      return <FileProblemPanel problem={state.problem} name={name} onChooseFile={onChooseFile} />;
    case 'failed':
      return (
        <StatePanel
          icon={<IconAlertTriangle size={22} />}
          title={tChanges('failed.title')}
          tone="failure"
          actions={
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
              {t('tryAgain')}
            </Button>
          }
        >
          <p>{t('failed')}</p>
        </StatePanel>
      );
    case 'done':
      if (sides === null || columns === null) return null;
      return (
        <ReadSides
          sides={sides}
          columns={columns}
          choice={choice}
          shown={onScreen.opened}
          reading={reading}
          refinement={refinement}
          other={{
            rows: {
              table: state.added.table,
              rowCount: state.added.rowCount,
              coverage: { kind: 'all', rowCount: state.added.rowCount },
              secondDigits: secondDigitsOf(file.outline),
              isOfWorkbook: file.outline.format === 'xlsx',
            },
            revision: `file ${id} ${state.added.table.sqlName}`,
            status: <FileNotes added={state.added} />,
          }}
        />
      );
  }
}

function isFileEarlier(file: MappedFile, { snapshot }: OpenSnapshot): boolean {
  const { certificate } = file.outline;
  return certificate === null || Date.parse(certificate.snapshot.created) <= snapshot.createdAtMs;
}

interface FileProblemPanelProps {
  readonly problem: FileProblem;
  readonly name: string;
  readonly onChooseFile: () => void;
}

function FileProblemPanel({ problem, name, onChooseFile }: FileProblemPanelProps) {
  const t = useTranslations('files.side');
  const { title, text } = useProblemText(problem, name);
  return (
    <StatePanel
      icon={<IconAlertTriangle size={22} />}
      title={title}
      tone="failure"
      actions={
        <Button variant="default" onClick={onChooseFile}>
          {t('again')}
        </Button>
      }
    >
      <p>{text}</p>
    </StatePanel>
  );
}

/** What was noticed while the file was read. */
function FileNotes({ added }: { readonly added: AddedFile }) {
  const t = useTranslations('files.side');
  const { formatInteger } = useFormats();
  const { isAsCertified, shortRows, misfits } = added;
  const notes: string[] = [];
  if (isAsCertified !== null) notes.push(t(isAsCertified ? 'asCertified' : 'notAsCertified'));
  if (shortRows > 0) {
    notes.push(t('shortRows', { formatted: formatInteger(shortRows), count: shortRows }));
  }
  const counted = Object.entries(misfits).map(([column, count]) => `${column} (${formatInteger(count)})`);
  if (counted.length > 0) notes.push(t('misfits', { columns: counted.join(', ') }));
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t('notes')} className={classes['notes']}>
      {notes.map((note) => (
        <li key={note}>
          <IconInfoCircle size={14} aria-hidden="true" /> {note}
        </li>
      ))}
    </ul>
  );
}

/** Announces that the file is read; the comparison announces itself. */
function useAnnounceFile(status: string, name: string): void {
  const t = useTranslations('files.side');
  const announce = useAnnounce();
  const report = useEffectEvent(() => announce(t('announced', { name })));
  useEffect(() => {
    if (status === 'reading') report();
  }, [status]);
}
