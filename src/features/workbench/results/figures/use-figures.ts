import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ColumnType } from '@/contract/column';
import { countCells, disjointAreas } from '@/shared/grid/selection';
import { isNotLoaded } from '@/shared/page-version/not-loaded';
import type { SelectedCells } from '@/shared/grid/use-grid-selection';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { snapshotFailure, type SnapshotFailure } from '../../snapshot/snapshot-failure';
import type { ResultColumns } from '../result-columns';
import {
  addAreas,
  countCommonRows,
  countRows,
  createFiguresCounter,
  rowsOfAreas,
  type FigureKind,
  type Figures,
} from './figures';

export interface SelectionFigures {
  readonly cellCount: number;
  /** Rows with a selected cell. */
  readonly rowCount: number;
  /** Shown columns with a selected cell. */
  readonly columnCount: number;
  /** Null for the moment it takes to add up. */
  readonly known: { readonly figures: Figures; readonly rowsKnown: number } | null;
}

export type Completion =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly rowsDone: number }
  | { readonly status: 'failed'; readonly failure: SnapshotFailure | { readonly kind: 'not-loaded' } | null };

export interface FiguresModel {
  /** Null where no more than one cell is selected. */
  readonly selected: SelectionFigures | null;
  readonly completion: Completion;
  /** Fetches what is missing and adds it up. */
  readonly complete: () => void;
  /** As soon as the next selection is there, fetches what is missing of it and adds that up, too. */
  readonly completeNext: () => void;
  readonly cancel: () => void;
}

/** While a selection grows, and pages arrive, figures would only flicker. */
const SETTLE_MS = 120;
const IDLE: Completion = { status: 'idle' };

function kindOf(type: ColumnType | null): FigureKind {
  return type === 'number' || type === 'date' ? type : 'other';
}

/** Figures over what is selected, as far as it is loaded; and over all of it, on demand. */
export function useFigures(
  opened: OpenSnapshot,
  { typeOf }: ResultColumns,
  cells: SelectedCells | null,
): FiguresModel {
  const areas = useMemo(() => disjointAreas(cells?.areas ?? []), [cells]);
  const columns = useMemo(
    () =>
      (cells?.columnIds ?? []).map((name) => ({
        place: opened.columns.indexOf(name),
        kind: kindOf(typeOf(name)),
      })),
    [cells, opened, typeOf],
  );
  const cellCount = useMemo(() => countCells(areas), [areas]);
  const rowSpans = useMemo(() => rowsOfAreas(areas), [areas]);
  const rowCount = countRows(rowSpans);
  const isRange = cellCount > 1;

  const [known, setKnown] = useState<{ areas: unknown; figures: Figures; rowsKnown: number } | null>(null);
  const [completion, setCompletionOf] = useState<{ areas: unknown; state: Completion }>({
    areas,
    state: IDLE,
  });
  const running = useRef<AbortController | null>(null);
  const completesNext = useRef(false);
  const isComplete = known?.areas === areas && known.rowsKnown === rowCount;

  const { rows } = opened;
  const completeNow = useEffectEvent(complete);
  useEffect(() => {
    rows.setKept(isRange ? rowSpans : []);
    // Another selection ends the counting of the one before.
    return () => running.current?.abort();
  }, [rows, rowSpans, isRange]);

  useEffect(() => {
    if (!isRange || isComplete) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      timer = undefined;
      const held = rows.getHeldRanges();
      const counter = createFiguresCounter();
      for (const span of held) addAreas(counter, areas, columns, span, rows.getRow);
      setKnown({ areas, figures: counter.figures(), rowsKnown: countCommonRows(rowSpans, held) });
      if (completesNext.current) completeNow();
      completesNext.current = false;
    };
    const soon = () => {
      timer ??= setTimeout(count, SETTLE_MS);
    };
    soon();
    const unsubscribe = rows.subscribe(soon);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [rows, areas, columns, rowSpans, isRange, isComplete]);

  function complete(): void {
    running.current?.abort();
    const setCompletion = (state: Completion) => setCompletionOf({ areas, state });
    const controller = new AbortController();
    running.current = controller;
    setCompletion({ status: 'running', rowsDone: 0 });
    void work();

    async function work(): Promise<void> {
      try {
        const { completeFigures } = await import('./complete-figures');
        const figures = await completeFigures(opened, areas, columns, controller.signal, (rowsDone) => {
          if (!controller.signal.aborted) setCompletion({ status: 'running', rowsDone });
        });
        if (controller.signal.aborted) return;
        setKnown({ areas, figures, rowsKnown: rowCount });
        setCompletion(IDLE);
      } catch (error) {
        if (controller.signal.aborted) return;
        const failure = isNotLoaded(error) ? ({ kind: 'not-loaded' } as const) : snapshotFailure(error);
        setCompletion({ status: 'failed', failure });
      }
    }
  }

  return {
    selected: isRange
      ? {
          cellCount,
          rowCount,
          columnCount: new Set(
            areas.flatMap(({ columnStart, columnEnd }) =>
              Array.from({ length: columnEnd - columnStart }, (_, index) => columnStart + index),
            ),
          ).size,
          known: known?.areas === areas ? known : null,
        }
      : null,
    completion: completion.areas === areas ? completion.state : IDLE,
    complete,
    completeNext() {
      completesNext.current = true;
    },
    cancel() {
      running.current?.abort();
      setCompletionOf({ areas, state: IDLE });
    },
  };
}
