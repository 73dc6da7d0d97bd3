import type { JsonBytes } from './json-bytes';

/** A tick is 100 ns, the resolution of the SQL type datetime2(7). */
export const TICKS_PER_SECOND = 10_000_000;
export const TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;
const MS_PER_DAY = 86_400_000;

/** Returns the number of days from 1970-01-01 to a date. `month` is 1-based. */
export function dayNumber(year: number, month: number, day: number): number {
  // Date.UTC is not used, because it reads years below 100 as 19xx.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / MS_PER_DAY);
}

/** Returns the text of a day (in days since 1970), such as `2026-01-31`. */
export const dateText = memoized((day) => new Date(day * MS_PER_DAY).toISOString().slice(0, 10));

/** Returns a text such as `2026-01-31T10:00:00.1234567`, with as many fraction digits as the column stores. */
export function dateTimeText(day: number, tick: number, fractionDigits: number): string {
  const [hours, minutes, seconds, fraction] = clockOf(tick);
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  const wholeSeconds = `${dateText(day)}T${clock}`;
  if (fractionDigits === 0) return wholeSeconds;
  return `${wholeSeconds}.${String(fraction).padStart(7, '0').slice(0, fractionDigits)}`;
}

/** The value of the last fraction digit in ticks, by the number of fraction digits. */
const TICKS_OF_DIGIT = [10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];

/** Writes the text that `dateTimeText` returns as a JSON string. */
export function writeDateTime(out: JsonBytes, day: number, tick: number, fractionDigits: number): void {
  const [hours, minutes, seconds, fraction] = clockOf(tick);
  out.ascii('"');
  out.ascii(dateText(day));
  out.ascii('T');
  out.digits(hours, 2);
  out.ascii(':');
  out.digits(minutes, 2);
  out.ascii(':');
  out.digits(seconds, 2);
  if (fractionDigits > 0) {
    out.ascii('.');
    out.digits(Math.floor(fraction / (TICKS_OF_DIGIT[fractionDigits] ?? 1)), fractionDigits);
  }
  out.ascii('"');
}

/** Splits a tick of the day into hours, minutes, seconds, and ticks of the second. */
function clockOf(tick: number): readonly [number, number, number, number] {
  const second = Math.floor(tick / TICKS_PER_SECOND);
  const minute = Math.floor(second / 60);
  return [Math.floor(minute / 60), minute % 60, second % 60, tick - second * TICKS_PER_SECOND];
}

/** Caches the results of `make`, because there are few days and the rows of a page mostly have the same ones. */
function memoized(make: (key: number) => string): (key: number) => string {
  const texts = new Map<number, string>();
  return (key) => {
    let text = texts.get(key);
    if (text === undefined) {
      text = make(key);
      texts.set(key, text);
    }
    return text;
  };
}
