import {
  AT_REST,
  PAUSED_AFTER_MS,
  SETTLED_AFTER_MS,
  afterMove,
  paused,
  settled,
  type ScrollVelocity,
} from './scroll-velocity';

/** How fast the rows move, and the timers that notice when they no longer do: browsers do not report the end of every scroll. */
export interface ScrollMotion {
  readonly velocity: () => ScrollVelocity;
  track(deltaPx: number, viewportHeightPx: number, isHeld: boolean): void;
  /** Calls `onQuiet` once more, after the same time. */
  waitOn(): void;
  settle(): void;
  stopTimers(): void;
}

/** `onQuiet`: nothing has moved for SETTLED_AFTER_MS; either settle the motion or wait on. */
export function createScrollMotion(
  now: () => number,
  onPaused: (velocity: ScrollVelocity) => void,
  onQuiet: () => void,
): ScrollMotion {
  let velocity = AT_REST;
  let quietTimer: ReturnType<typeof setTimeout> | undefined;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;

  function waitOn(): void {
    clearTimeout(quietTimer);
    quietTimer = setTimeout(onQuiet, SETTLED_AFTER_MS);
  }

  function pause(): void {
    velocity = paused(velocity);
    onPaused(velocity);
  }

  return {
    velocity: () => velocity,
    track(deltaPx, viewportHeightPx, isHeld) {
      velocity = afterMove(velocity, deltaPx, now(), viewportHeightPx, isHeld);
      waitOn();
      clearTimeout(pauseTimer);
      // A thumb held still is likely to move again, to somewhere far away.
      if (velocity.isFast && !isHeld) pauseTimer = setTimeout(pause, PAUSED_AFTER_MS);
    },
    waitOn,
    settle() {
      velocity = settled(velocity);
    },
    stopTimers() {
      clearTimeout(quietTimer);
      clearTimeout(pauseTimer);
    },
  };
}
