/** Functions for days in the proleptic Gregorian calendar, without time zones. Months count from 1. */

export const DAY_MS = 86_400_000;

/** Returns the start of a day in UTC. A month or day outside its range carries over to the next or previous one. */
export function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  // `Date.UTC` is no alternative: it maps the years 0 to 99 to the 20th century.
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

export function daysSince1970(year: number, month: number, day: number): number {
  return utcDate(year, month, day).getTime() / DAY_MS;
}

/** The inverse of `daysSince1970`, in the form `2026-01-31`. A year beyond 0 to 9999 has six digits and a sign. */
export function isoDay(days: number): string {
  return new Date(days * DAY_MS).toISOString().replace(/T.*/, '');
}

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the calendar has this day. False for years outside 1 to 9999. */
export function isDay(year: number, month: number, day: number): boolean {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1)) return false;
  if (month === 2 && day === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (DAYS_OF_MONTHS[month - 1] ?? 0);
}

/** The number of days at which a cache is cleared. Few tables have as many different days. */
const MAX_KNOWN_DAYS = 50_000;

/** Caches what `make` returns for each day number, because the same days recur in a table. */
export function cachedByDay<T>(make: (day: number) => T): (day: number) => T {
  const known = new Map<number, T>();
  return (day) => {
    const before = known.get(day);
    if (before !== undefined) return before;
    const value = make(day);
    if (known.size >= MAX_KNOWN_DAYS) known.clear();
    known.set(day, value);
    return value;
  };
}
