/** How the rows travel, judged over the last moments. */
export interface ScrollPace {
  readonly direction: 'down' | 'up';
  readonly isFast: boolean;
  /** Moves of the last WINDOW_MS, oldest first. */
  readonly moves: readonly { readonly atMs: number; readonly distancePx: number }[];
}

const WINDOW_MS = 120;

/** Viewports per second from which on nothing can be read. A wheel turned steadily makes about nine. */
const FAST_VIEWPORTS_PER_S = 20;

/** After this long without a move the rows stand, ms. */
export const SETTLED_AFTER_MS = 120;

export const AT_REST: ScrollPace = { direction: 'down', isFast: false, moves: [] };

/**
 * The pace after one more move. A single leap, however far, is not fast: what it shows is what the person asked for.
 * `isHeld` says that the scrollbar's thumb is in hand: then the first leap already is one of many.
 */
export function afterMove(
  pace: ScrollPace,
  deltaPx: number,
  nowMs: number,
  viewportHeightPx: number,
  isHeld: boolean,
): ScrollPace {
  if (deltaPx === 0) return pace;
  const recent = pace.moves.filter((move) => nowMs - move.atMs < WINDOW_MS);
  const moves = [...recent, { atMs: nowMs, distancePx: Math.abs(deltaPx) }];
  const travelledPx = moves.reduce((total, move) => total + move.distancePx, 0);
  const limitPx = (FAST_VIEWPORTS_PER_S * viewportHeightPx * WINDOW_MS) / 1000;
  return {
    direction: deltaPx > 0 ? 'down' : 'up',
    isFast: travelledPx > limitPx && (moves.length > 1 || isHeld),
    moves,
  };
}

/** The pace once nothing has moved for SETTLED_AFTER_MS. */
export function settled(pace: ScrollPace): ScrollPace {
  return { direction: pace.direction, isFast: false, moves: [] };
}
