import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  type CSSProperties,
  type FocusEvent,
} from 'react';
import { useLocale } from 'use-intl';
import { showClippedText } from './clipped-title';
import { gutterWidthPx } from './column-window';
import classes from './data-grid.module.css';
import type { DataGridHandle, DataGridProps } from './data-grid-props';
import { fittingWidthPx } from './fit-column';
import { GridBody } from './grid-body';
import { GridHeader } from './grid-header';
import { HEADER_HEIGHT_PX, rowMetrics, type CellPlace, type GridSort } from './grid-model';
import { useGridTexts } from './grid-texts';
import { sizerHeightPx } from './row-scroll';
import { ROWS_PER_BLOCK } from './row-window';
import { NO_SELECTION } from './selection';
import { useColumnChanges } from './use-column-changes';
import { useColumnDrag } from './use-column-drag';
import { useColumnModel } from './use-column-model';
import { useColumnLayout, useDrawnColumns } from './use-drawn-columns';
import { useGridCommands } from './use-grid-commands';
import { placeOfElement, useGridFocus } from './use-grid-focus';
import { useGridViewport } from './use-grid-viewport';
import { useGridSelection } from './use-grid-selection';
import { usePointerPress } from './use-pointer-press';
import { useTouchHold } from './use-touch-hold';

const NO_SORT: readonly GridSort[] = [];
const NO_COLUMNS: ReadonlySet<string> = new Set();

