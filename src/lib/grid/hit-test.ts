import { shiftOfSlotPx, type ColumnLayout, type ColumnSlot } from './column-layout';
import type { CellPosition } from './grid-model';

export interface HitTestInput {
  readonly layout: ColumnLayout;
  readonly scrollLeftPx: number;
  /** The distance from the top of row 0 to the top of the area that shows rows. */
  readonly offsetPx: number;
  readonly headerHeightPx: number;
  readonly rowHeightPx: number;
  readonly viewportHeightPx: number;
  readonly rowCount: number;
}

/** Returns the data cell nearest to a point (in px from the grid's top left corner). Null if there is no data cell. */
export function cellNearPoint(xPx: number, yPx: number, input: HitTestInput): CellPosition | null {
  const { layout, rowCount } = input;
  const slot = slotNear(xPx, layout, input.scrollLeftPx);
  if (slot === null || rowCount === 0) return null;
  // Clamps the point to the view, so that a selection follows the scrolling and does not run ahead of it.
  const inViewPx = Math.min(Math.max(yPx - input.headerHeightPx, 0), Math.max(0, input.viewportHeightPx - 1));
  const rowIndex = Math.floor((input.offsetPx + inViewPx) / input.rowHeightPx);
  return { rowIndex: Math.min(Math.max(rowIndex, 0), rowCount - 1), columnId: slot.columnId };
}

/** Returns the column nearest to a horizontal position. Pinned columns cover the scrolling columns below them. */
function slotNear(xPx: number, layout: ColumnLayout, scrollLeftPx: number): ColumnSlot | null {
  const lastPx = Math.min(layout.viewportWidthPx, layout.contentWidthPx - scrollLeftPx) - 1;
  const insidePx = Math.min(Math.max(xPx, layout.gutterWidthPx), Math.max(layout.gutterWidthPx, lastPx));
  let found: ColumnSlot | null = null;
  for (const slot of layout.slots) {
    const leftPx = slotLeftPx(slot, layout, scrollLeftPx);
    if (insidePx < leftPx || insidePx >= leftPx + slot.widthPx) continue;
    if (found === null || slot.pin !== null || slot.sticks || slot.sticksAtEnd) found = slot;
  }
  return found;
}

/** Returns the position of a column's left edge in the view, px. */
export function slotLeftPx(slot: ColumnSlot, layout: ColumnLayout, scrollLeftPx: number): number {
  return slot.leftPx - scrollLeftPx + shiftOfSlotPx(slot, layout, scrollLeftPx);
}
