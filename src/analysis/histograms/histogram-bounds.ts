import { ticks } from 'd3-array';
import { utcTickInterval, utcTicks } from 'd3-time';
import { DAY_MS } from '@/lib/formats/days';
import { roundDecimal, shiftDecimal } from '@/lib/formats/decimal';
import { hasTimeOfDay, readIsoDateTime, type IsoDateTime } from '@/lib/formats/iso-date';
import type { AnalysedColumn } from '../engine/analysed-table';

/** The desired number of bars. Because their steps are round, there may be half or twice as many. */
const BAR_COUNT = 10;
/** If the days of a column span at most this many days, each day has its own bar. */
const MAX_SINGLE_DAYS = 14;
/** The latest end of a bar. On screen, only its day is shown. */
export const LAST_MOMENT = '9999-12-31T23:59:59.999999';
const FIRST_MOMENT = '0001-01-01';

/** Returns the bounds of the bars for a column with values from `least` to `greatest`, written like values of the engine. */
export function boundsOf(
  { type, scale }: Pick<AnalysedColumn, 'type' | 'scale'>,
  least: string,
  greatest: string,
  barCount = BAR_COUNT,
): readonly string[] {
  return type === 'number'
    ? numberBounds(least, greatest, scale ?? 0, barCount)
    : dateBounds(least, greatest, barCount);
}

/**
 * Returns the bounds of bars for the numbers from `least` to `greatest`, ascending and a round step apart. Every number belongs to exactly
 * one bar, which includes its start but not its end. The bounds are exact, in units of the scale. `leastStep`: the least width of a bar if
 * the bounds are shown with fewer digits than the scale has.
 */
export function numberBounds(
  least: string,
  greatest: string,
  scale: number,
  barCount = BAR_COUNT,
  leastStep = 1n,
): readonly string[] {
  const low = unitsOf(least, scale);
  const high = unitsOf(greatest, scale);
  const wanted = roundStep(high - low, barCount);
  const step = wanted < leastStep ? leastStep : wanted;
  const last = floorDivide(high, step) + 1n;
  const bounds: string[] = [];
  for (let index = floorDivide(low, step); index <= last; index += 1n) {
    bounds.push(shiftDecimal(String(index * step), -scale));
  }
  return bounds;
}

/** Returns the number that is one unit of the scale less than `decimal`. */
export function unitBelow(decimal: string, scale: number): string {
  return shiftDecimal(String(unitsOf(decimal, scale) - 1n), -scale);
}

/** `ticks` computes with doubles, so only the leading digit and the power of ten of its step are used. */
function roundStep(span: bigint, barCount: number): bigint {
  const [first = 0, second = 1] = ticks(0, Number(span), barCount);
  const step = second - first;
  if (!(step > 1)) return 1n;
  const [digit = '1', power = '0'] = step.toExponential(0).split('e+');
  return BigInt(digit) * 10n ** BigInt(power);
}

function unitsOf(decimal: string, scale: number): bigint {
  return BigInt(shiftDecimal(roundDecimal(decimal, scale), scale));
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/** Returns the bounds of bars at round dates or times, ascending. A bar excludes its end, except for the last bar. */
export function dateBounds(least: string, greatest: string, barCount = BAR_COUNT): readonly string[] {
  const [low, high] = [readIsoDateTime(least), readIsoDateTime(greatest)];
  if (low === null || high === null) return [];
  const lowMs = momentMs(low);
  const highMs = momentMs(high);
  if (
    !hasTimeOfDay(low) &&
    !hasTimeOfDay(high) &&
    highMs - lowMs < Math.max(MAX_SINGLE_DAYS, barCount) * DAY_MS
  ) {
    const days = Math.round((highMs - lowMs) / DAY_MS) + 2;
    return withoutRepetition(Array.from({ length: days }, (_, day) => isoOf(lowMs + day * DAY_MS)));
  }
  // The range ends one millisecond later, so that digits beyond the last millisecond belong to a bar, too.
  const [first, last] = [new Date(lowMs), new Date(highMs + 1)];
  const interval = utcTickInterval(first, last, barCount);
  const [start, end] = interval === null ? [first, last] : [interval.floor(first), interval.ceil(last)];
  const [startMs, endMs] = [start.getTime(), end.getTime()];
  const inside = utcTicks(start, end, barCount).map(Number);
  const moments = [startMs, ...inside.filter((atMs) => atMs > startMs && atMs < endMs), endMs];
  return withoutRepetition(moments.map(isoOf));
}

function momentMs({ year, month, day, hour, minute, second, fraction }: IsoDateTime): number {
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
}

/** Returns the shortest ISO text: without the time at midnight, and without the fraction of a whole second. */
function isoOf(atMs: number): string {
  if (atMs < Date.parse(`${FIRST_MOMENT}T00:00:00Z`)) return FIRST_MOMENT;
  if (atMs > Date.parse('9999-12-31T23:59:59.999Z')) return LAST_MOMENT;
  const text = new Date(atMs).toISOString().slice(0, -1);
  return text.replace(/\.000$/, '').replace(/T00:00:00$/, '');
}

function withoutRepetition(bounds: readonly string[]): readonly string[] {
  return bounds.filter((bound, index) => bound !== bounds[index - 1]);
}
