import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { SubsetCondition } from '@/analysis/conditions/row-subset';
import { useWorkbenchActions, useWorkbenchScope } from '../../../controller/use-workbench';
import { columnOf } from '@/analysis/engine/analysed-table';
import type { RowsRead } from '@/analysis/reading/rows-read';
import { subsetFromParameter, subsetToParameter } from '@/analysis/conditions/subset-address';
import { binsOfCondition, brushCondition } from '@/analysis/brushing/brush-conditions';
import type { BinCodes, ColumnBins } from '@/analysis/brushing/bins';
import { createBrushing, type Brushing, type BrushingState } from '@/analysis/brushing/brushing';
import { connectIndex } from '@/analysis/brushing/connect-index';
import { pictureRows, readBins } from '@/analysis/brushing/read-bins';

/** Returns a part of the store's state. `select` must return the same object as long as this part is unchanged. */
export function useBrushingState<T>(brushing: Brushing, select: (state: BrushingState) => T): T {
  return useSyncExternalStore(brushing.subscribe, () => select(brushing.getState()));
}

/** How long the selection must stay unchanged. A moving pointer changes it sooner, but the user need not wait long for a bar's name. */
const SETTLED_MS = 200;

/** Returns the number of selected rows in each bin, once the selection stays unchanged. Renaming all bars at each step is slow. */
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

/** Returns the rows that the charts show. While more rows are read, these stay the same, so that no bar moves under the pointer. */
export function usePicturedRows(rowsRead: RowsRead): RowsRead {
  const [pictured, setPictured] = useState(rowsRead);
  const { coverage } = rowsRead;
  const isReading = coverage.kind === 'part' && coverage.status === 'reading';
  // Tables are compared as objects, because a new engine may have a table of the same name.
  if (pictured !== rowsRead && (pictured.table !== rowsRead.table || !isReading)) setPictured(rowsRead);
  return pictured;
}

/** Returns the brushes as conditions, in the order in which they were made. */
export function conditionsOf({ brushes, columns }: BrushingState): readonly SubsetCondition[] {
  return [...brushes].flatMap(([name, codes]) => {
    const column = columns.get(name);
    return column === undefined ? [] : [brushCondition(name, column, codes)];
  });
}

/** The brushes of the charts, which the address stores as well. */
export interface UsedBrushing {
  readonly brushing: Brushing;
  /** The conditions of the brushes in the address. */
  readonly asked: readonly SubsetCondition[];
  /** Changes the brush of a column without writing it to the address, while the pointer moves. */
  readonly brush: (column: string, codes: BinCodes | null) => void;
  /** Writes the brushes to the address. Calls with the same `series` share one history entry. */
  readonly commit: (series?: string) => void;
  readonly clear: () => void;
}

/** Creates the brushes for the charts of some rows. They are created again for other rows, or for another range of histograms. */
export function useBrushing(rowsRead: RowsRead, isWhole: boolean): UsedBrushing {
  const { table } = rowsRead;
  const { setView } = useWorkbenchActions();
  const { brush: parameter } = useWorkbenchScope().address;
  const written = useRef<{ readonly brushing: Brushing; readonly parameter: string | undefined } | null>(
    null,
  );

  const [made, setMade] = useState(() => brushingOf(rowsRead, isWhole));
  // If table and revision are the same, the rows are the same.
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
    // An address that this hook has written itself must not change the brushes.
    const last = written.current;
    if (last?.brushing === brushing && last.parameter === parameter) return;
    written.current = { brushing, parameter };
    follow(brushing);
  }, [brushing, parameter]);

  function write(conditions: readonly SubsetCondition[], series?: string): void {
    const next = conditions.length === 0 ? undefined : subsetToParameter({ conditions });
    written.current = { brushing, parameter: next };
    setView('columns', { brush: next }, { series });
  }

  return {
    brushing,
    asked,
    brush: (column, codes) => brushing.brush(column, codes),
    commit: (series) => {
      const state = brushing.getState();
      // Brushes in the address stay there while their columns have not been read yet.
      const others = asked.filter(({ column }) => !state.columns.has(column));
      write([...others, ...conditionsOf(state)], series);
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
      // The first call decides which rows are read, so that all columns are read from the same rows.
      rows ??= pictureRows(engine, table, { isView: refined !== undefined, signal });
      return readBins(engine, await rows, column, { isWhole, signal });
    },
  });
  return { rowsRead, isWhole, brushing };
}

/** Returns the brushes in the address. If one of them cannot be used, none is. */
function askedOf(parameter: string | undefined, { table }: RowsRead): readonly SubsetCondition[] {
  const read = parameter === undefined ? null : subsetFromParameter(parameter, table.columns);
  return read?.ok === true ? read.subset.conditions : [];
}
