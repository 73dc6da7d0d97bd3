import type { RowKeys } from './row-keys';
import type { RowScrollGeometry } from './row-scroll';
import type { RowRange } from './row-window';

/** Horizontal positions are told to React in steps of this, px; drawn columns reach as far beyond the visible ones. */
export const COLUMN_STEP_PX = 64;

/** Which rows have to be drawn. A new object only when something in it is new, which is less often than every px. */
export interface GridView {
  readonly drawn: RowRange;
  readonly visible: RowRange;
  /** The row that positions are relative to. */
  readonly blockStart: number;
  readonly keys: RowKeys;
  readonly rowCount: number;
  readonly area: GridArea;
}

/** What stays while rows go up or down. A new object only when something in it is new. */
export interface GridArea {
  readonly rowHeightPx: number;
  /** Size of the scrolled area without scrollbars; 0 until it is measured. */
  readonly viewportWidthPx: number;
  /** Of the area below the header. */
  readonly viewportHeightPx: number;
  /** scrollLeft, rounded down to a multiple of COLUMN_STEP_PX. */
  readonly columnScrollPx: number;
}

/** The area as it is now: `before`, where it is the same. */
export function areaNow(
  before: GridArea | null,
  geometry: Pick<RowScrollGeometry, 'rowHeightPx' | 'viewportHeightPx'>,
  viewportWidthPx: number,
  scrollLeftPx: number,
): GridArea {
  const { rowHeightPx, viewportHeightPx } = geometry;
  const columnScrollPx = Math.floor(scrollLeftPx / COLUMN_STEP_PX) * COLUMN_STEP_PX;
  const isSame =
    before?.rowHeightPx === rowHeightPx &&
    before.viewportWidthPx === viewportWidthPx &&
    before.viewportHeightPx === viewportHeightPx &&
    before.columnScrollPx === columnScrollPx;
  return isSame ? before : { rowHeightPx, viewportWidthPx, viewportHeightPx, columnScrollPx };
}

/** Whether two views draw the same; their keys do not count. */
export function isSameView(one: GridView, other: GridView): boolean {
  return (
    one.drawn.rowStart === other.drawn.rowStart &&
    one.drawn.rowEnd === other.drawn.rowEnd &&
    one.visible.rowStart === other.visible.rowStart &&
    one.visible.rowEnd === other.visible.rowEnd &&
    one.rowCount === other.rowCount &&
    one.area === other.area
  );
}
