import { shallowEqual } from '@mantine/hooks';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { USUAL_TEXT_PX, fitWidths, type VisibleColumn } from './column-layout';
import { fittingWidthsPx, tellingHeadersPx, type FitInput } from './fit-column';
import { widthWithinLimitsPx } from './use-column-model';
import type { ColumnState, GridCarry, GridColumn, GridSort, RowRange } from './grid-model';
import { createTextMeter, type HeaderMarks, type TextMeter } from './text-meter';

/** The most cells that are formatted to fit a new grid: all of a page of some twenty columns. */
const MOST_CELLS = 4_000;
const MOST_ROWS = 200;

/** Formatting the first values of a column takes a millisecond or more, so columns out of view are fitted later. */
const COLUMNS_AT_ONCE = 6;
const OUT_OF_VIEW_AFTER_MS = 250;
/** Fitting this many cells takes some ten milliseconds, in few columns with many rows as in many columns with few. */
const CELLS_PER_TASK = 600;

/** Rows on each side of the rows in view that a column is fitted to on request. */
const NEAR_ROWS = 500;

export interface Fit {
  readonly meter: TextMeter;
  /** The widths at which columns show all of the first rows' values, px. */
  readonly needsPx: ReadonlyMap<string, number>;
  /** As `tellingHeadersPx` returns them. */
  readonly headersPx: ReadonlyMap<string, number>;
  readonly gutterWidthPx: number;
}

type FittingWidths = Pick<Fit, 'needsPx' | 'headersPx' | 'gutterWidthPx'>;

interface FittedColumnsInput<TRow> extends Pick<FitInput<TRow>, 'columns' | 'rows' | 'getCell' | 'texts'> {
  /** The state with which the grid opens. */
  readonly columnState: ColumnState;
  readonly sort: readonly GridSort[];
  readonly filtered: ReadonlySet<string>;
  /** 0-based. */
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
    /** The widest row number. */
    readonly countText: string;
  };
}

export interface FittedColumns {
  /** Null until the grid is in the document. */
  readonly fit: Fit | null;
  /** An element as wide as ten digits: its size reveals fonts that load late, and spacing that users set. */
  readonly probeRef: RefObject<HTMLDivElement | null>;
  /** Returns the widths at which columns show their headers and the loaded values near a row. */
  readonly widthsNear: (rowIndex: number, columns: readonly GridColumn[]) => ReadonlyMap<string, number>;
}

/**
 * Fits columns to the loaded rows before the first paint and not again for these rows, so that nothing moves.
 * Earlier widths stay. Other rows widen columns a moment later, because people may still be typing the query.
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
  // While a grid is mounted only the widths change, so a change of the marks does not fit columns again.
  const marksOf = useEffectEvent((columnId: string) => headerMarks(input, columnId));

  useLayoutEffect(() => {
    const pane = paneRef.current;
    if (pane === null) return;
    const countText = formatCount(rows.rowCount);
    const by = { definitions, texts, fontVersion, countText };
    // Non-null if only the rows have changed.
    const replaced = last.current !== null && shallowEqual(last.current.by, by) ? last.current.fit : null;
    // The width is read before anything is measured: each measurement changes the document, which would be laid out again for it.
    const widthToFillPx = replaced === null ? pane.clientWidth : 0;
    const meter = replaced?.meter ?? createTextMeter(pane);
    const rowCount = Math.max(10, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / definitions.length)));
    const ranges = [rangeAt(0, rowCount)];
    if (openedAt >= rowCount) ranges.push(rangeAt(openedAt, rowCount));
    // Earlier widths count only with the same fonts.
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
    // Columns out of view are fitted after the paint, a few at a time; their widths change once, together.
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

/** The order is approximate; it decides only which columns are fitted first. */
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

/** Returns the columns with their widths, which change with the viewport, the visible columns and their needs, but not during a resize. */
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
