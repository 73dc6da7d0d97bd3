import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { SubsetCondition } from '../../../model/row-subset';
import { useWorkbenchActions, useWorkbenchScope } from '../../../controller/use-workbench';
import { columnOf } from '../../../rows-read/engine/analysed-table';
import type { RowsRead } from '../../../rows-read/reading/rows-read';
import { subsetFromParameter, subsetToParameter } from '../../../model/subset-address';
import { binsOfCondition, brushCondition } from '../brushing/brush-conditions';
import type { BinCodes, ColumnBins } from '../brushing/bins';
import { createBrushing, type Brushing, type BrushingState } from '../brushing/brushing';
import { connectIndex } from '../brushing/connect-index';
import { pictureRows, readBins } from '../brushing/read-bins';

/** Returns a part of the state. `select` must return the same object for an unchanged part. */
export function useBrushingState<T>(brushing: Brushing, select: (state: BrushingState) => T): T {
  return useSyncExternalStore(brushing.subscribe, () => select(brushing.getState()));
}

/** Long enough for a pointer that keeps moving, short enough for a person who waits for the name of a bar. */
const SETTLED_MS = 200;

/** Returns the selected rows per bin once the selection is settled: renaming bars at each step is slow. */
export function useSettledSelection(brushing: Brushing, column: string): Uint32Array | null {
  const [settled, setSettled] = useState(() => selectedOf(brushing, column));
  useEffect(() => {
    let timer: number | undefined;
    const look = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setSettled(selectedOf(brushing, column)), SETTLED_MS);
    };
    look();
    const stop = brushing.subscribe(look);
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [brushing, column]);
  return settled;
}

function selectedOf(brushing: Brushing, column: string): Uint32Array | null {
  return brushing.getState().selected?.get(column) ?? null;
}

/** Returns the pictured rows. While more rows are read the first ones stay, so that no bar moves under the pointer. */
export function usePicturedRows(rowsRead: RowsRead): RowsRead {
  const [pictured, setPictured] = useState(rowsRead);
  const { coverage } = rowsRead;
  const isReading = coverage.kind === 'part' && coverage.status === 'reading';
  // Compares the identity, because another engine has a table of the same name.
  if (pictured !== rowsRead && (pictured.table !== rowsRead.table || !isReading)) setPictured(rowsRead);
  return pictured;
}

/** Returns the conditions of the brushes, in the order of their creation. */
export function conditionsOf({ brushes, columns }: BrushingState): readonly SubsetCondition[] {
  return [...brushes].flatMap(([name, codes]) => {
    const column = columns.get(name);
    return column === undefined ? [] : [brushCondition(name, column, codes)];
  });
}

/** The brushes of the pictures, which are stored in the address. */
export interface UsedBrushing {
  readonly brushing: Brushing;
  /** The brushes as conditions in the address. */
  readonly asked: readonly SubsetCondition[];
  /** Changes a brush while the pointer moves. */
  readonly brush: (column: string, codes: BinCodes | null) => void;
  /** Writes the brushes to the address; those of one run as one history entry. */
  readonly commit: (run?: string) => void;
  readonly clear: () => void;
}

/** Brushes the pictures of some rows. Other rows or another range are divided into bins again. */
export function useBrushing(rowsRead: RowsRead, isWhole: boolean): UsedBrushing {
  const { table } = rowsRead;
  const { setView } = useWorkbenchActions();
  const { brush: parameter } = useWorkbenchScope().address;
  const written = useRef<{ readonly brushing: Brushing; readonly parameter: string | undefined } | null>(
    null,
  );

  const [made, setMade] = useState(() => brushingOf(rowsRead, isWhole));
  // The same table and revision mean the same rows.
  const isSame =
    made.isWhole === isWhole && made.rowsRead.table === table && made.rowsRead.revision === rowsRead.revision;
  if (!isSame) setMade(brushingOf(rowsRead, isWhole));
  const { brushing } = made;
  useEffect(() => () => brushing.release(), [brushing]);

  const asked = askedOf(parameter, rowsRead);
  const follow = useEffectEvent((target: Brushing) => {
    target.brushAll(
      new Map(
        asked.map((condition) => {
          const type = table.columns.find(({ name }) => name === condition.column)?.type ?? 'text';
          return [condition.column, (bins: ColumnBins) => binsOfCondition(condition, bins, type)];
        }),
      ),
    );
  });
  useEffect(() => {
    // The pictures themselves wrote this selection to the address.
    const last = written.current;
    if (last?.brushing === brushing && last.parameter === parameter) return;
    written.current = { brushing, parameter };
    follow(brushing);
  }, [brushing, parameter]);

  function write(conditions: readonly SubsetCondition[], run?: string): void {
    const next = conditions.length === 0 ? undefined : subsetToParameter({ conditions });
    written.current = { brushing, parameter: next };
    setView('columns', { brush: next }, { run });
  }

  return {
    brushing,
    asked,
    brush: (column, codes) => brushing.brush(column, codes),
    commit: (run) => {
      const state = brushing.getState();
      // Brushes of a link whose columns have not been read yet.
      const others = asked.filter(({ column }) => !state.columns.has(column));
      write([...others, ...conditionsOf(state)], run);
    },
    clear: () => {
      brushing.brushAll(new Map());
      write([]);
    },
  };
}

function brushingOf(rowsRead: RowsRead, isWhole: boolean) {
  const { engine, table, refined } = rowsRead;
  let rows: ReturnType<typeof pictureRows> | null = null;
  const brushing = createBrushing({
    connect: connectIndex,
    read: async (name, signal) => {
      const column = columnOf(table, name);
      // All columns are read from the same rows.
      rows ??= pictureRows(engine, table, { isView: refined !== undefined, signal });
      return readBins(engine, await rows, column, { isWhole, signal });
    },
  });
  return { rowsRead, isWhole, brushing };
}

/** Brushes of a link are used all together or not at all. */
function askedOf(parameter: string | undefined, { table }: RowsRead): readonly SubsetCondition[] {
  const read = parameter === undefined ? null : subsetFromParameter(parameter, table.columns);
  return read?.ok === true ? read.subset.conditions : [];
}
