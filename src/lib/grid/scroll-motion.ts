import {
  AT_REST,
  PAUSED_AFTER_MS,
  SETTLED_AFTER_MS,
  afterMove,
  paused,
  settled,
  type ScrollVelocity,
} from './scroll-velocity';

/** Measures how fast the rows move, and notices by timers when they stop, because browsers do not report the end of every scroll. */
export interface ScrollMotion {
  readonly velocity: () => ScrollVelocity;
  track(deltaPx: number, viewportHeightPx: number, isHeld: boolean): void;
  /** Makes the timer call `onQuiet` again after another SETTLED_AFTER_MS. */
  waitOn(): void;
  settle(): void;
  stopTimers(): void;
}

/** `onQuiet` is called when nothing has moved for SETTLED_AFTER_MS. It must call either `settle` or `waitOn`. */
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
      // Does not count a thumb held still as a pause, because the user is likely to drag it farther.
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
