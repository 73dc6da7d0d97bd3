import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ColumnType } from '@/contract/column';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { useWords } from '@/ui/formats/use-words';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { loadedLater } from '@/ui/page-version/all-parts';
import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { useAnnounce } from '@/ui/components/announcer';
import { denominationsOf, type Denomination } from '@/rows/price-rows/denominations';
import { denominatorsOf } from '../../model/denominations';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { snapshotFailure, type SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { mixtureText } from '@/rows/price-rows/mixture-text';
import { useWorkbenchScope } from '../../controller/use-workbench';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import { mixtureOf, type Mixture } from './mixture';
import { selectedRange, type SelectedRange } from './selected-range';
import {
  addAreas,
  countCommonRows,
  countRows,
  createStatisticsCounter,
  type Statistics,
  type StatisticsColumn,
  type ValueKind,
} from './statistics';

export interface SelectionStatistics {
  readonly cellCount: number;
  /** The number of rows with a selected cell. */
  readonly rowCount: number;
  /** The number of visible columns with a selected cell. */
  readonly columnCount: number;
  /** The statistics of the loaded rows; null until they are added up. */
  readonly known: { readonly statistics: Statistics; readonly rowsKnown: number } | null;
  /** The currencies or units that the known numbers mix, or may mix; null if they are all the same. */
  readonly mixture: Mixture | null;
}

/** The state of fetching the rows that are missing from the statistics. */
export type Completion =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly rowsDone: number }
  | { readonly status: 'failed'; readonly failure: SnapshotFailure | { readonly kind: 'not-loaded' } | null };

export interface StatisticsModel {
  /** The statistics; null unless several cells are selected. */
  readonly selected: SelectionStatistics | null;
  readonly completion: Completion;
  /** Fetches the rows that are not loaded and adds them up. */
  readonly complete: () => void;
  /** Calls `complete` for the next selection as soon as its loaded rows are added up. */
  readonly completeNext: () => void;
  readonly cancel: () => void;
}

const loadCompleteStatistics = loadedLater(() => import('./complete-statistics'));

/** The delay before statistics are computed. If they changed with every step of a selection or every page, they would flicker. */
const SETTLE_MS = 120;
/** The delay before a selection is announced, because a selection can grow key by key. */
const ANNOUNCE_AFTER_MS = 300;
const IDLE: Completion = { status: 'idle' };

/** Returns statistics over the loaded rows of the selection, and on request over all of its rows. */
export function useSelectionStatistics(
  opened: OpenSnapshot,
  resultColumns: ResultColumns,
  cells: SelectedCells | null,
): StatisticsModel {
  const range = useSelectedRange(opened, cells);
  const { areas, columnIds, rowSpans, cellCount } = range;
  const rowCount = countRows(rowSpans);
  const isRange = cellCount > 1;
  const { columns, denominations, unknown } = useStatisticsColumns(range, resultColumns);

  const [known, setKnown] = useState<{ range: unknown; statistics: Statistics; rowsKnown: number } | null>(
    null,
  );
  const [completion, setCompletionOf] = useState<{ range: unknown; state: Completion }>({
    range,
    state: IDLE,
  });
  const running = useRef<AbortController | null>(null);
  const completesNext = useRef(false);
  const isComplete = known?.range === range && known.rowsKnown === rowCount;

  const { rows } = opened;
  const completeNow = useEffectEvent(complete);
  useEffect(() => {
    rows.setRetained(isRange ? rowSpans : []);
    // A new selection aborts the completion of the previous one.
    return () => running.current?.abort();
  }, [rows, rowSpans, isRange]);

  useEffect(() => {
    if (!isRange || isComplete) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      timer = undefined;
      const loaded = rows.getCachedRanges();
      const counter = createStatisticsCounter();
      for (const span of loaded) addAreas(counter, areas, columns, span, rows.getRow);
      setKnown({ range, statistics: counter.statistics(), rowsKnown: countCommonRows(rowSpans, loaded) });
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
  }, [rows, range, areas, columns, rowSpans, isRange, isComplete]);

  function complete(): void {
    running.current?.abort();
    const setCompletion = (state: Completion) => setCompletionOf({ range, state });
    const controller = new AbortController();
    running.current = controller;
    setCompletion({ status: 'running', rowsDone: 0 });
    void work();

    async function work(): Promise<void> {
      try {
        const { completeStatistics } = await loadCompleteStatistics();
        const statistics = await completeStatistics(opened, areas, columns, controller.signal, (rowsDone) => {
          if (!controller.signal.aborted) setCompletion({ status: 'running', rowsDone });
        });
        if (controller.signal.aborted) return;
        setKnown({ range, statistics, rowsKnown: rowCount });
        setCompletion(IDLE);
      } catch (error) {
        if (controller.signal.aborted) return;
        const failure = isNotLoaded(error) ? ({ kind: 'not-loaded' } as const) : snapshotFailure(error);
        setCompletion({ status: 'failed', failure });
      }
    }
  }

  const current = known?.range === range ? known : null;
  const mixture = useMemo(
    () => (current === null ? null : mixtureOf(current.statistics, opened.columns, denominations, unknown)),
    [current, opened, denominations, unknown],
  );
  return {
    selected: isRange
      ? { cellCount, rowCount, columnCount: columnIds.length, known: current, mixture }
      : null,
    completion: completion.range === range ? completion.state : IDLE,
    complete,
    completeNext() {
      completesNext.current = true;
    },
    cancel() {
      running.current?.abort();
      setCompletionOf({ range, state: IDLE });
    },
  };
}

