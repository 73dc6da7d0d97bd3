const DAY_MS = 86_400_000;

/** Of a day of the Gregorian calendar, also before it was there. */
export function daysSince1970(year: number, month: number, day: number): number {
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for those of the 20th century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY_MS;
}
