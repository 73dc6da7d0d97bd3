import type { RowKeys } from './row-keys';
import { blockStart, renderedRows, visibleRows } from './row-layout';
import type { RowScrollGeometry } from './row-scroll';
import type { RowRange } from './grid-model';

/** React is notified of horizontal scroll positions in steps of this many px. Columns are rendered as far beyond the visible ones. */
export const COLUMN_STEP_PX = 64;

/** What to render. A new object is created only if a member changes, which happens less often than with every scrolled px. */
export interface GridView {
  readonly rendered: RowRange;
  readonly visible: RowRange;
  /** The first row of the block, from which row positions are measured. */
  readonly blockStart: number;
  readonly keys: RowKeys;
  readonly rowCount: number;
  readonly area: GridArea;
}

/** A view whose rows have not yet been assigned to DOM elements. */
export type UnkeyedView = Omit<GridView, 'keys'>;

/** The values that do not change while rows scroll vertically. A new object is created only if a member changes. */
export interface GridArea {
  readonly headerHeightPx: number;
  readonly rowHeightPx: number;
  /** The width of the scrolled area without scrollbars. 0 until it has been measured. */
  readonly viewportWidthPx: number;
  /** The height of the area below the header. */
  readonly viewportHeightPx: number;
  /** The scroller's scrollLeft, rounded down to a multiple of COLUMN_STEP_PX. */
  readonly columnScrollPx: number;
}

/** Returns the current area. Returns `before` itself if nothing has changed. */
export function areaNow(
  before: GridArea,
  geometry: Pick<RowScrollGeometry, 'rowHeightPx' | 'viewportHeightPx'>,
  headerHeightPx: number,
  viewportWidthPx: number,
  scrollLeftPx: number,
): GridArea {
  const { rowHeightPx, viewportHeightPx } = geometry;
  const columnScrollPx = Math.floor(scrollLeftPx / COLUMN_STEP_PX) * COLUMN_STEP_PX;
  const isSame =
    before.headerHeightPx === headerHeightPx &&
    before.rowHeightPx === rowHeightPx &&
    before.viewportWidthPx === viewportWidthPx &&
    before.viewportHeightPx === viewportHeightPx &&
    before.columnScrollPx === columnScrollPx;
  return isSame ? before : { headerHeightPx, rowHeightPx, viewportWidthPx, viewportHeightPx, columnScrollPx };
}

/** Returns the view with the rows at a vertical scroll offset. */
export function viewAt(offsetPx: number, rowCount: number, area: GridArea): UnkeyedView {
  const visible = visibleRows(offsetPx, area.viewportHeightPx, area.rowHeightPx, rowCount);
  const rendered = renderedRows(visible, rowCount);
  return { rendered, visible, blockStart: blockStart(rendered), rowCount, area };
}

/** Whether two views render the same rows and columns. */
export function isSameView(one: UnkeyedView, other: UnkeyedView): boolean {
  return (
    one.rendered.rowStart === other.rendered.rowStart &&
    one.rendered.rowEnd === other.rendered.rowEnd &&
    one.visible.rowStart === other.visible.rowStart &&
    one.visible.rowEnd === other.visible.rowEnd &&
    one.rowCount === other.rowCount &&
    one.area === other.area
  );
}
