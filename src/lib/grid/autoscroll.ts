/** Scrolling starts when the pointer is within this many px of an edge, or beyond it. */
const EDGE_PX = 24;

const SLOWEST_PX_PER_S = 60;
/** The greatest speed. The speed grows with the square of the pointer's distance beyond the edge. */
const FASTEST_PX_PER_S = 12_000;
const FASTEST_AT_PX = 240;

/** The speed also grows with time, because the pointer cannot move beyond the edge of the screen. */
const GAIN_PER_S = 1;
const MOST_GAIN = 6;

/** The longest time that one step counts. Scrolling does not catch up on a time in which the page was busy. */
const LONGEST_FRAME_MS = 100;

export interface AutoscrollStep {
  /** The whole px to scroll by. A negative number scrolls back. */
  readonly px: number;
  /** True while the pointer is at the edge and more steps must follow. */
  readonly isOn: boolean;
}

/** Scrolls while the user drags something at an edge of the view. Create one object for each direction and drag. */
export interface Autoscroll {
  /** Call once per frame with the pointer's position. The speed depends on the time, not on the number of frames. */
  step(positionPx: number, startPx: number, endPx: number, nowMs: number): AutoscrollStep;
}

export function createAutoscroll(): Autoscroll {
  let last: {
    readonly side: number;
    readonly sinceMs: number;
    readonly atMs: number;
    readonly restPx: number;
  } | null = null;
  return {
    step(positionPx, startPx, endPx, nowMs) {
      const beyondPx = pastEdgePx(positionPx, startPx, endPx);
      const side = Math.sign(beyondPx);
      if (side === 0) {
        last = null;
        return { px: 0, isOn: false };
      }
      if (last?.side !== side) {
        last = { side, sinceMs: nowMs, atMs: nowMs, restPx: 0 };
        return { px: 0, isOn: true };
      }
      const elapsedMs = Math.min(Math.max(0, nowMs - last.atMs), LONGEST_FRAME_MS);
      const gain = Math.min(1 + (GAIN_PER_S * (nowMs - last.sinceMs)) / 1000, MOST_GAIN);
      const speed = Math.min(speedPxPerS(Math.abs(beyondPx)) * gain, FASTEST_PX_PER_S);
      const movedPx = last.restPx + (speed * elapsedMs) / 1000;
      // Keeps the fraction for the next step, because the browser would round it away.
      const px = Math.floor(movedPx);
      last = { ...last, atMs: nowMs, restPx: movedPx - px };
      return { px: side * px, isOn: true };
    },
  };
}

function pastEdgePx(positionPx: number, startPx: number, endPx: number): number {
  const beforePx = startPx + EDGE_PX - positionPx;
  if (beforePx > 0) return -beforePx;
  return Math.max(0, positionPx - (endPx - EDGE_PX));
}

function speedPxPerS(distancePx: number): number {
  return SLOWEST_PX_PER_S + Math.min(1, distancePx / FASTEST_AT_PX) ** 2 * FASTEST_PX_PER_S;
}
