import { shallowEqual } from '@mantine/hooks';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { USUAL_TEXT_PX, fitWidths, type VisibleColumn } from './column-layout';
import { fittingWidthsPx, tellingHeadersPx, type FitInput } from './fit-column';
import { widthWithinLimitsPx } from './use-column-model';
import type { ColumnState, GridCarry, GridColumn, GridSort, RowRange } from './grid-model';
import { createTextMeter, type HeaderMarks, type TextMeter } from './text-meter';

/** The most cells that are formatted to fit a new grid. A page with about twenty columns has as many. */
const MOST_CELLS = 4_000;
const MOST_ROWS = 200;

/** The number of columns that are fitted at once. Formatting the first values of a column takes a millisecond or more. */
const COLUMNS_AT_ONCE = 6;
const OUT_OF_VIEW_AFTER_MS = 250;
/** The number of cells that are fitted in one task, which takes about ten milliseconds whether columns or rows are many. */
const CELLS_PER_TASK = 600;

/** The number of rows on each side of the visible rows to which a column is fitted on request. */
const NEAR_ROWS = 500;

export interface Fit {
  readonly meter: TextMeter;
  /** The widths, px, at which columns show all values of the first rows. */
  readonly needsPx: ReadonlyMap<string, number>;
  /** The widths of similar headers, as `tellingHeadersPx` returns them. */
  readonly headersPx: ReadonlyMap<string, number>;
  readonly gutterWidthPx: number;
}

type FittingWidths = Pick<Fit, 'needsPx' | 'headersPx' | 'gutterWidthPx'>;

interface FittedColumnsInput<TRow> extends Pick<FitInput<TRow>, 'columns' | 'rows' | 'getCell' | 'texts'> {
  /** The column state with which the grid opens. */
  readonly columnState: ColumnState;
  readonly sort: readonly GridSort[];
  readonly filtered: ReadonlySet<string>;
  /** The 0-based index of the first row in view. */
  readonly firstRow: number;
  readonly paneRef: RefObject<HTMLElement | null>;
  readonly formatCount: (count: number) => string;
  readonly carryRef: RefObject<GridCarry> | undefined;
}

interface FitOfRows {
  readonly fit: Fit;
  readonly by: Pick<FitInput<unknown>, 'texts'> & {
    readonly definitions: readonly GridColumn[];
    readonly fontVersion: number;
    /** The text of the widest row number. */
    readonly countText: string;
  };
}

export interface FittedColumns {
  /** Null until the grid is in the document. */
  readonly fit: Fit | null;
  /** An element as wide as ten digits. A change of its size reveals fonts that load late and spacing that users set. */
  readonly probeRef: RefObject<HTMLDivElement | null>;
  /** Returns the widths at which columns show their headers and the loaded values near a row. */
  readonly widthsNear: (rowIndex: number, columns: readonly GridColumn[]) => ReadonlyMap<string, number>;
}

/**
 * Fits columns to the loaded rows before the first paint. It does not fit them again for these rows, so that nothing moves. For other
 * rows, widths never shrink, and grow only after a delay, because users may still be typing the query.
 */
export function useFittedColumns<TRow>(input: FittedColumnsInput<TRow>): FittedColumns {
  const { columns: definitions, rows, getCell, texts, paneRef, formatCount, carryRef } = input;
  const [fit, setFit] = useState<Fit | null>(null);
  const [fontVersion, setFontVersion] = useState(0);
  const probeRef = useRef<HTMLDivElement>(null);
  const [openedAt] = useState(input.firstRow);
  const isFirst = useRef(true);
  const firstState = useRef(input.columnState);
  const last = useRef<FitOfRows | null>(null);
  // The marks in headers (sort, filter) can change while the grid is mounted, but must not cause columns to be fitted again.
  const marksOf = useEffectEvent((columnId: string) => headerMarks(input, columnId));

  useLayoutEffect(() => {
    const pane = paneRef.current;
    if (pane === null) return;
    const countText = formatCount(rows.rowCount);
    const by = { definitions, texts, fontVersion, countText };
    // The earlier fit if only the rows have changed, otherwise null.
    const replaced = last.current !== null && shallowEqual(last.current.by, by) ? last.current.fit : null;
    // Reads the width before anything is measured. Each measurement changes the document, which would need a new layout for this read.
    const widthToFillPx = replaced === null ? pane.clientWidth : 0;
    const meter = replaced?.meter ?? createTextMeter(pane);
    const rowCount = Math.max(10, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / definitions.length)));
    const ranges = [rangeAt(0, rowCount)];
    if (openedAt >= rowCount) ranges.push(rangeAt(openedAt, rowCount));
    // Earlier widths are used only if the fonts are the same.
    const before = replaced?.needsPx ?? (isFirst.current ? carryRef?.current.needsPx : undefined);
    isFirst.current = false;
    const needsPx = new Map<string, number>();
    const fitNext = (columns: readonly GridColumn[]) => {
      const found = fittingWidthsPx(
        { columns, rows, ranges, getCell, texts, marksOf, hasReserve: true },
        meter,
      );
      for (const [columnId, foundPx] of found) {
        needsPx.set(columnId, widthWithinLimitsPx(Math.max(foundPx, before?.get(columnId) ?? 0)));
      }
    };
    const gutterWidthPx = replaced?.gutterWidthPx ?? meter.measureGutter(countText);
    const headersPx = replaced?.headersPx ?? tellingHeadersPx(definitions, marksOf, meter);
    const publish = () => {
      const isSame = (px: number, columnId: string) => px === replaced?.needsPx.get(columnId);
      if (replaced !== null && [...needsPx].every(([columnId, px]) => isSame(px, columnId))) return;
      if (carryRef !== undefined) carryRef.current = { ...carryRef.current, needsPx };
      const next = { meter, needsPx: new Map(needsPx), headersPx, gutterWidthPx };
      last.current = { fit: next, by };
      setFit(next);
    };
    const waiting = inVisualOrder(definitions, firstState.current);
    let neededPx = gutterWidthPx;
    while (waiting.length > 0 && neededPx < widthToFillPx) {
      const next = waiting.splice(0, COLUMNS_AT_ONCE);
      fitNext(next);
      for (const { id, content } of next) {
        neededPx += Math.min(needsPx.get(id) ?? 0, content === 'text' ? USUAL_TEXT_PX : Infinity);
      }
    }
    if (replaced === null) publish();
    if (waiting.length === 0) return;
    // Fits columns out of view after the paint, a few per task. All their widths are then applied together.
    const columnsPerTask = Math.max(COLUMNS_AT_ONCE, Math.floor(CELLS_PER_TASK / rowCount));
    const fitRest = () => {
      fitNext(waiting.splice(0, columnsPerTask));
      if (waiting.length > 0) timer = setTimeout(fitRest, 0);
      else publish();
    };
    let timer = setTimeout(fitRest, replaced === null ? OUT_OF_VIEW_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [paneRef, carryRef, definitions, getCell, rows, texts, formatCount, openedAt, fontVersion]);

  useEffect(() => {
    const probe = probeRef.current;
    if (probe === null) return;
    let widthPx = probe.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (probe.offsetWidth === widthPx) return;
      widthPx = probe.offsetWidth;
      setFontVersion((version) => version + 1);
    });
    observer.observe(probe);
    return () => observer.disconnect();
  }, []);

  const widthsNear = (rowIndex: number, columns: readonly GridColumn[]) => {
    if (fit === null) return new Map<string, number>();
    const ranges = [{ rowStart: rowIndex - NEAR_ROWS, rowEnd: rowIndex + NEAR_ROWS }];
    const marks = (columnId: string) => headerMarks(input, columnId);
    return fittingWidthsPx(
      { columns, rows, ranges, getCell, texts, marksOf: marks, hasReserve: false },
      fit.meter,
    );
  };
  return { fit, probeRef, widthsNear };
}

