import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { moveOfKey, placeAfterMove, type CellMove } from './cell-navigation';
import { drawnColumns, gutterWidthPx, placeColumns, scrollLeftToShowColumnPx } from './column-window';
import classes from './data-grid.module.css';
import { fittingWidthPx } from './fit-column';
import { GridBody } from './grid-body';
import { GridHeader } from './grid-header';
import {
  HEADER_HEIGHT_PX,
  NO_ARRANGEMENT,
  ROW_HEIGHT_PX,
  type CellPlace,
  type ColumnArrangement,
  type GridCell,
  type GridColumn,
  type GridDensity,
  type GridRows,
  type GridSort,
  type VisibleRows,
} from './grid-model';
import type { DrawnColumn, GridTexts } from './grid-row';
import { COLUMN_STEP_PX, createGridViewport } from './grid-viewport';
import { sizerHeightPx } from './row-scroll';
import { rowsPerPage, type RowAlignment } from './row-window';
import { useColumnModel } from './use-column-model';
import { placeOfElement, useGridFocus } from './use-grid-focus';

/** Px that one key press makes a column wider or narrower. */
const RESIZE_STEP_PX = 16;

const NO_SORT: readonly GridSort[] = [];

export interface DataGridHandle {
  /** Brings a row into view, as the first one unless it is in view already, and focuses a cell of it. */
  goToRow(rowIndex: number, options?: { readonly columnId?: string }): void;
  /** Brings a cell into view with the least movement and focuses it. */
  focusCell(place: CellPlace): void;
  /** Takes the focus to the cell that had it last. */
  focus(): void;
  /** Makes a column as wide as its header and the loaded values near the rows in view. */
  fitColumn(columnId: string): void;
  /** Distance from the top of row 0 to the top of the view, px; exact at any number of rows. */
  readonly scrollOffsetPx: number;
  /** The first row of which a part is in view. */
  readonly firstVisibleRow: number;
}

export interface DataGridProps<TRow> {
  readonly ref?: Ref<DataGridHandle>;
  /** Accessible name. */
  readonly label: string;
  /** Id of an element that describes the grid. */
  readonly describedBy?: string;
  /** Null while it is unknown: placeholders fill the view. */
  readonly rowCount: number | null;
  readonly rows: GridRows<TRow>;
  /** What a cell shows; synchronous, and pure as long as the function is the same. */
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  readonly columns: readonly GridColumn[];
  readonly density?: GridDensity;
  /** Absent: the grid keeps its own. */
  readonly arrangement?: ColumnArrangement;
  readonly onArrangementChange?: (arrangement: ColumnArrangement) => void;
  /** In order of precedence. */
  readonly sort?: readonly GridSort[];
  readonly onSort?: (columnId: string, how: { readonly isAdditive: boolean }) => void;
  /** The row to begin with, 0-based; changes later on are ignored. */
  readonly initialRow?: number;
  readonly onVisibleRowsChange?: (rows: VisibleRows) => void;
  /** Null when the focus leaves the grid. */
  readonly onFocusChange?: (place: CellPlace | null) => void;
  /** Enter, F2 or double click on a cell of a row that is there. */
  readonly onOpenCell?: (place: CellPlace) => void;
  /** Try again was pressed for a row that could not be fetched. */
  readonly onRetryRow?: (rowIndex: number) => void;
  /** Sees every key before the grid does; `preventDefault` keeps the grid from acting on it. */
  readonly onKeyDown?: (event: KeyboardEvent, place: CellPlace | null) => void;
  readonly onContextMenu?: (event: MouseEvent, place: CellPlace) => void;
  /** Writes row numbers; by default as the language does. */
  readonly formatCount?: (count: number) => string;
}