/** A read-only grid over any number of rows. See the README of this folder. */
export function DataGrid<TRow>(props: DataGridProps<TRow>) {
  const { ref, label, describedBy, rows, getCell, columns, sort = NO_SORT, formatCount } = props;
  const locale = useLocale();
  const texts = useGridTexts();
  const { viewport, area, scrollerRef, paneRef, headerTrackRef, bodyTrackRef } = useGridViewport(
    props.onVisibleRowsChange,
  );

  const columnModel = useColumnModel(columns, props.arrangement, props.onArrangementChange);
  const columnsById = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const wrapsText = props.wrapsText === true;
  const { rowHeightPx, lineHeightPx } = rowMetrics(props.density ?? 'normal', wrapsText);
  const hasRows = props.rowCount !== null;
  // As many placeholders as the view has room for, while there is nothing to count.
  const rowCount = props.rowCount ?? Math.ceil(area.viewportHeightPx / rowHeightPx);
  const gutterPx = gutterWidthPx(props.rowCount ?? 0);
  const layout = useColumnLayout(columnModel.shown, gutterPx, area.viewportWidthPx);
  const { contentWidthPx } = layout;
  const { onPinsWithoutRoom } = props;
  useEffect(() => {
    const withoutRoom = layout.slots.filter((slot) => slot.pin !== slot.group);
    onPinsWithoutRoom?.(withoutRoom.map((slot) => slot.columnId));
  }, [layout, onPinsWithoutRoom]);

  const focus = useGridFocus(
    scrollerRef,
    layout,
    props.rowCount ?? 0,
    props.initialFocus ?? { rowIndex: props.initialRow ?? 0, columnId: '' },
    props.onFocusChange,
  );
  const { tabStop } = focus;
  const isTabStopInHeader = tabStop !== null && tabStop.rowIndex < 0;
  const drawn = useDrawnColumns(layout, area, columnsById, null);
  const drawnWithFocus = useDrawnColumns(layout, area, columnsById, tabStop?.columnId ?? null);
  // The very same array where it has the same columns, so that rows need not be drawn anew.
  const focusColumns = drawnWithFocus.length === drawn.length ? drawn : drawnWithFocus;

  useLayoutEffect(() => {
    viewport.setContent({ rowCount, rowHeightPx, contentWidthPx });
  }, [viewport, rowCount, rowHeightPx, contentWidthPx]);
  const [initial] = useState({ row: props.initialRow ?? 0, cut: props.initialRowCut ?? 0 });
  useLayoutEffect(() => {
    if (hasRows && initial.row + initial.cut > 0) viewport.openAt(initial.row, initial.cut);
  }, [viewport, hasRows, initial]);
  const { sidewaysRef } = props;
  useLayoutEffect(() => {
    if (sidewaysRef === undefined) return;
    viewport.setScrollLeft(sidewaysRef.current);
    return () => {
      sidewaysRef.current = viewport.getScrollLeftPx();
    };
  }, [viewport, sidewaysRef]);
  useLayoutEffect(() => {
    viewport.setOwner(hasRows ? rows : null);
  }, [viewport, hasRows, rows]);
  const focusRow = tabStop === null || isTabStopInHeader ? null : tabStop.rowIndex;
  useLayoutEffect(() => viewport.setFocusRow(focusRow), [viewport, focusRow]);

  const fittedWidthPx = (columnId: string): number | null => {
    const scroller = scrollerRef.current;
    const column = columnsById.get(columnId);
    if (scroller === null || column === undefined) return null;
    const { fontSize, fontFamily } = getComputedStyle(scroller);
    const font = `${fontSize} ${fontFamily}`;
    const nearRow = viewport.getView().visible.rowStart;
    return fittingWidthPx(column, rows, props.rowCount ?? 0, nearRow, getCell, font);
  };
  const fit = (columnIds: readonly string[]) => {
    columnModel.resizeAll(
      new Map(
        columnIds.flatMap((columnId) => {
          const widthPx = fittedWidthPx(columnId);
          return widthPx === null ? [] : [[columnId, widthPx]];
        }),
      ),
    );
  };
  const fitColumn = (columnId: string) => fit([columnId]);
  const selecting = useGridSelection({
    scrollerRef,
    viewport,
    layout,
    rowCount: props.rowCount ?? 0,
    focus,
    initialSelection: props.initialSelection,
    onSelectionChange: props.onSelectionChange,
  });
  const { markedAreas } = selecting;
  const changes = useColumnChanges(columnModel, layout, columnsById, props.announce);
  const commands = useGridCommands({
    props,
    viewport,
    layout,
    columnsById,
    changes,
    focus,
    selecting,
    fitColumn,
  });
  /** Who has gone to another cell means that one with the next Ctrl+C. */
  const selectNoneElsewhere = ({ rowIndex, columnId }: CellPlace) => {
    if (rowIndex !== tabStop?.rowIndex || columnId !== tabStop.columnId) selecting.select(NO_SELECTION);
  };
  useImperativeHandle(ref, (): DataGridHandle => ({
    goToRow(rowIndex, options) {
      const place = {
        rowIndex: Math.min(Math.max(0, Math.trunc(rowIndex)), rowCount - 1),
        columnId: options?.columnId ?? tabStop?.columnId ?? '',
      };
      selectNoneElsewhere(place);
      commands.goTo(place, 'start-if-hidden');
    },
    focusCell(place) {
      selectNoneElsewhere(place);
      commands.goTo(place, 'nearest');
    },
    focus: focus.take,
    moveColumn: changes.move,
    select: selecting.select,
    fitColumn,
    fitAll: () => fit(layout.slots.map((slot) => slot.columnId)),
    showCell(place) {
      commands.showCell(place, 'nearest');
    },
    get scrollOffsetPx() {
      return viewport.getOffsetPx();
    },
    get firstVisibleRow() {
      return viewport.getView().visible.rowStart;
    },
    get firstRowCut() {
      const { rowStart } = viewport.getView().visible;
      return Math.max(0, viewport.getOffsetPx() - rowStart * rowHeightPx) / rowHeightPx;
    },
  }));

  const { dragging, onPointerDown } = useColumnDrag({
    scrollerRef,
    headerRef: headerTrackRef,
    viewport,
    layout,
    onMove: changes.moveTo,
    onHold: commands.openMenu,
  });
  const { onMenu } = props;
  const watchHold = useTouchHold(
    onMenu === undefined
      ? null
      : (hold) => {
          if (selecting.selectForMenu(hold.place) === 'cell') focus.moveTo(hold.place);
          onMenu(hold);
        },
  );
  const pointer = usePointerPress();
  const onFocus = (event: FocusEvent) => {
    if (event.target === scrollerRef.current) {
      focus.take();
      return;
    }
    focus.onFocus(event);
    // A tab into the grid finds its cell in view. A press with the pointer moves nothing under it.
    const place = placeOfElement(event.target);
    if (place !== null && !pointer.isPressed() && !focus.isTaking()) commands.showCell(place, 'nearest');
  };
  const localeCount = useMemo(() => {
    const format = new Intl.NumberFormat(locale);
    return (count: number) => format.format(count);
  }, [locale]);
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--grid-header-height': `${HEADER_HEIGHT_PX}px`,
    '--grid-row-height': `${area.rowHeightPx}px`,
    '--grid-line-height': `${lineHeightPx}px`,
  };
  return (
    <div
      ref={scrollerRef}
      role="grid"
      aria-label={label}
      aria-describedby={describedBy}
      aria-rowcount={hasRows ? rowCount + 1 : -1}
      aria-colcount={layout.slots.length}
      aria-busy={!hasRows}
      aria-multiselectable="true"
      data-wraps={wrapsText || undefined}
      tabIndex={-1}
      className={classes['grid']}
      style={style}
      onKeyDown={commands.onKeyDown}
      onClick={commands.onClick}
      onDoubleClick={commands.onDoubleClick}
      onContextMenu={commands.onContextMenu}
      onMouseDown={selecting.onMouseDown}
      onMouseOver={showClippedText}
      onPointerDown={(event) => {
        pointer.press();
        onPointerDown(event);
        watchHold(event);
      }}
      onFocus={onFocus}
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
                columns={isTabStopInHeader ? focusColumns : drawn}
                gutterWidthPx={gutterPx}
                contentWidthPx={contentWidthPx}
                sort={sort}
                filteredColumns={props.filteredColumns ?? NO_COLUMNS}
                tabStop={isTabStopInHeader ? tabStop.columnId : null}
                markedAreas={markedAreas}
                rowCount={rowCount}
                hasMenu={props.onMenu !== undefined}
                dragged={dragging?.columnId ?? null}
                onResize={columnModel.resize}
              />
            </div>
          </div>
          <div role="rowgroup" className={classes['bodyArea']}>
            <div
              ref={bodyTrackRef}
              role="presentation"
              className={`${classes['track']} ${classes['block']}`}
              style={{ width: contentWidthPx, height: ROWS_PER_BLOCK * area.rowHeightPx }}
            >
              <GridBody
                viewport={viewport}
                rows={rows}
                hasRows={hasRows}
                columns={drawn}
                focusColumns={focusColumns}
                gutterWidthPx={gutterPx}
                contentWidthPx={contentWidthPx}
                pinnedStartPx={layout.pinnedStartPx}
                getCell={getCell}
                formatCount={formatCount ?? localeCount}
                tabStop={tabStop}
                texts={texts}
                markedAreas={markedAreas}
                matches={props.matches ?? null}
                columnCount={layout.slots.length}
              />
            </div>
          </div>
          {dragging?.drop != null && (
            <div className={classes['dropMark']} style={{ left: dragging.drop.edgePx }} aria-hidden="true" />
          )}
        </div>
      </div>
    </div>
  );
}