/** Returns the same object while the same cells are selected, whatever the order of the columns. */
function useSelectedRange({ snapshot }: OpenSnapshot, cells: SelectedCells | null): SelectedRange {
  const next = useMemo(() => selectedRange(snapshot.cacheKey, cells), [snapshot.cacheKey, cells]);
  const [held, setHeld] = useState(next);
  if (held.key === next.key) return held;
  setHeld(next);
  return next;
}

/** Returns the selected columns, the currency and unit fields of the price column, and those of them that the rows do not have. */
function useStatisticsColumns(
  { columnIds, cellCount }: SelectedRange,
  { indexOf, typeOf, fieldOf }: ResultColumns,
): StatisticsColumns {
  const { priceColumn, applied } = useWorkbenchScope();
  const denominations = useMemo(() => denominationsOf(priceColumn.fields), [priceColumn]);
  const isRange = cellCount > 1;
  return useMemo(() => {
    if (!isRange) return NO_COLUMNS;
    const unknown = new Set<Denomination>();
    const columns = columnIds.map((name): StatisticsColumn => {
      const field = fieldOf(name);
      const denominators =
        field && denominatorsOf(field, denominations, (column) => indexOf(column) >= 0, applied);
      for (const missing of denominators?.unknown ?? []) unknown.add(missing);
      const denominatedBy = denominators?.known.map((denomination) => indexOf(denomination.field)) ?? [];
      return { index: indexOf(name), kind: kindOf(typeOf(name)), denominatedBy };
    });
    return { columns, denominations, unknown: [...unknown] };
  }, [isRange, columnIds, denominations, applied, indexOf, typeOf, fieldOf]);
}

interface StatisticsColumns {
  readonly columns: readonly StatisticsColumn[];
  readonly denominations: readonly Denomination[];
  readonly unknown: readonly Denomination[];
}

const NO_COLUMNS: StatisticsColumns = { columns: [], denominations: [], unknown: [] };

function kindOf(type: ColumnType | null): ValueKind {
  return type === 'number' || type === 'date' ? type : 'other';
}

/** Announces the size of the selection, and its sum if all its rows are loaded. */
export function useAnnounceSelection(selected: SelectionStatistics | null): void {
  const announce = useAnnounce();
  const words = useWords();
  const t = words.of('results');
  const { formats } = words;
  const text = selected === null ? null : describe(selected);
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => announce(text), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, announce]);

  function describe({ rowCount, columnCount, known, mixture }: SelectionStatistics): string {
    const size = t('selectionSize', {
      rows: formats.formatInteger(rowCount),
      rowCount,
      columns: formats.formatInteger(columnCount),
      columnCount,
    });
    const sum = known?.rowsKnown === rowCount ? known.statistics.sum : null;
    if (sum === null) return size;
    const formatDecimal = createDecimalFormat(formats.locale, {
      minFractionDigits: 0,
      maxFractionDigits: Infinity,
      isGrouped: true,
    });
    const text = `${size}, ${t('sum')} ${formatDecimal(sum)}`;
    return mixture === null ? text : `${text}, ${mixtureText(words, mixture)}`;
  }
}
