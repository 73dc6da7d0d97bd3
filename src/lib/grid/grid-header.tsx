import { IconArrowDown, IconArrowUp, IconDotsVertical, IconFilterFilled } from '@tabler/icons-react';
import { memo, useId, type PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ColumnLayout } from './column-layout';
import type { RenderHeaderPicture } from './data-grid-props';
import cellClasses from './grid-cell.module.css';
import classes from './grid-header.module.css';
import type { GridSort } from './grid-model';
import type { SelectedArea } from './selection';
import type { RenderedColumn } from './use-column-layout';

interface GridHeaderProps {
  readonly columns: readonly RenderedColumn[];
  readonly layout: ColumnLayout;
  readonly sort: readonly GridSort[];
  readonly filteredColumns: ReadonlySet<string>;
  readonly tabStop: string | null;
  readonly markedAreas: readonly SelectedArea[];
  readonly rowCount: number;
  readonly dragged: string | null;
  readonly onResize: (columnId: string, widthPx: number) => void;
  readonly renderPicture: RenderHeaderPicture | null;
}

function GridHeaderView(props: GridHeaderProps) {
  const t = useTranslations('grid');
  const headerId = useId();
  const { columns, layout, sort, filteredColumns, markedAreas, rowCount, renderPicture } = props;
  return (
    <div
      role="row"
      aria-rowindex={1}
      data-row={-1}
      data-pictured={renderPicture !== null || undefined}
      className={classes['row']}
      style={{ width: layout.contentWidthPx }}
    >
      <div
        className={cellClasses['gutter']}
        style={{ width: layout.gutterWidthPx }}
        aria-hidden="true"
        data-corner=""
        title={t('selectAll')}
      />
      {columns.map(({ slot, column, className, style }) => {
        const level = sort.findIndex((rule) => rule.columnId === slot.columnId);
        const rule = sort[level];
        const isFiltered = filteredColumns.has(slot.columnId);
        const areas = markedAreas.filter(
          (area) => slot.columnIndex >= area.columnStart && slot.columnIndex < area.columnEnd,
        );
        const isWhole = areas.some((area) => area.rowStart === 0 && area.rowEnd === rowCount);
        const Arrow = rule?.direction === 'descending' ? IconArrowDown : IconArrowUp;
        const pictureTextId = `${headerId}${slot.columnIndex}`;
        return (
          <div
            key={slot.columnId}
            role="columnheader"
            aria-colindex={slot.columnIndex + 1}
            // ARIA allows only one sorted column. The accessible name of a header states its level if there are more.
            aria-sort={level === 0 ? rule?.direction : undefined}
            aria-describedby={renderPicture === null ? undefined : pictureTextId}
            aria-selected={isWhole || undefined}
            data-marked={areas.length > 0 ? '' : undefined}
            data-column={slot.columnId}
            tabIndex={props.tabStop === slot.columnId ? 0 : -1}
            className={`${className} ${classes['cell']} ${classes[column.align] ?? ''}`}
            data-dragged={props.dragged === slot.columnId || undefined}
            data-sortable={column.isSortable === false ? undefined : ''}
            style={style}
            title={column.title}
          >
            <span className={classes['label']}>{column.label}</span>
            {rule !== undefined && (
              <span className={classes['sort']} aria-hidden="true">
                <Arrow size={14} stroke={2} />
                {sort.length > 1 && level + 1}
              </span>
            )}
            {rule !== undefined && level > 0 && (
              <span className={classes['unseen']}>
                {`, ${t('sortLevel', { direction: rule.direction, level: level + 1, levels: sort.length })}`}
              </span>
            )}
            {isFiltered && (
              <>
                <span className={classes['filter']} aria-hidden="true" title={t('filtered')}>
                  <IconFilterFilled size={13} />
                </span>
                <span className={classes['unseen']}>{`, ${t('filtered')}`}</span>
              </>
            )}
            {/* This button is for pointers. Alt+ArrowDown opens the same menu by keyboard. */}
            <span className={classes['menu']} data-menu="" aria-hidden="true" title={t('openColumnMenu')}>
              <IconDotsVertical size={14} />
            </span>
            {renderPicture !== null && (
              <span className={classes['picture']}>{renderPicture(slot.columnId, pictureTextId)}</span>
            )}
            <ResizeHandle
              widthPx={slot.widthPx}
              title={t('resize')}
              onResize={(widthPx) => props.onResize(slot.columnId, widthPx)}
            />
          </div>
        );
      })}
    </div>
  );
}

export const GridHeader = memo(GridHeaderView);

interface ResizeHandleProps {
  readonly widthPx: number;
  readonly title: string;
  readonly onResize: (widthPx: number) => void;
}

/** A handle that pointers can drag. Alt with the arrow keys resizes by keyboard. The grid handles a double click. */
function ResizeHandle({ widthPx, title, onResize }: ResizeHandleProps) {
  const startDrag = (down: PointerEvent<HTMLDivElement>) => {
    if (down.button !== 0) return;
    down.preventDefault();
    const handle = down.currentTarget;
    handle.setPointerCapture(down.pointerId);
    const startX = down.clientX;
    const dragging = new AbortController();
    const { signal } = dragging;
    handle.addEventListener(
      'pointermove',
      (move: globalThis.PointerEvent) => onResize(widthPx + move.clientX - startX),
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      handle.addEventListener(end, () => dragging.abort(), { signal });
    }
  };
  return (
    <div
      className={classes['resize']}
      aria-hidden="true"
      title={title}
      data-resize=""
      onPointerDown={startDrag}
    />
  );
}
