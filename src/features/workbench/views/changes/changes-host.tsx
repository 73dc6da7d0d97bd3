import { Button, Group, Stack, Text } from '@mantine/core';
import { IconGitCompare, IconLinkOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useHasSnapshots } from '@/session/session-context';
import { StatePanel } from '@/ui/components/state-panel';
import { useWorkbenchActions } from '../../controller/use-workbench';
import { nameOfSource } from '@/analysis/conditions/source';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { ReadingStatus } from '../../rows-read/sources/reading-status';
import type { ChosenFile } from '../../rows-read/sources/files/files-of-page';
import { SourceStatus } from '../../rows-read/sources/source-status';
import { RefinedBar } from '../../rows-read/steps/refined-bar';
import type { ViewPartProps } from '../view-part';
import { useChangesState } from './changes-state';
import { ComparedCopies } from './changes-setup';
import classes from './changes.module.css';
import type { SideName } from '@/analysis/comparison/compared-side';
import { ComparedSides } from './compared-sides';
import { useSideWaysOut } from './comparison-form';

/** The **Changes** view: compares the snapshot on screen with the source that the address names, and shows the differences. */
export function ChangesHost({ isShown }: ViewPartProps) {
  const { openSnapshot, reading, refinement, refining } = useRowsReadScope();
  const { read, choice, file, other, state, sides, columns, setIsChoosingFile } = useChangesState();
  const t = useTranslations('changes');
  const waysOut = useSideWaysOut();
  const { cacheKey } = openSnapshot.snapshot;
  const chooseFile = () => setIsChoosingFile(true);
  return (
    <Stack gap={8} mih="100%" px="md" py="sm" hidden={!isShown} className={classes['changes'] ?? ''}>
      {refining !== null && (
        <>
          <RefinedBar refining={refining} />
          <Text size="sm" c="dimmed">
            {t('refined')}
          </Text>
        </>
      )}
      {content()}
    </Stack>
  );

  function content() {
    if (read?.ok === false) {
      return (
        <StatePanel icon={<IconLinkOff size={22} />} title={t('problem.title')} tone="warning">
          <p role="alert">{t(`problem.${read.problem.kind}`, { text: read.problem.text.slice(0, 80) })}</p>
        </StatePanel>
      );
    }
    if (choice === null) return isShown && <NothingToCompare />;
    const status = (
      <SourceStatus
        name={t(`side.${sides?.earlier.opened === other ? 'earlier' : 'later'}`)}
        state={state}
        waysOut={waysOut}
        onChooseFile={chooseFile}
      />
    );
    if (sides === null || state.status === 'same') {
      return (
        <>
          {file !== null && (
            <ReadingStatus name={t(`side.${sideBeside(file)}`)} reading={reading} waysOut={null} />
          )}
          {status}
        </>
      );
    }
    return (
      <ComparedSides
        key={`${cacheKey} ${file?.id} ${nameOfSource(choice.with)}`}
        sides={sides}
        columns={columns}
        choice={choice}
        openSnapshot={openSnapshot}
        reading={reading}
        other={state}
        refinement={refinement}
      >
        {status}
      </ComparedSides>
    );
  }

  /** Returns whether the snapshot on screen is the earlier or the later side, before the rows of the file are read. */
  function sideBeside({ file: { outline } }: ChosenFile): SideName {
    const { certificate } = outline;
    const isEarlier =
      certificate === null || Date.parse(certificate.snapshot.created) <= openSnapshot.snapshot.createdAtMs;
    return isEarlier ? 'later' : 'earlier';
  }
}

/** Explains that a source to compare with is missing, and offers ways to choose one. */
function NothingToCompare() {
  const t = useTranslations('changes.start');
  const { others, setIsChoosingFile } = useChangesState();
  const hasSnapshots = useHasSnapshots();
  const { compareWithNew } = useWorkbenchActions();
  const { onChoose } = useSideWaysOut();
  return (
    <StatePanel
      icon={<IconGitCompare size={22} />}
      title={t('title')}
      actions={
        <Group gap="xs" justify="center">
          {others.length > 0 && <Button onClick={onChoose}>{t('choose')}</Button>}
          <Button variant="default" onClick={() => setIsChoosingFile(true)}>
            {t('file')}
          </Button>
          {hasSnapshots && (
            <Button variant="default" onClick={compareWithNew}>
              {t('takeNew')}
            </Button>
          )}
        </Group>
      }
    >
      <p>{t(others.length > 0 ? 'text' : hasSnapshots ? 'noOther' : 'noSnapshots')}</p>
      <ComparedCopies justify="center" />
    </StatePanel>
  );
}
