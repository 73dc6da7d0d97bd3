import { memo, type CSSProperties } from 'react';
import type { ColumnLayout } from './column-layout';
import cellClasses from './grid-cell.module.css';
import {
  contentOfCell,
  contentOfMissingRow,
  tooNarrow,
  type CellContent,
  type GridTexts,
} from './cell-content';
import type { GridCell, GridHighlight, GridRowState, RowHighlight } from './grid-model';
import classes from './grid-row.module.css';
import { markOfCell, type RowMark } from './row-marks';
import type { RenderedColumn } from './use-column-layout';

interface GridRowProps<TRow> {
  readonly rowIndex: number;
  /** The row's distance from the top of its block of rows. */
  readonly topPx: number;
  readonly columns: readonly RenderedColumn[];
  readonly layout: ColumnLayout;
  readonly rowNumber: string;
  readonly state: GridRowState;
  readonly row: TRow | null;
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  readonly highlight: RowHighlight | null;
  /** The column of this row whose cell is the grid's tab stop. Null if the tab stop is in another row. */
  readonly tabStop: string | null;
  /** Whether this row has the retry button of a run of failed rows. */
  readonly offersRetry: boolean;
  readonly texts: GridTexts;
  readonly marks: readonly RowMark[];
  /** The columns with a search match. `currentMatch` is the column of the current match. */
  readonly matches: ReadonlySet<string> | undefined;
  readonly currentMatch: string | null;
}

function contentOf<TRow>(
  props: GridRowProps<TRow>,
  { column, fits }: RenderedColumn,
  isFirst: boolean,
): CellContent {
  const { row, state, texts } = props;
  if (row === null) return contentOfMissingRow(state, column.align, isFirst, texts);
  const cell = props.getCell(row, column.id);
  const content = contentOfCell(cell, column, texts);
  return cell.state !== 'value' || fits(content.text, cell.tone) ? content : tooNarrow(content);
}

function GridRowView<TRow>(props: GridRowProps<TRow>) {
  const { rowIndex, topPx, columns, layout, rowNumber, state, texts, marks, highlight } = props;
  // A failed row shows its text and its button in the first column that is not pinned.
  const firstId = (columns.find(({ slot }) => slot.pin === null && !slot.sticks) ?? columns[0])?.slot
    .columnId;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex + 2}
      aria-busy={state === 'loading' ? true : undefined}
      aria-selected={marks.some((mark) => mark.start === 0 && mark.end === layout.slots.length) || undefined}
      data-row={rowIndex}
      data-highlight={highlight?.row?.colour}
      className={classes['row']}
      style={{ transform: `translateY(${topPx}px)`, width: layout.contentWidthPx }}
    >
      <div
        className={cellClasses['gutter']}
        style={{ width: layout.gutterWidthPx }}
        aria-hidden="true"
        data-gutter=""
        data-marked={marks.length > 0 ? '' : undefined}
      >
        {rowNumber}
      </div>
      {columns.map((rendered) => {
        const { slot, column, className, style } = rendered;
        const cellHighlight = highlight?.cells.get(slot.columnId);
        const content = withNote(
          contentOf(props, rendered, slot.columnId === firstId),
          cellHighlight ?? highlight?.row ?? null,
          slot.columnId,
        );
        const mark = markOfCell(marks, slot.columnIndex);
        const positionClass = className + (mark === null ? '' : markClass(mark, slot.columnIndex));
        return (
          <div
            key={slot.columnId}
            role={column.isKey === true ? 'rowheader' : 'gridcell'}
            aria-colindex={slot.columnIndex + 1}
            aria-label={content.name}
            aria-selected={mark === null ? undefined : true}
            data-column={slot.columnId}
            data-highlight={cellHighlight?.colour}
            data-match={matchOf(props, slot.columnId)}
            tabIndex={props.tabStop === slot.columnId ? 0 : -1}
            className={
              content.className === undefined ? positionClass : `${positionClass} ${content.className}`
            }
            data-offers={props.offersRetry && slot.columnId === firstId ? 'retry' : undefined}
            style={style}
            title={content.title}
          >
            {props.offersRetry && slot.columnId === firstId ? (
              <span className={classes['offer']} style={retryStyle(slot.leftPx - slot.startEdgePx)}>
                {content.text}
                <button type="button" tabIndex={-1} className={classes['retry']} data-retry="">
                  {texts.tryAgain}
                </button>
              </span>
            ) : (
              content.text
            )}
          </div>
        );
      })}
    </div>
  );
}

function withNote(content: CellContent, highlight: GridHighlight | null, columnId: string): CellContent {
  if (highlight?.columnId !== columnId) return content;
  const { note } = highlight;
  const { text, name = text, title } = content;
  return { ...content, name: `${name}, ${note}`, title: title === undefined ? note : `${title}\n${note}` };
}

/** Styles the retry button. Beyond the scroll position `hiddenFromPx`, its cell's start is out of view, and the button moves along. */
function retryStyle(hiddenFromPx: number): CSSProperties & Record<`--${string}`, string> {
  return { '--grid-hidden-from': `${hiddenFromPx}px` };
}

function matchOf<TRow>(
  { matches, currentMatch }: GridRowProps<TRow>,
  columnId: string,
): 'current' | 'other' | undefined {
  if (currentMatch === columnId) return 'current';
  return matches?.has(columnId) === true ? 'other' : undefined;
}

function markClass(mark: RowMark, columnIndex: number): string {
  let names = ` ${classes['selected']}`;
  if (mark.isTop) names += ` ${classes['selectedTop']}`;
  if (mark.isBottom) names += ` ${classes['selectedBottom']}`;
  if (columnIndex === mark.start) names += ` ${classes['selectedStart']}`;
  if (columnIndex === mark.end - 1) names += ` ${classes['selectedEnd']}`;
  return names;
}

/** A row of the grid. It renders again only when something that it shows has changed. */
export const GridRow = memo(GridRowView) as typeof GridRowView;
