import { nice, ticks } from 'd3-array';

/** The scale of a chart's axis. It begins and ends at round values. */
export interface ValueScale {
  readonly ticks: readonly number[];
  /** Returns the position of a value, from 0 at the low end to 1 at the high end. */
  readonly shareOf: (value: number) => number;
}

/** Returns a scale of the values from `least` to `greatest` with about `tickCount` ticks. */
export function valueScale(least: number, greatest: number, tickCount: number): ValueScale {
  const margin = least === greatest ? 1 : 0;
  const [low, high] = nice(least - margin, greatest + margin, tickCount);
  return { ticks: ticks(low, high, tickCount), shareOf: (value) => (value - low) / (high - low) };
}