/** A read-only grid over any number of rows. See the README of this folder. */
export function DataGrid<TRow>(props: DataGridProps<TRow>) {
  const { rows, getCell, columns, sort = NO_SORT, onSort, onRetryRow, onOpenCell } = props;
  const t = useTranslations('grid');
  const locale = useLocale();
  const scrollerRef = useRef<HTMLDivElement>(null);
  const paneRef = useRef<HTMLDivElement>(null);
  const headerTrackRef = useRef<HTMLDivElement>(null);
  const bodyTrackRef = useRef<HTMLDivElement>(null);

  const onVisibleRowsChange = useRef(props.onVisibleRowsChange);
  useLayoutEffect(() => {
    onVisibleRowsChange.current = props.onVisibleRowsChange;
  });
  const [viewport] = useState(() => createGridViewport((visible) => onVisibleRowsChange.current?.(visible)));
  const view = useSyncExternalStore(viewport.subscribe, viewport.getView);

  const [ownArrangement, setOwnArrangement] = useState(props.arrangement ?? NO_ARRANGEMENT);
  const arrangement = props.arrangement ?? ownArrangement;
  const { onArrangementChange } = props;
  const changeArrangement = useCallback(
    (next: ColumnArrangement) => {
      setOwnArrangement(next);
      onArrangementChange?.(next);
    },
    [onArrangementChange],
  );
  const columnModel = useColumnModel(columns, arrangement, changeArrangement);

  const rowHeightPx = ROW_HEIGHT_PX[props.density ?? 'normal'];
  const hasRows = props.rowCount !== null;
  const rowCount = props.rowCount ?? Math.ceil(Math.max(0, view.viewportHeightPx) / rowHeightPx);
  const gutterPx = gutterWidthPx(hasRows ? rowCount : 0);
  const layout = useMemo(
    () => placeColumns(columnModel.shown, gutterPx, view.viewportWidthPx),
    [columnModel.shown, gutterPx, view.viewportWidthPx],
  );
  const columnIds = useMemo(() => layout.slots.map((slot) => slot.columnId), [layout]);
  const focus = useGridFocus(
    scrollerRef,
    columnIds,
    hasRows ? rowCount : 0,
    props.initialRow ?? 0,
    props.onFocusChange,
  );

  const focusRow = focus.tabStop === null || focus.tabStop.rowIndex < 0 ? null : focus.tabStop.rowIndex;
  useLayoutEffect(() => viewport.setFocusRow(focusRow), [viewport, focusRow]);

  const columnsById = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const draw = (alwaysDrawn: string | null): readonly DrawnColumn[] =>
    drawnColumns(layout, view.columnScrollPx, COLUMN_STEP_PX, alwaysDrawn).flatMap((slot) => {
      const column = columnsById.get(slot.columnId);
      return column === undefined ? [] : [{ slot, column }];
    });
  // oxlint-disable-next-line react/exhaustive-deps -- `draw` is made of exactly these
  const drawn = useMemo(() => draw(null), [layout, view.columnScrollPx, columnsById]);
  const focusColumnId = focus.tabStop?.columnId ?? null;
  const isFocusDrawn = drawn.some(({ slot }) => slot.columnId === focusColumnId);
  const focusColumns = useMemo(
    () => (isFocusDrawn ? drawn : draw(focusColumnId)),
    // oxlint-disable-next-line react/exhaustive-deps -- `draw` is made of exactly these
    [isFocusDrawn, drawn, focusColumnId, layout, view.columnScrollPx, columnsById],
  );

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const pane = paneRef.current;
    const headerTrack = headerTrackRef.current;
    const bodyTrack = bodyTrackRef.current;
    if (scroller === null || pane === null || headerTrack === null || bodyTrack === null) return undefined;
    return viewport.attach({ scroller, pane, headerTrack, bodyTrack });
  }, [viewport]);
  const contentWidthPx = layout.contentWidthPx;
  useLayoutEffect(() => {
    viewport.setContent({ rowCount, rowHeightPx, contentWidthPx });
  }, [viewport, rowCount, rowHeightPx, contentWidthPx]);
  const initialRow = useRef(props.initialRow ?? 0);
  useLayoutEffect(() => {
    if (hasRows && initialRow.current > 0) viewport.openAt(initialRow.current);
  }, [viewport, hasRows]);

  useLayoutEffect(() => {
    if (hasRows) viewport.reportAgain();
  }, [viewport, rows, hasRows]);

  const texts = useMemo(
    (): GridTexts => ({
      loading: t('loading'),
      noValue: t('noValue'),
      emptyText: t('emptyText'),
      withheld: t('withheld'),
      withheldName: t('withheldName'),
      notLoaded: t('notLoaded'),
      tryAgain: t('tryAgain'),
    }),
    [t],
  );
  const localeCount = useMemo(() => {
    const format = new Intl.NumberFormat(locale);
    return (count: number) => format.format(count);
  }, [locale]);
  const formatCount = props.formatCount ?? localeCount;

  const showCell = (place: CellPlace, alignment: RowAlignment) => {
    if (place.rowIndex >= 0) viewport.showRow(place.rowIndex, alignment);
    viewport.setScrollLeft(scrollLeftToShowColumnPx(place.columnId, viewport.getScrollLeftPx(), layout));
  };
  const goTo = (place: CellPlace, alignment: RowAlignment) => {
    showCell(place, alignment);
    focus.moveTo(place);
  };

  const fitColumn = (columnId: string) => {
    const scroller = scrollerRef.current;
    const column = columnsById.get(columnId);
    if (scroller === null || column === undefined) return;
    const { fontSize, fontFamily } = getComputedStyle(scroller);
    const widthPx = fittingWidthPx(
      column,
      rows,
      hasRows ? rowCount : 0,
      view.visible.rowStart,
      getCell,
      `${fontSize} ${fontFamily}`,
    );
    columnModel.resize(columnId, widthPx);
  };

  useImperativeHandle(props.ref, () => ({
    goToRow(rowIndex, options) {
      const place = {
        rowIndex: Math.min(Math.max(0, Math.trunc(rowIndex)), Math.max(0, rowCount - 1)),
        columnId: options?.columnId ?? focusColumnId ?? '',
      };
      goTo(place, 'start-if-hidden');
    },
    focusCell(place) {
      goTo(place, 'nearest');
    },
    focus: focus.take,
    fitColumn,
    get scrollOffsetPx() {
      return viewport.getOffsetPx();
    },
    get firstVisibleRow() {
      return viewport.getView().visible.rowStart;
    },
  }));

  const columnsPerPage = () => {
    const scrollingPx = layout.viewportWidthPx - layout.pinnedStartPx - layout.pinnedEndPx;
    const averagePx = layout.contentWidthPx / Math.max(1, columnIds.length);
    return Math.max(1, Math.floor(scrollingPx / averagePx) - 1);
  };

  const moveFocus = (from: CellPlace, move: CellMove) => {
    const perPage = rowsPerPage(view.viewportHeightPx, rowHeightPx);
    const place = placeAfterMove(from, move, {
      rowCount: hasRows ? rowCount : 0,
      columnIds,
      rowsPerPage: perPage,
      columnsPerPage: columnsPerPage(),
    });
    if (from.rowIndex >= 0 && (move === 'page-down' || move === 'page-up')) {
      viewport.moveByRows(move === 'page-down' ? perPage : -perPage);
    }
    goTo(place, 'nearest');
  };

  const onHeaderKey = (event: KeyboardEvent, columnId: string): boolean => {
    const slot = layout.slots.find((candidate) => candidate.columnId === columnId);
    if (event.key === 'Enter' || event.key === ' ') {
      if (columnsById.get(columnId)?.isSortable === false) return false;
      onSort?.(columnId, { isAdditive: event.shiftKey });
      return true;
    }
    const steps = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (slot === undefined || steps === 0) return false;
    if (event.altKey && !event.shiftKey) {
      columnModel.resize(columnId, slot.widthPx + steps * RESIZE_STEP_PX);
      return true;
    }
    if (event.shiftKey && !event.altKey) {
      columnModel.move(columnId, steps);
      return true;
    }
    return false;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOfElement(event.target);
    props.onKeyDown?.(event, place);
    if (event.defaultPrevented || place === null || event.nativeEvent.isComposing) return;
    const isCell = event.target instanceof Element && event.target.matches('[data-column]');
    if (!isCell) return;
    if (place.rowIndex < 0 && onHeaderKey(event, place.columnId)) {
      event.preventDefault();
      return;
    }
    if (place.rowIndex >= 0 && (event.key === 'Enter' || event.key === 'F2')) {
      event.preventDefault();
      openCell(place);
      return;
    }
    const move = moveOfKey({
      key: event.key,
      isCommand: event.ctrlKey || event.metaKey,
      isShift: event.shiftKey,
      isAlt: event.altKey,
    });
    if (move === null) return;
    event.preventDefault();
    moveFocus(place, move);
  };

  const openCell = (place: CellPlace) => {
    const state = rows.getRowState(place.rowIndex);
    if (state === 'failed') onRetryRow?.(place.rowIndex);
    if (state === 'ready') onOpenCell?.(place);
  };

  const onClick = (event: MouseEvent) => {
    const place = placeOfElement(event.target);
    if (place === null || !(event.target instanceof Element)) return;
    if (place.rowIndex < 0) {
      const isResize = event.target.closest('[data-resize]') !== null;
      if (isResize || columnsById.get(place.columnId)?.isSortable === false) return;
      onSort?.(place.columnId, { isAdditive: event.shiftKey });
    } else if (event.target.closest('[data-retry]') !== null) {
      onRetryRow?.(place.rowIndex);
      focus.moveTo(place);
    }
  };

  const onDoubleClick = (event: MouseEvent) => {
    const place = placeOfElement(event.target);
    if (place !== null && place.rowIndex >= 0) openCell(place);
  };

  const onContextMenu = (event: MouseEvent) => {
    const place = placeOfElement(event.target);
    if (place !== null) props.onContextMenu?.(event, place);
  };

  // A tab into the grid finds its cell in view. A press with the pointer moves nothing under it.
  const pressed = useRef(false);
  useEffect(() => {
    const release = () => {
      pressed.current = false;
    };
    window.addEventListener('pointerup', release);
    return () => window.removeEventListener('pointerup', release);
  }, []);

  const style: CSSProperties & Record<`--${string}`, string> = {
    '--grid-header-height': `${HEADER_HEIGHT_PX}px`,
    '--grid-row-height': `${view.rowHeightPx}px`,
    '--grid-line-height': `${view.rowHeightPx - 1}px`,
  };
  return (
    <div
      ref={scrollerRef}
      role="grid"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-rowcount={hasRows ? rowCount + 1 : -1}
      aria-colcount={columnIds.length}
      aria-busy={!hasRows}
      tabIndex={-1}
      className={classes['grid']}
      style={style}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onContextMenu={onContextMenu}
      onPointerDown={() => {
        pressed.current = true;
      }}
      onFocus={(event) => {
        focus.onFocus(event);
        const place = placeOfElement(event.target);
        if (place !== null && !pressed.current) showCell(place, 'nearest');
      }}
      onBlur={focus.onBlur}
    >
      <div
        role="presentation"
        className={classes['sizer']}
        style={{
          width: contentWidthPx,
          height: HEADER_HEIGHT_PX + (hasRows ? sizerHeightPx({ rowCount, rowHeightPx }) : 0),
        }}
      >
        <div ref={paneRef} role="presentation" className={classes['pane']}>
          <div role="rowgroup" className={classes['headerArea']}>
            <div ref={headerTrackRef} role="presentation" className={classes['track']}>
              <GridHeader
                columns={focus.tabStop?.rowIndex === -1 ? focusColumns : drawn}
                gutterWidthPx={gutterPx}
                contentWidthPx={contentWidthPx}
                sort={sort}
                tabStop={focus.tabStop?.rowIndex === -1 ? focus.tabStop.columnId : null}
                onResize={columnModel.resize}
                onFit={fitColumn}
              />
            </div>
          </div>
          <div role="rowgroup" className={classes['bodyArea']}>
            <div ref={bodyTrackRef} role="presentation" className={classes['track']}>
              <GridBody
                view={view}
                rows={rows}
                hasRows={hasRows}
                columns={drawn}
                focusColumns={focusColumns}
                gutterWidthPx={gutterPx}
                contentWidthPx={contentWidthPx}
                getCell={getCell}
                formatCount={formatCount}
                tabStop={focus.tabStop}
                texts={texts}
              />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
