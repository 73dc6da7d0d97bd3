/** Ticks of 100 ns, the resolution of datetime2(7). */
export const TICKS_PER_SECOND = 10_000_000;
export const TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;
const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 of a date. `month` is 1-based. */
export function dayNumber(year: number, month: number, day: number): number {
  // Date.UTC reads years below 100 as 19xx.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / MS_PER_DAY);
}

/** `2026-01-31` */
export const dateText = memoized((day) => new Date(day * MS_PER_DAY).toISOString().slice(0, 10));

/** `T10:00:00` */
const clockText = memoized((second) => {
  const parts = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  return `T${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
});

/** `2026-01-31T10:00:00.1234567` with as many fraction digits as the column stores. */
export function dateTimeText(day: number, tick: number, fractionDigits: number): string {
  const wholeSeconds = dateText(day) + clockText(Math.floor(tick / TICKS_PER_SECOND));
  if (fractionDigits === 0) return wholeSeconds;
  const fraction = String(tick % TICKS_PER_SECOND).padStart(7, '0');
  return `${wholeSeconds}.${fraction.slice(0, fractionDigits)}`;
}

/** Days and seconds of a day are few, and a page of rows asks for the same ones again and again. */
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
