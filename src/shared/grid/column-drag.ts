import type { ColumnLayout } from './column-window';
import { slotLeftPx } from './hit-test';

/** Where a column that is dragged would land. */
export interface ColumnDrop {
  /** The column whose place it takes; itself where it would stay. */
  readonly targetId: string;
  /** Between which columns it would stand, px from the left edge of the view. */
  readonly edgePx: number;
}

/**
 * Where a column would land with the pointer at a horizontal position, px from the left edge of the view: at the nearest
 * edge between columns that are pinned like it. Null where there is no such column.
 */
export function columnDrop(
  columnId: string,
  xPx: number,
  layout: ColumnLayout,
  scrollLeftPx: number,
): ColumnDrop | null {
  const group = layout.slots.find((slot) => slot.columnId === columnId)?.group;
  const peers = layout.slots.filter((slot) => slot.group === group);
  const place = peers.findIndex((slot) => slot.columnId === columnId);
  const lefts = peers.map((slot) => slotLeftPx(slot, layout, scrollLeftPx));
  const last = peers.at(-1);
  if (place === -1 || last === undefined) return null;
  const edges = [...lefts, (lefts.at(-1) ?? 0) + last.widthPx];
  const edge = edges.reduce(
    (best, edgePx, index) =>
      Math.abs(edgePx - xPx) < Math.abs((edges[best] ?? Infinity) - xPx) ? index : best,
    0,
  );
  // To the right of itself, all between have moved up by one before it is put back.
  const target = peers[edge > place ? edge - 1 : edge];
  return target === undefined ? null : { targetId: target.columnId, edgePx: edges[edge] ?? 0 };
}
