import { IconGitCompare, IconLinkOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { StatePanel } from '@/shared/ui/state-panel';
import { comparisonFromSearch, lastKeptCopy } from '../../model/compare-with';
import { cacheKeyOfSource, nameOfSource, sourceOfCacheKey } from '../../model/source';
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
  type SideName,
  type SnapshotSide,
} from './compared-side';
import { useShownParts } from '../../controller/use-shown-parts';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import type { ViewPartProps } from '../view-definition';
import { ComparedSides } from './compared-sides';
import { useSideWaysOut, ComparisonForm } from './comparison-form';
import { KeptCopyTools } from './kept-copy-tools';
import { isWhole, ReadingStatus } from '../../rows-read/sources/reading-status';
import { SourceStatus } from '../../rows-read/sources/source-status';
import { useSource } from '../../rows-read/sources/use-source';

/** The view **Changes**: what the address compares the snapshot with, and what differs. */
export function ChangesHost({ isShown }: ViewPartProps) {
  const { shown, reading, refinement, refining, comparable } = useRowsReadScope();
  const { renderTools, noteSide } = useShownParts();
  const tools = isShown ? renderTools() : null;
  const t = useTranslations('changes');
  const waysOut = useSideWaysOut();
  const { address, priceColumn, isLocked } = useWorkbenchScope();
  const { compare } = useWorkbenchActions();
  const { v, fields, filter, sort, with: side, keys, price } = address;
  const read = useMemo(() => comparisonFromSearch({ with: side, keys, price }), [side, keys, price]);
  const choice = read?.ok === true ? read.choice : null;
  const { cacheKey } = shown.snapshot;
  const [chosenFile, setChosenFile] = useState<ChosenFile | null>(null);
  const [isChoosingFile, setIsChoosingFile] = useState(false);
  const chooseFile = () => setIsChoosingFile(true);
  const fileName = choice?.with.kind === 'file' ? choice.with.name : null;
  const file = chosenFile?.file.outline.name === fileName ? chosenFile : null;
  const { opened: other, state } = useSource({
    source: choice?.with ?? null,
    file: file?.file ?? null,
    isNeeded: isShown && isWhole(reading),
  });
  const otherKey = choice === null ? null : cacheKeyOfSource(choice.with);
  const otherAtMs =
    isShown && otherKey !== null && state.status !== 'same' ? (other?.snapshot.createdAtMs ?? null) : null;
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
    if (file !== null) {
      return orderedSides(onScreen, { opened: other, search: {}, hasQuery: false, file: file.file });
    }
    const known = others.find((snapshot) => snapshot.cacheKey === other.snapshot.cacheKey);
    return orderedSides(onScreen, sideOf(other, known?.search ?? {}));
  }, [onScreen, other, others, file]);
  const columns = useMemo(() => {
    const ofFile = file?.file.mapping.columns.map(({ field }) => field);
    return comparableColumns(
      withComputed(
        {
          earlier: sides?.earlier.opened.columns ?? ofFile ?? shown.columns,
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
            with: sourceOfCacheKey(copy.cacheKey),
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
        shown={shown}
        reading={reading}
        other={state}
        refinement={refinement}
      >
        {status}
      </ComparedSides>
    );
  }

  /** Which side the snapshot on screen is beside a file that is not read yet. */
  function sideBeside({ file: { outline } }: ChosenFile): SideName {
    const { certificate } = outline;
    const isEarlier =
      certificate === null || Date.parse(certificate.snapshot.created) <= shown.snapshot.createdAtMs;
    return isEarlier ? 'later' : 'earlier';
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
