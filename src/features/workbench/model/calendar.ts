/**
 * Days and moments of the proleptic Gregorian calendar as ISO text, without a time zone: the service names none, so
 * nothing here may go through a local `Date`. Years 0001 to 9999, as SQL Server stores them.
 */

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?)?$/;
const FRACTION_DIGITS = 7;
const MS_PER_DAY = 86_400_000;

/** The last moment there is; a span that ends after it has no expressible end. */
const LAST_MOMENT = '9999-12-31T23:59:59.9999999';

/**
 * The time a date text stands for: a day stands for all of it, `10:05` for that minute, `10:05:30` for that second.
 * `end` (exclusive) is null where it would lie behind the last expressible moment.
 */
export interface TimeSpan {
  /** Inclusive. */
  readonly start: string;
  readonly end: string | null;
}

export { LAST_MOMENT };

/** Is this `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm[:ss[.f…]]` with up to seven digits, of a day and time that exist? */
export function isMoment(text: string): boolean {
  return momentParts(text) !== null;
}

/** Null when the text is not a moment. */
export function timeSpan(text: string): TimeSpan | null {
  const parts = momentParts(text);
  if (parts === null) return null;
  if (parts.hour === null) {
    const next = addDays(text, 1);
    return { start: text, end: next };
  }
  const start = { dayMs: parts.dayMs, ticks: ticksOf(parts) };
  return {
    start: momentText(start) ?? text,
    end: momentText({ ...start, ticks: start.ticks + unitTicks(parts) }),
  };
}

/** Below zero when `a` starts before `b`. Both must be moments. */
export function compareMoments(a: string, b: string): number {
  const [startA, startB] = [fullMoment(a), fullMoment(b)];
  return startA < startB ? -1 : startA > startB ? 1 : 0;
}

/** `count` may be negative; null outside the years 0001 to 9999. `day` must be `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string | null {
  return dayText(dayMs(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)) + count));
}

/** The first day of the month that lies `count` months after that of `day`; null outside the years 0001 to 9999. */
export function firstOfMonth(day: string, count: number): string | null {
  return dayText(dayMs(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + count, 1));
}

/** The first day of the year that lies `count` years after that of `day`; null outside the years 0001 to 9999. */
export function firstOfYear(day: string, count: number): string | null {
  return dayText(dayMs(Number(day.slice(0, 4)) + count, 1, 1));
}

/** The calendar day it is where the person sits. */
export function localDay(now: Date): string {
  const pad = (part: number, width: number) => String(part).padStart(width, '0');
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`;
}

interface MomentParts {
  readonly dayMs: number;
  /** Null for a whole day. */
  readonly hour: number | null;
  readonly minute: number;
  readonly second: number | null;
  /** As written, without trailing digits added. */
  readonly fraction: string | null;
}

function momentParts(text: string): MomentParts | null {
  const match = MOMENT.exec(text);
  if (match === null) return null;
  const ms = dayMs(Number(match[1]), Number(match[2]), Number(match[3]));
  // A day that does not exist (30 February) comes back as another one.
  if (dayText(ms) !== text.slice(0, 10)) return null;
  const [hour, minute, second] = [match[4], match[5], match[6]].map((part) =>
    part === undefined ? null : Number(part),
  );
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return null;
  return {
    dayMs: ms,
    hour: hour ?? null,
    minute: minute ?? 0,
    second: second ?? null,
    fraction: match[7] ?? null,
  };
}

// 10^7 ticks a second, as datetime2(7) counts; a day's 864 * 10^9 fit a double exactly.
const TICKS_PER_SECOND = 10 ** FRACTION_DIGITS;

function ticksOf(parts: MomentParts): number {
  const seconds = (parts.hour ?? 0) * 3600 + parts.minute * 60 + (parts.second ?? 0);
  return seconds * TICKS_PER_SECOND + Number((parts.fraction ?? '').padEnd(FRACTION_DIGITS, '0'));
}

function unitTicks(parts: MomentParts): number {
  if (parts.second === null) return 60 * TICKS_PER_SECOND;
  return 10 ** (FRACTION_DIGITS - (parts.fraction?.length ?? 0));
}

function momentText(moment: { dayMs: number; ticks: number }): string | null {
  const ticksPerDay = 86_400 * TICKS_PER_SECOND;
  const day = dayText(moment.dayMs + Math.floor(moment.ticks / ticksPerDay) * MS_PER_DAY);
  if (day === null) return null;
  const ticks = moment.ticks % ticksPerDay;
  const seconds = Math.floor(ticks / TICKS_PER_SECOND);
  const pad = (part: number, width = 2) => String(part).padStart(width, '0');
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${day}T${clock.map((part) => pad(part)).join(':')}.${pad(ticks % TICKS_PER_SECOND, FRACTION_DIGITS)}`;
}

function fullMoment(text: string): string {
  const span = timeSpan(text);
  if (span === null) return text;
  return span.start.length === 10 ? `${span.start}T00:00:00.0000000` : span.start;
}

function dayMs(year: number, month: number, day: number): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function dayText(ms: number): string | null {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) return null;
  return `${String(year).padStart(4, '0')}-${date.toISOString().slice(-19, -14)}`;
}
