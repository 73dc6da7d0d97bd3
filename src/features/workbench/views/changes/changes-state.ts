import { createContext, use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useWorkbenchActions, useWorkbenchScope } from '../../controller/use-workbench';
import { useShownParts } from '../../controller/use-shown-parts';
import { comparisonFromSearch, lastKeptCopy, usualComparison } from '../../model/compare-with';
import { cacheKeyOfSource, sourceOfCacheKey, sourceToParameter } from '@/analysis/conditions/source';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { useChosenFiles, useOfferedFiles } from '../../rows-read/sources/files/files-of-page';
import type { MappedFile } from '@/analysis/source-files/read-file';
import { isWhole } from '../../rows-read/sources/whole-rows';
import { useSource } from '../../rows-read/sources/use-source';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import {
  comparableColumns,
  orderedSides,
  sideOfFile,
  withComputed,
  type SnapshotSide,
} from '@/analysis/comparison/compared-side';

/** The state that the results and the set-up of **Changes** share: the comparison that the address names, and its two sides. */
type ChangesState = ReturnType<typeof useComparisonOfAddress>;

const ChangesContext = createContext<ChangesState | null>(null);

export const ChangesStateProvider = ChangesContext;

export function useChangesState(): ChangesState {
  const state = use(ChangesContext);
  if (state === null) throw new Error('There is no comparison around this component.');
  return state;
}

/** Returns the comparison in the address, and reads its other side. */
export function useComparisonOfAddress(isShown: boolean) {
  const { openSnapshot, reading, refinement, comparable } = useRowsReadScope();
  const files = useChosenFiles('fields');
  const { noteSide } = useShownParts();
  const { address, rowFields, isLocked } = useWorkbenchScope();
  const { compare, setView } = useWorkbenchActions();
  const { v, fields, filter, sort, with: side, keys, price } = address;
  const read = useMemo(() => comparisonFromSearch({ with: side, keys, price }), [side, keys, price]);
  const choice = read?.ok === true ? read.choice : null;
  const { cacheKey } = openSnapshot.snapshot;
  const [isChoosingFile, setIsChoosingFile] = useState(false);
  const offered = useOfferedFiles(cacheKey);
  const file = choice?.with.kind === 'file' ? files.get(choice.with.name) : null;
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
    () => lastKeptCopy(comparable, { cacheKey, keptOf: openSnapshot.keptCopy?.cacheKey }),
    [comparable, cacheKey, openSnapshot.keptCopy],
  );
  const onScreen = useMemo(() => {
    const query = Object.entries({ v, fields, filter, sort });
    return sideOf(
      openSnapshot,
      Object.fromEntries(query.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    );
  }, [openSnapshot, v, fields, filter, sort]);
  const added = state.status === 'read' ? state.added : null;
  const sides = useMemo(() => {
    if (other === null) return null;
    if (file !== null) {
      return added === null ? null : orderedSides(onScreen, sideOfFile(other, file.file, added));
    }
    const known = others.find((snapshot) => snapshot.cacheKey === other.snapshot.cacheKey);
    return orderedSides(onScreen, sideOf(other, known?.search ?? {}));
  }, [onScreen, other, others, file, added]);
  const columns = useMemo(() => {
    const ofFile = file?.file.mapping.columns.map(({ field }) => field);
    return comparableColumns(
      withComputed(
        {
          earlier: sides?.earlier.opened.columns ?? ofFile ?? openSnapshot.columns,
          later: sides?.later.opened.columns ?? openSnapshot.columns,
        },
        refinement,
      ),
      rowFields,
      isLocked,
    );
  }, [file, sides, openSnapshot, refinement, rowFields, isLocked]);
  // The view opens with a result: without a choice in the address, it compares with the previous rows of the same query.
  const compareUsual = useEffectEvent(() => {
    const usual = usualComparison(comparable, {
      openSnapshot,
      query: { v, fields, filter },
      nowMs: Date.now(),
    });
    if (usual === null) return;
    // Replaces the history entry: otherwise Back would lead to an address without a choice, and this code would choose again.
    const parameter = sourceToParameter(sourceOfCacheKey(usual.cacheKey));
    setView('changes', { with: parameter }, { isReplaced: true });
  });
  const isUndecided = isShown && read === null && offered === null;
  useEffect(() => {
    if (isUndecided) compareUsual();
  }, [isUndecided, comparable]);

  function closeFileDialog(): void {
    setIsChoosingFile(false);
    offered?.onTaken();
  }

  function takeFile(mapped: MappedFile): void {
    closeFileDialog();
    files.choose(mapped);
    // Keys and price are reset, because the file may lack the columns that were chosen for the previous source.
    compare({ with: { kind: 'file', name: mapped.outline.name }, keys: null, price: undefined });
  }

  return {
    /** The comparison in the address, or the reason why it cannot be read; null if the address has none. */
    read,
    choice,
    /** The file to compare with; null if the source is of another kind, or if the file was not chosen since the page was loaded. */
    file,
    /** The name of the file that was chosen last; null if none was chosen. */
    chosenFileName: files.lastName,
    other,
    state,
    others,
    lastCopy,
    otherKey,
    sides,
    columns,
    isChoosingFile,
    setIsChoosingFile,
    offered,
    closeFileDialog,
    takeFile,
  };
}

function sideOf(opened: OpenSnapshot, search: Readonly<Record<string, string>>): SnapshotSide {
  return { opened, search: { ...search, cacheKey: opened.snapshot.cacheKey }, hasQuery: 'v' in search };
}
