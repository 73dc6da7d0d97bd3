import { useState, type CSSProperties } from 'react';
import classes from './data-grid.module.css';
import type { DataGridProps } from './data-grid-props';
import { GridBody } from './grid-body';
import { GridHeader } from './grid-header';
import { headerHeightPx as heightOfHeader, rowMetrics } from './grid-model';
import { ROWS_PER_BLOCK } from './row-layout';
import { sizerHeightPx } from './row-scroll';
import { useColumnChanges } from './use-column-changes';
import { useRenderedColumns } from './use-column-layout';
import { useGridColumns } from './use-grid-columns';
import { useGridCommands } from './use-grid-commands';
import { useGridEvents } from './use-grid-events';
import { useGridFocus } from './use-grid-focus';
import { useGridHandle } from './use-grid-handle';
import { useGridSelection } from './use-grid-selection';
import { useGridTexts } from './use-grid-texts';
import { useGridViewport, useViewportContent } from './use-grid-viewport';
import { useWrappedLines } from './use-wrapped-lines';

/** A read-only grid over any number of rows. The README of this folder describes its parts. */
export function DataGrid<TRow>(props: DataGridProps<TRow>) {
  const { rows, columns, settings, formatInteger } = props;
  const { rowCount } = rows;
  const { scrollerRef, paneRef, headerTrackRef, bodyTrackRef, probeRef, handlers, ...grid } =
    useDataGrid(props);
  const { viewport, area, layout, headerHeightPx, rowHeightPx } = grid;
  const { tabStop, focusRow, rendered, focusColumns, markedAreas, dragging } = grid;
  const { contentWidthPx } = layout;
  const renderPicture = columns.renderHeaderPicture ?? null;
  const isTabStopInHeader = tabStop !== null && focusRow === null;
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--grid-header-height': `${headerHeightPx}px`,
    '--grid-row-height': `${area.rowHeightPx}px`,
    '--grid-line-height': `${grid.lineHeightPx}px`,
    '--grid-lines': String(grid.lines),
  };
  return (
    <div
      ref={scrollerRef}
      role="grid"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-rowcount={rowCount + 1}
      aria-colcount={layout.slots.length}
      aria-multiselectable="true"
      data-wraps={settings.wrapsText || undefined}
      tabIndex={-1}
      className={classes['grid']}
      style={style}
      {...handlers}
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
                onResize={grid.columnModel.resize}
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
                texts={grid.texts}
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

/** Returns what the parts of a grid share: its columns, focus, selection and commands, and the texts and sizes of its elements. */
function useDataGrid<TRow>(props: DataGridProps<TRow>) {
  const { rows, columns, settings, initial, events, carryRef, wayOut } = props;
  const { rowCount } = rows;
  const texts = useGridTexts(wayOut?.label);
  const attached = useGridViewport();
  const { viewport, area, scrollerRef } = attached;
  const laidOut = useGridColumns(props, texts, attached);
  const { columnModel, columnsById, layout, meter, fitColumns } = laidOut;
  const lines = useWrappedLines({ scrollerRef, viewport, rows, layout, wrapsText: settings.wrapsText });
  const { rowHeightPx, lineHeightPx } = rowMetrics(settings.density, lines);
  const headerHeightPx = heightOfHeader({ hasPictures: columns.renderHeaderPicture != null });

  const [opening] = useState(initial);
  const firstPosition = opening.focus ?? { rowIndex: opening.row, columnId: '' };
  const focus = useGridFocus(scrollerRef, layout, rowCount, firstPosition);
  const { tabStop } = focus;
  const focusRow = tabStop === null || tabStop.rowIndex < 0 ? null : tabStop.rowIndex;
  const rendered = useRenderedColumns(layout, area, columnsById, meter, null);
  const renderedWithFocus = useRenderedColumns(layout, area, columnsById, meter, tabStop?.columnId ?? null);
  // Reuses the array if it has the same columns, so that rows need not render again.
  const focusColumns = renderedWithFocus.length === rendered.length ? rendered : renderedWithFocus;

  useViewportContent(viewport, {
    rows,
    headerHeightPx,
    rowHeightPx,
    contentWidthPx: layout.contentWidthPx,
    opening,
    focusRow,
    carryRef,
  });

  const selecting = useGridSelection({
    scrollerRef,
    viewport,
    layout,
    rowCount,
    focus,
    initialSelection: opening.selection,
    onSelectionChange: events.onSelectionChange,
  });
  const changes = useColumnChanges(columnModel, layout, columnsById, props.announce);
  const parts = { viewport, layout, changes, focus, selecting, fitColumns };
  const commands = useGridCommands({ ...parts, rows, settings, events, wayOut, columnsById });
  useGridHandle(props.ref, { ...parts, rowCount, rowHeightPx, commands });
  const { dragging, handlers } = useGridEvents({
    ...attached,
    layout,
    changes,
    commands,
    focus,
    selecting,
    onMenu: events.onMenu,
  });
  return {
    ...attached,
    ...laidOut,
    texts,
    lines,
    rowHeightPx,
    lineHeightPx,
    headerHeightPx,
    tabStop,
    focusRow,
    rendered,
    focusColumns,
    markedAreas: selecting.markedAreas,
    dragging,
    handlers,
  };
}
