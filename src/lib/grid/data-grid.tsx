import { useEffect, useMemo, useState, type CSSProperties, type FocusEvent } from 'react';
import classes from './data-grid.module.css';
import type { DataGridProps } from './data-grid-props';
import { GridBody } from './grid-body';
import { GridHeader } from './grid-header';
import { headerHeightPx as heightOfHeader, rowMetrics } from './grid-model';
import { ROWS_PER_BLOCK } from './row-layout';
import { sizerHeightPx } from './row-scroll';
import { useColumnChanges } from './use-column-changes';
import { useColumnDrag } from './use-column-drag';
import { useColumnLayout, useRenderedColumns } from './use-column-layout';
import { useColumnModel } from './use-column-model';
import { useFittedColumns } from './use-fitted-columns';
import { useGridCommands } from './use-grid-commands';
import { positionOfElement, useGridFocus, usePointerPress } from './use-grid-focus';
import { useGridHandle } from './use-grid-handle';
import { useGridSelection } from './use-grid-selection';
import { useGridTexts } from './use-grid-texts';
import { useGridViewport, useViewportContent } from './use-grid-viewport';
import { useWrappedLines } from './use-wrapped-lines';
import { useTouchHold } from './use-touch-hold';
import { showClippedText } from './visible-text';

/** A read-only grid over any number of rows. The README of this folder describes its parts. */
export function DataGrid<TRow>(props: DataGridProps<TRow>) {
  const { ref, label, describedBy, rows, columns, settings, initial, events, carryRef, formatInteger } =
    props;
  const { rowCount } = rows;
  const texts = useGridTexts(props.wayOut?.label);
  const { viewport, area, scrollerRef, paneRef, headerTrackRef, bodyTrackRef } = useGridViewport();

  const { definitions } = columns;
  const columnModel = useColumnModel(definitions, columns.state, columns.onStateChange);
  const columnsById = useMemo(() => new Map(definitions.map((column) => [column.id, column])), [definitions]);
  const { fit, probeRef, widthsNear } = useFittedColumns({
    columns: definitions,
    rows,
    getCell: columns.getCell,
    texts,
    columnState: columns.state,
    sort: columns.sort,
    filtered: columns.filtered,
    firstRow: initial.row,
    paneRef,
    formatCount: formatInteger,
    carryRef,
  });
  const layout = useColumnLayout(columnModel.visibleColumns, {
    fit,
    chosenPx: columns.state.widthsPx,
    columnsById,
    keepsKeys: settings.keepsKeys,
    viewportWidthPx: area.viewportWidthPx,
  });
  const { contentWidthPx } = layout;
  const lines = useWrappedLines({ scrollerRef, viewport, rows, layout, wrapsText: settings.wrapsText });
  const { rowHeightPx, lineHeightPx } = rowMetrics(settings.density, lines);
  const renderPicture = columns.renderHeaderPicture ?? null;
  const headerHeightPx = heightOfHeader({ hasPictures: renderPicture !== null });
  const { onPinsWithoutRoom } = events;
  useEffect(() => {
    const withoutRoom = layout.slots.filter((slot) => slot.pin !== slot.group);
    onPinsWithoutRoom(withoutRoom.map((slot) => slot.columnId));
  }, [layout, onPinsWithoutRoom]);

  const [opening] = useState(initial);
  const focus = useGridFocus(
    scrollerRef,
    layout,
    rowCount,
    opening.focus ?? { rowIndex: opening.row, columnId: '' },
  );
  const { tabStop } = focus;
  const isTabStopInHeader = tabStop !== null && tabStop.rowIndex < 0;
  const meter = fit?.meter ?? null;
  const rendered = useRenderedColumns(layout, area, columnsById, meter, null);
  const renderedWithFocus = useRenderedColumns(layout, area, columnsById, meter, tabStop?.columnId ?? null);
  // The same array if it has the same columns, so that rows need not render again.
  const focusColumns = renderedWithFocus.length === rendered.length ? rendered : renderedWithFocus;

  useViewportContent(viewport, {
    rows,
    headerHeightPx,
    rowHeightPx,
    contentWidthPx,
    opening,
    focusRow: tabStop === null || isTabStopInHeader ? null : tabStop.rowIndex,
    carryRef,
  });

  const fitColumns = (columnIds: readonly string[]) => {
    const fittedColumns = columnIds.flatMap((columnId) => columnsById.get(columnId) ?? []);
    columnModel.resizeAll(widthsNear(viewport.getView().visible.rowStart, fittedColumns));
  };
  const selecting = useGridSelection({
    scrollerRef,
    viewport,
    layout,
    rowCount,
    focus,
    initialSelection: opening.selection,
    onSelectionChange: events.onSelectionChange,
  });
  const { markedAreas } = selecting;
  const changes = useColumnChanges(columnModel, layout, columnsById, props.announce);
  const commands = useGridCommands({
    rows,
    settings,
    events,
    wayOut: props.wayOut,
    viewport,
    layout,
    columnsById,
    changes,
    focus,
    selecting,
    fitColumns,
  });
  useGridHandle(ref, {
    rowCount,
    rowHeightPx,
    viewport,
    layout,
    changes,
    commands,
    focus,
    selecting,
    fitColumns,
  });

  const { dragging, onPointerDown } = useColumnDrag({
    scrollerRef,
    headerRef: headerTrackRef,
    viewport,
    layout,
    onMove: changes.moveTo,
    onHold: commands.openMenu,
  });
  const watchHold = useTouchHold((request) => {
    if (selecting.selectForMenu(request.position) === 'cell') focus.moveTo(request.position);
    events.onMenu(request);
  });
  const pointer = usePointerPress();
  const onFocus = (event: FocusEvent) => {
    if (event.target === scrollerRef.current) {
      focus.take();
      return;
    }
    focus.onFocus(event);
    // Tabbing into the grid scrolls the active cell into view. A pointer press must not move the cell under the pointer.
    const position = positionOfElement(event.target);
    if (position !== null && !pointer.isPressed() && !focus.isTaking())
      commands.showCell(position, 'nearest');
  };
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--grid-header-height': `${headerHeightPx}px`,
    '--grid-row-height': `${area.rowHeightPx}px`,
    '--grid-line-height': `${lineHeightPx}px`,
    '--grid-lines': String(lines),
  };
  return (
    <div
      ref={scrollerRef}
      role="grid"
      aria-label={label}
      aria-describedby={describedBy}
      aria-rowcount={rowCount + 1}
      aria-colcount={layout.slots.length}
      aria-multiselectable="true"
      data-wraps={settings.wrapsText || undefined}
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
          height: headerHeightPx + sizerHeightPx({ rowCount, rowHeightPx }),
        }}
      >
        <div ref={paneRef} role="presentation" className={classes['pane']}>
          <div role="rowgroup" className={classes['headerArea']}>
            <div ref={headerTrackRef} role="presentation" className={classes['track']}>
              <GridHeader
                columns={isTabStopInHeader ? focusColumns : rendered}
                layout={layout}
                sort={columns.sort}
                filteredColumns={columns.filtered}
                tabStop={isTabStopInHeader ? tabStop.columnId : null}
                markedAreas={markedAreas}
                rowCount={rowCount}
                dragged={dragging?.columnId ?? null}
                onResize={columnModel.resize}
                renderPicture={renderPicture}
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
                layout={layout}
                columns={rendered}
                focusColumns={focusColumns}
                getCell={columns.getCell}
                getHighlight={columns.getHighlight ?? null}
                formatCount={formatInteger}
                tabStop={tabStop}
                texts={texts}
                markedAreas={markedAreas}
                matches={props.matches}
              />
            </div>
          </div>
          <div ref={probeRef} className={classes['probe']} aria-hidden="true">
            0123456789
          </div>
          {dragging?.drop != null && (
            <div className={classes['dropMark']} style={{ left: dragging.drop.edgePx }} aria-hidden="true" />
          )}
        </div>
      </div>
    </div>
  );
}
