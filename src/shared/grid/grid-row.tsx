import { memo, type CSSProperties } from 'react';
import type { DrawnColumn } from './drawn-column';
import cellClasses from './grid-cell.module.css';
import type { GridCell, GridColumn, GridRowState } from './grid-model';
import type { GridTexts } from './grid-texts';
import classes from './grid-row.module.css';
import { markOfCell, type RowMark } from './row-marks';
import { visibleText } from './visible-text';

interface GridRowProps<TRow> {
  readonly rowIndex: number;
  /** Relative to the block that all drawn rows stand in. */
  readonly topPx: number;
  readonly columns: readonly DrawnColumn[];
  readonly gutterWidthPx: number;
  readonly contentWidthPx: number;
  /** What of the view the row numbers and pinned columns take at its start. */
  readonly pinnedStartPx: number;
  readonly rowNumber: string;
  readonly state: GridRowState;
  readonly row: TRow | null;
  readonly getCell: (row: TRow, columnId: string) => GridCell;
  /** The column whose cell in this row is the grid's tab stop. */
  readonly tabStop: string | null;
  /** This row speaks for a run of rows that could not be fetched. */
  readonly offersRetry: boolean;
  readonly texts: GridTexts;
  /** What of the row is selected. */
  readonly marks: readonly RowMark[];
  /** Columns in which something that is searched for was found. */
  readonly matches: ReadonlySet<string> | undefined;
  /** The one of them that was gone to. */
  readonly currentMatch: string | null;
  /** Of all shown columns. */
  readonly columnCount: number;
}

/** What a cell of a row shows, and what is read out where that is not the text itself. */
interface CellContent {
  readonly text: string;
  readonly className?: string | undefined;
  readonly name?: string;
  readonly title?: string | undefined;
}

function contentOf<TRow>(
  props: GridRowProps<TRow>,
  { id, align }: GridColumn,
  isFirst: boolean,
): CellContent {
  const { row, state, texts } = props;
  if (row === null) {
    if (state !== 'failed') return { text: texts.loading, className: loadingClass(align) };
    const className = classes['failed'];
    return isFirst ? { text: texts.notLoaded, className } : { text: '–', className, name: texts.notLoaded };
  }
  const cell = props.getCell(row, id);
  switch (cell.state) {
    case 'value':
      return {
        text: visibleText(cell.text),
        className: valueClass(align, cell.title !== undefined),
        title: cell.title,
      };
    case 'empty':
      return { text: '', name: texts.emptyText };
    case 'null':
      return { text: '∅', className: classes['null'], name: texts.noValue };
    case 'withheld':
      return {
        text: texts.withheld,
        className: classes['withheld'],
        name: texts.withheldName,
        title: cell.reason,
      };
  }
}

function GridRowView<TRow>(props: GridRowProps<TRow>) {
  const { rowIndex, topPx, columns, gutterWidthPx, contentWidthPx, rowNumber, state, texts, marks } = props;
  // The word and the button of a row that failed stand in the first column that is not pinned.
  const firstId = (columns.find(({ slot }) => slot.pin === null) ?? columns[0])?.slot.columnId;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex + 2}
      aria-busy={state === 'loading' ? true : undefined}
      aria-selected={marks.some((mark) => mark.start === 0 && mark.end === props.columnCount) || undefined}
      data-row={rowIndex}
      className={classes['row']}
      style={{ transform: `translateY(${topPx}px)`, width: contentWidthPx }}
    >
      <div
        className={cellClasses['gutter']}
        style={{ width: gutterWidthPx }}
        aria-hidden="true"
        data-gutter=""
        data-marked={marks.length > 0 ? '' : undefined}
      >
        {rowNumber}
      </div>
      {columns.map(({ slot, column, className, style }) => {
        const content = contentOf(props, column, slot.columnId === firstId);
        const mark = markOfCell(marks, slot.columnIndex);
        const placeClass = className + (mark === null ? '' : markClass(mark, slot.columnIndex));
        return (
          <div
            key={slot.columnId}
            role={column.isKey === true ? 'rowheader' : 'gridcell'}
            aria-colindex={slot.columnIndex + 1}
            aria-label={content.name}
            aria-selected={mark === null ? undefined : true}
            data-column={slot.columnId}
            data-match={matchOf(props, slot.columnId)}
            tabIndex={props.tabStop === slot.columnId ? 0 : -1}
            className={content.className === undefined ? placeClass : `${placeClass} ${content.className}`}
            data-offers={props.offersRetry && slot.columnId === firstId ? 'retry' : undefined}
            style={style}
            title={content.title}
          >
            {props.offersRetry && slot.columnId === firstId ? (
              <span className={classes['offer']} style={retryStyle(slot.leftPx - props.pinnedStartPx)}>
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

function valueClass(align: GridColumn['align'], isShortened: boolean): string | undefined {
  if (isShortened) return classes['shortened'];
  return align === 'left' ? classes['prose'] : undefined;
}

function loadingClass(align: GridColumn['align']): string | undefined {
  return align === 'right' ? `${classes['loading']} ${classes['loadingRight']}` : classes['loading'];
}

/** `hiddenFromPx`: scrolled further than this, the cell's start is out of view, and what it offers moves along. */
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

/** A row of the grid; drawn anew only when something it shows is new. */
export const GridRow = memo(GridRowView) as typeof GridRowView;
