import { utcTicks } from 'd3-time';
import { DAY_MS } from '@/lib/formats/days';
import type { PriceLane } from './price-lanes';

/** Maps days to positions from 0, the left edge, to 1, the right edge. */
export interface TimeScale {
  /** The first and last day on the scale, in days since 1970. */
  readonly first: number;
  readonly last: number;
  /** Returns the position of a day; 0 or 1 for an open end (null) and for days beyond the scale. */
  readonly shareOf: (day: number | null, edge: 'start' | 'end') => number;
  readonly ticks: readonly { readonly day: number; readonly share: number }[];
  /** Whether ticks are labeled with years only, because they are more than a year apart. */
  readonly isByYear: boolean;
}

const YEAR = 365;
/** Days that are farther away than this are not shown, because they say little about current prices. */
const MOST_YEARS = 6;
const MOST_TICKS = 7;
/** The room for open ends at both edges, as a fraction of the time shown. */
const PADDING = 0.06;

/** Returns a scale that includes the days of the lanes and the given days, with room for open ends. */
export function timeScale(lanes: readonly PriceLane[], days: readonly number[]): TimeScale {
  const spans = lanes.flatMap(({ prices }) => prices.map(({ span }) => span));
  const known = [...spans.flatMap(({ from, to }) => [from, to]).filter((day) => day !== null), ...days];
  const middle = days[0] ?? known[0] ?? 0;
  const within = known.filter((day) => Math.abs(day - middle) <= MOST_YEARS * YEAR);
  const least = Math.min(...within, middle);
  const greatest = Math.max(...within, middle);
  const room = Math.max(
    Math.ceil((greatest - least) * PADDING),
    Math.ceil((YEAR - (greatest - least)) / 2),
    1,
  );
  const [first, last] = [least - room, greatest + room];
  const shareOf = (day: number | null, edge: 'start' | 'end') => {
    if (day === null) return edge === 'start' ? 0 : 1;
    // The last day of a price ends at its midnight, which is the start of the next day.
    const at = edge === 'end' ? day + 1 : day;
    return Math.min(Math.max((at - first) / (last + 1 - first), 0), 1);
  };
  const dates = utcTicks(new Date(first * DAY_MS), new Date(last * DAY_MS), MOST_TICKS);
  return {
    first,
    last,
    shareOf,
    ticks: dates.map((date) => {
      const day = Math.round(date.getTime() / DAY_MS);
      return { day, share: shareOf(day, 'start') };
    }),
    isByYear: dates.every((date) => date.getUTCMonth() === 0),
  };
}
