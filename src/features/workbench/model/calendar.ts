import {
  addDays as addDaysTo,
  isoDate,
  isoText,
  readIsoDateTime,
  type IsoDateTime,
} from '@/shared/formats/iso-date';

/**
 * Days and moments as ISO text, without a time zone: the service names none, so nothing here goes through a local
 * `Date`. Years 0001 to 9999, as SQL Server stores them.
 */

const FRACTION_DIGITS = 7;
// As datetime2(7) counts; a day's 864 * 10^9 fit a double exactly.
const TICKS_PER_SECOND = 10 ** FRACTION_DIGITS;
const TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;
/** `2026-01-31T10:05`: no seconds given. */
const MINUTE_LENGTH = 16;

/** The last moment there is; a span that ends after it has no expressible end. */
export const LAST_MOMENT = '9999-12-31T23:59:59.9999999';

/**
 * The time a date text stands for: a day stands for all of it, `10:05` for that minute, `10:05:30` for that second.
 * `end` (exclusive) is null where it would lie behind the last expressible moment.
 */
export interface TimeSpan {
  /** Inclusive. */
  readonly start: string;
  readonly end: string | null;
}

/** Is this `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm[:ss[.f…]]` with up to seven digits, of a day and time that exist? */
export function isMoment(text: string): boolean {
  return readMoment(text) !== null;
}

/** Null when the text is not a moment. */
export function timeSpan(text: string): TimeSpan | null {
  const moment = readMoment(text);
  if (moment === null) return null;
  if (!moment.hasTime) return { start: text, end: addDays(text, 1) };
  const ticks = ticksOf(moment);
  return {
    start: momentAt(moment, ticks) ?? text,
    end: momentAt(moment, ticks + unitTicks(text, moment)),
  };
}

/** Below zero when `a` starts before `b`. Both must be moments. */
export function compareMoments(a: string, b: string): number {
  const [startA, startB] = [fullMoment(a), fullMoment(b)];
  return startA < startB ? -1 : startA > startB ? 1 : 0;
}

/** `count` may be negative; null outside the years 0001 to 9999, or where `day` is not a moment. */
export function addDays(day: string, count: number): string | null {
  const moment = readMoment(day);
  return moment === null ? null : dayText(addDaysTo(moment, count));
}

/** The first day of the month that lies `count` months after that of `day`; null outside the years 0001 to 9999. */
export function firstOfMonth(day: string, count: number): string | null {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  return dayText(isoDate(Math.floor(months / 12), (months % 12) + 1, 1));
}

/** The first day of the year that lies `count` years after that of `day`; null outside the years 0001 to 9999. */
export function firstOfYear(day: string, count: number): string | null {
  return dayText(isoDate(Number(day.slice(0, 4)) + count, 1, 1));
}

/** The calendar day it is where the person sits. */
export function localDay(now: Date): string {
  const pad = (part: number, width: number) => String(part).padStart(width, '0');
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`;
}

function readMoment(text: string): IsoDateTime | null {
  const moment = text.charAt(10) === ' ' ? null : readIsoDateTime(text);
  return moment === null || moment.offset !== '' || moment.fraction.length > FRACTION_DIGITS ? null : moment;
}

function ticksOf({ hour, minute, second, fraction }: IsoDateTime): number {
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return seconds * TICKS_PER_SECOND + Number(fraction.padEnd(FRACTION_DIGITS, '0'));
}

function unitTicks(text: string, moment: IsoDateTime): number {
  if (text.length === MINUTE_LENGTH) return 60 * TICKS_PER_SECOND;
  return 10 ** (FRACTION_DIGITS - moment.fraction.length);
}

/** `ticks` count from the start of the day and may reach into the next. */
function momentAt(day: IsoDateTime, ticks: number): string | null {
  const shifted = dayText(addDaysTo(day, Math.floor(ticks / TICKS_PER_DAY)));
  if (shifted === null) return null;
  const ticksOfDay = ticks % TICKS_PER_DAY;
  const seconds = Math.floor(ticksOfDay / TICKS_PER_SECOND);
  const pad = (part: number, width = 2) => String(part).padStart(width, '0');
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const fraction = pad(ticksOfDay % TICKS_PER_SECOND, FRACTION_DIGITS);
  return `${shifted}T${clock.map((part) => pad(part)).join(':')}.${fraction}`;
}

function fullMoment(text: string): string {
  const span = timeSpan(text);
  if (span === null) return text;
  return span.start.length === 10 ? `${span.start}T00:00:00.0000000` : span.start;
}

function dayText(date: IsoDateTime | null): string | null {
  return date === null ? null : isoText(date);
}
