import { utcTicks } from 'd3-time';
import { DAY_MS } from '@/lib/formats/days';
import type { PriceLane } from './price-lanes';

/** Places days between 0, the left edge, and 1. */
export interface TimeScale {
  /** The first and the last day that are shown. */
  readonly first: number;
  readonly last: number;
  /** Returns the edge for an open end, and for a day beyond the scale. */
  readonly shareOf: (day: number | null, edge: 'start' | 'end') => number;
  readonly ticks: readonly { readonly day: number; readonly share: number }[];
  /** Whether a tick is more than a year from the next, so that its month is of no interest. */
  readonly isByYear: boolean;
}

const YEAR = 365;
/** Days that are farther away than this say more about the data than about today's prices. */
const MOST_YEARS = 6;
const MOST_TICKS = 7;
/** Room for open ends. */
const PADDING = 0.06;

/** Returns a scale that shows the days of the lanes and the given ones, with some room for open ends. */
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
    // A last day counts until its end.
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
