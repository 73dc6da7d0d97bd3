import type { ColumnLayout } from './column-layout';
import { slotLeftPx } from './hit-test';

export interface ColumnDrop {
  /** The column whose position the dragged column takes. The dragged column itself if it would stay where it is. */
  readonly targetId: string;
  /** The column edge at which the column would drop, in px from the left edge of the view. */
  readonly edgePx: number;
}

/** Returns where a column would drop: at the nearest edge of a column that is pinned to the same side. */
export function columnDrop(
  columnId: string,
  xPx: number,
  layout: ColumnLayout,
  scrollLeftPx: number,
): ColumnDrop | null {
  const group = layout.slots.find((slot) => slot.columnId === columnId)?.group;
  const peers = layout.slots.filter((slot) => slot.group === group);
  const from = peers.findIndex((slot) => slot.columnId === columnId);
  const lefts = peers.map((slot) => slotLeftPx(slot, layout, scrollLeftPx));
  const last = peers.at(-1);
  if (from === -1 || last === undefined) return null;
  const edges = [...lefts, (lefts.at(-1) ?? 0) + last.widthPx];
  const edge = edges.reduce(
    (best, edgePx, index) =>
      Math.abs(edgePx - xPx) < Math.abs((edges[best] ?? Infinity) - xPx) ? index : best,
    0,
  );
  // The columns between the old and the new position have moved left by one.
  const target = peers[edge > from ? edge - 1 : edge];
  return target === undefined ? null : { targetId: target.columnId, edgePx: edges[edge] ?? 0 };
}

/** Moves an id to the position of another id. The ids between the two positions shift by one. */
export function withMoved(columnIds: readonly string[], columnId: string, targetId: string): string[] {
  const target = columnIds.indexOf(targetId);
  return columnIds.filter((other) => other !== columnId).toSpliced(target, 0, columnId);
}