function headerMarks(
  { sort, filtered }: Pick<FittedColumnsInput<unknown>, 'sort' | 'filtered'>,
  columnId: string,
): HeaderMarks {
  const index = sort.findIndex((rule) => rule.columnId === columnId);
  return {
    sortLevel: index !== -1 && sort.length > 1 ? index + 1 : null,
    isFiltered: filtered.has(columnId),
  };
}

/** Returns the columns in approximate visual order, which only determines which columns are fitted first. */
function inVisualOrder(
  columns: readonly GridColumn[],
  { order, pinnedStart, pinnedEnd, hidden }: ColumnState,
): GridColumn[] {
  const hiddenIds = new Set(hidden);
  const pinnedIds = new Set([...pinnedStart, ...pinnedEnd]);
  const places = new Map(order.map((id, index) => [id, index]));
  const place = ({ id }: GridColumn) => {
    if (hiddenIds.has(id)) return Infinity;
    return pinnedIds.has(id) ? -1 : (places.get(id) ?? order.length);
  };
  return columns.toSorted((one, other) => Math.sign(place(one) - place(other)) || 0);
}

function rangeAt(rowStart: number, rowCount: number): RowRange {
  return { rowStart, rowEnd: rowStart + rowCount };
}

/** Returns the columns with their widths. They change with the viewport, the visible columns and their needs, but not during a resize. */
export function useColumnWidths(
  visibleColumns: readonly VisibleColumn[],
  chosenPx: Readonly<Record<string, number>>,
  columnsById: ReadonlyMap<string, GridColumn>,
  fit: FittingWidths | null,
  viewportWidthPx: number,
): readonly VisibleColumn[] {
  const columnIds = visibleColumns.map(({ columnId }) => columnId).join('\0');
  const [fitted, setFitted] = useState<{
    readonly fit: FittingWidths | null;
    readonly viewportWidthPx: number;
    readonly columnIds: string;
    readonly widthsPx: ReadonlyMap<string, number>;
  }>({ fit: null, viewportWidthPx: 0, columnIds: '', widthsPx: new Map() });
  const isCurrent =
    fitted.fit === fit && fitted.viewportWidthPx === viewportWidthPx && fitted.columnIds === columnIds;
  if (!isCurrent && fit !== null) {
    const needs = visibleColumns.map(({ columnId, widthPx }) => ({
      columnId,
      needPx: fit.needsPx.get(columnId) ?? widthPx,
      headerPx: widthWithinLimitsPx(fit.headersPx.get(columnId) ?? 0),
      isText: columnsById.get(columnId)?.content === 'text',
      chosenPx: Object.hasOwn(chosenPx, columnId) ? widthPx : null,
    }));
    const widthsPx = fitWidths(needs, viewportWidthPx - fit.gutterWidthPx);
    setFitted({ fit, viewportWidthPx, columnIds, widthsPx });
  }
  const { widthsPx } = fitted;
  return useMemo(
    () =>
      visibleColumns.map((column) => {
        const widthPx = Object.hasOwn(chosenPx, column.columnId)
          ? column.widthPx
          : widthsPx.get(column.columnId);
        return widthPx === undefined ? column : { ...column, widthPx };
      }),
    [visibleColumns, chosenPx, widthsPx],
  );
}
