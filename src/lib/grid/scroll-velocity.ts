export interface ScrollVelocity {
  readonly direction: 'down' | 'up';
  readonly isFast: boolean;
  /** The moves of the last WINDOW_MS, oldest first. */
  readonly moves: readonly { readonly atMs: number; readonly distancePx: number }[];
}

const WINDOW_MS = 120;

/** The speed, in viewports per second, at which users can read nothing. A steadily turned wheel reaches about nine. */
const FAST_VIEWPORTS_PER_S = 20;

/** The time without a move, ms, after which the rows count as resting. */
export const SETTLED_AFTER_MS = 120;

/** The time without a move, ms, after which a fast wheel counts as paused, so that the visible rows are requested. Longer than a frame. */
export const PAUSED_AFTER_MS = 24;

export const AT_REST: ScrollVelocity = { direction: 'down', isFast: false, moves: [] };

/** Returns the velocity after a move. A single jump does not count as fast, unless the user holds the scrollbar's thumb (`isHeld`). */
export function afterMove(
  velocity: ScrollVelocity,
  deltaPx: number,
  nowMs: number,
  viewportHeightPx: number,
  isHeld: boolean,
): ScrollVelocity {
  if (deltaPx === 0) return velocity;
  const recent = velocity.moves.filter((move) => nowMs - move.atMs < WINDOW_MS);
  const moves = [...recent, { atMs: nowMs, distancePx: Math.abs(deltaPx) }];
  const travelledPx = moves.reduce((total, move) => total + move.distancePx, 0);
  const limitPx = (FAST_VIEWPORTS_PER_S * viewportHeightPx * WINDOW_MS) / 1000;
  return {
    direction: deltaPx > 0 ? 'down' : 'up',
    isFast: travelledPx > limitPx && (moves.length > 1 || isHeld),
    moves,
  };
}

/** Returns the velocity after nothing has moved for PAUSED_AFTER_MS. Another move soon after can make it fast again. */
export function paused(velocity: ScrollVelocity): ScrollVelocity {
  return { ...velocity, isFast: false };
}

/** Returns the velocity after nothing has moved for SETTLED_AFTER_MS. */
export function settled(velocity: ScrollVelocity): ScrollVelocity {
  return { direction: velocity.direction, isFast: false, moves: [] };
}
