import { Button } from '@mantine/core';
import { IconGitCompare, IconLinkOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { StatePanel } from '@/shared/ui/state-panel';
import { comparisonFromSearch, keyOfSide, lastKeptCopy, sideOfKey } from '../../model/compare-with';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { FileDialog } from '../../rows-read/sources/files/file-dialog';
import type { MappedFile } from '../../rows-read/sources/files/read-file';
import { RefinedBar } from '../../rows-read/steps/refined-bar';
import classes from './changes.module.css';
import {
  comparableColumns,
  metadataKeys,
  numberColumns,
  orderedSides,
  proposedPrice,
  withComputed,
  type SnapshotSide,
} from './compared-side';
import { useShownParts } from '../../controller/use-shown-parts';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import type { ViewPartProps } from '../view-definition';
import { ComparedSides } from './compared-sides';
import { useSideWaysOut, ComparisonForm } from './comparison-form';
import { FileSides } from './file-sides';
import { KeptCopyTools } from './kept-copy-tools';
import { SideFailure } from '../../rows-read/sources/side-failure';
import { useOtherSnapshot } from '../../rows-read/sources/use-other-snapshot';

/** The view **Changes**: what the address compares the snapshot with, and what differs. */
export function ChangesHost({ isShown }: ViewPartProps) {
  const { shown, reading, refinement, refining, comparable } = useRowsReadScope();
  const { renderTools, noteSide } = useShownParts();
  const tools = isShown ? renderTools() : null;
  const t = useTranslations('changes');
  const waysOut = useSideWaysOut();
  const tFiles = useTranslations('files.side');
  const { address, priceColumn, isLocked } = useWorkbenchScope();
  const { compare } = useWorkbenchActions();
  const { v, fields, filter, sort, with: side, keys, price } = address;
  const read = useMemo(() => comparisonFromSearch({ with: side, keys, price }), [side, keys, price]);
  const choice = read?.ok === true ? read.choice : null;
  const { cacheKey } = shown.snapshot;
  const otherKey = choice === null ? null : keyOfSide(choice.with);
  const isSame = otherKey === cacheKey;
  const { other, error, retry } = useOtherSnapshot(isSame ? null : otherKey);
  const otherAtMs = isShown && other !== null ? other.snapshot.createdAtMs : null;
  const reportSide = useEffectEvent(noteSide);
  useEffect(() => {
    if (otherAtMs !== null) reportSide(otherAtMs);
  }, [otherAtMs]);
  const others = useMemo(
    () => comparable.filter((snapshot) => snapshot.cacheKey !== cacheKey),
    [comparable, cacheKey],
  );
  const lastCopy = useMemo(
    () => lastKeptCopy(comparable, { cacheKey, keptOf: shown.keptCopy?.cacheKey }),
    [comparable, cacheKey, shown.keptCopy],
  );
  const onScreen = useMemo(() => {
    const query = Object.entries({ v, fields, filter, sort });
    return sideOf(
      shown,
      Object.fromEntries(query.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    );
  }, [shown, v, fields, filter, sort]);
  const sides = useMemo(() => {
    if (other === null) return null;
    const known = others.find((snapshot) => snapshot.cacheKey === other.snapshot.cacheKey);
    return orderedSides(onScreen, sideOf(other, known?.search ?? {}));
  }, [onScreen, other, others]);
  const [chosenFile, setChosenFile] = useState<ChosenFile | null>(null);
  const [isChoosingFile, setIsChoosingFile] = useState(false);
  const chooseFile = () => setIsChoosingFile(true);
  const fileName = choice?.with.kind === 'file' ? choice.with.name : null;
  const file = chosenFile?.file.outline.name === fileName ? chosenFile : null;
  const columns = useMemo(() => {
    const ofFile = file?.file.mapping.columns.map(({ field }) => field);
    return comparableColumns(
      withComputed(
        {
          earlier: ofFile ?? sides?.earlier.opened.columns ?? shown.columns,
          later: sides?.later.opened.columns ?? shown.columns,
        },
        refinement,
      ),
      priceColumn,
      isLocked,
    );
  }, [file, sides, shown, refinement, priceColumn, isLocked]);

  return (
    <div className={classes['changes']} hidden={!isShown}>
      <KeptCopyTools
        lastCopy={lastCopy}
        isCompared={lastCopy !== null && lastCopy.cacheKey === otherKey}
        // Keys and price of a file may be none of the copy's.
        onCompare={(copy) =>
          compare({
            keys: null,
            price: undefined,
            ...(choice?.with.kind !== 'file' && choice),
            with: sideOfKey(copy.cacheKey),
          })
        }
        tools={tools}
      />
      {refining !== null && (
        <>
          <RefinedBar refining={refining} />
          <p className={classes['note']}>{t('refined')}</p>
        </>
      )}
      <ComparisonForm
        comparable={others}
        choice={choice}
        columns={columns.common}
        numberColumns={numberColumns(columns.common, priceColumn)}
        usualKeys={metadataKeys(columns.common, priceColumn)}
        usualPrice={proposedPrice(columns.common, priceColumn)}
        fileName={chosenFile?.file.outline.name ?? null}
        onChooseFile={chooseFile}
        onCompare={compare}
      />
      {content()}
      {isChoosingFile && (
        <FileDialog
          budgetBytes={reading.budgetBytes}
          onClose={() => setIsChoosingFile(false)}
          onReady={(mapped) => {
            setIsChoosingFile(false);
            setChosenFile({ id: (chosenFile?.id ?? 0) + 1, file: mapped });
            // Keys and price of the side before may be none of the file's.
            compare({ with: { kind: 'file', name: mapped.outline.name }, keys: null, price: undefined });
          }}
        />
      )}
    </div>
  );

  function content() {
    if (read?.ok === false) {
      return (
        <StatePanel icon={<IconLinkOff size={22} />} title={t('problem.title')} tone="warning">
          <p role="alert">{t(`problem.${read.problem.kind}`, { text: read.problem.text.slice(0, 80) })}</p>
        </StatePanel>
      );
    }
    if (choice === null) {
      return (
        <StatePanel icon={<IconGitCompare size={22} />} title={t('start.title')}>
          <p>{t(others.length === 0 ? 'start.noOther' : 'start.text')}</p>
        </StatePanel>
      );
    }
    if (isSame) {
      return (
        <StatePanel icon={<IconGitCompare size={22} />} title={t('same.title')}>
          <p>{t('same.text')}</p>
        </StatePanel>
      );
    }
    if (file !== null) {
      return (
        <FileSides
          key={`${cacheKey} ${file.id}`}
          file={file.file}
          choice={choice}
          onScreen={onScreen}
          reading={reading}
          refinement={refinement}
          onChooseFile={chooseFile}
        />
      );
    }
    if (choice.with.kind === 'file') {
      return (
        <StatePanel
          icon={<IconLinkOff size={22} />}
          title={t('gone.title')}
          tone="warning"
          actions={
            <Button variant="default" onClick={chooseFile}>
              {tFiles('again')}
            </Button>
          }
        >
          <p role="alert">{t('gone.file')}</p>
        </StatePanel>
      );
    }
    if (sides !== null && other !== null) {
      return (
        <ComparedSides
          key={`${cacheKey} ${other.snapshot.cacheKey}`}
          sides={sides}
          columns={columns}
          choice={choice}
          shown={shown}
          other={other}
          reading={reading}
          refinement={refinement}
          isShown={isShown}
        />
      );
    }
    if (error !== null) return <SideFailure error={error} onRetry={retry} waysOut={waysOut} />;
    return <p className={classes['note']}>{t('opening')}</p>;
  }
}

/** A file that was chosen in this view. It is forgotten with the view: the address has its name alone. */
interface ChosenFile {
  /** Tells it from one of the same name. */
  readonly id: number;
  readonly file: MappedFile;
}

function sideOf(opened: OpenSnapshot, search: Readonly<Record<string, string>>): SnapshotSide {
  return { opened, search: { ...search, cacheKey: opened.snapshot.cacheKey }, hasQuery: 'v' in search };
}
