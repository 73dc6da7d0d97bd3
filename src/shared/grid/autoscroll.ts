/** Within this distance of an edge, or beyond it, the rows begin to move, px. */
const EDGE_PX = 24;
/** Per frame at most; reached this far beyond the edge. */
const FASTEST_PX = 64;
const FULL_SPEED_AT_PX = 160;

/** How far to move in a frame while something is dragged to `positionPx` of a view from `startPx` to `endPx`; negative is back. */
export function autoscrollStepPx(positionPx: number, startPx: number, endPx: number): number {
  const beforePx = startPx + EDGE_PX - positionPx;
  if (beforePx > 0) return -speedPx(beforePx);
  const afterPx = positionPx - (endPx - EDGE_PX);
  return afterPx > 0 ? speedPx(afterPx) : 0;
}

function speedPx(distancePx: number): number {
  return Math.ceil(Math.min(1, distancePx / FULL_SPEED_AT_PX) ** 2 * FASTEST_PX);
}
