import { createDateFormat } from '@/lib/formats/date-format';
import {
  addDays as addDaysTo,
  dayOfWeek,
  isoDate,
  isoText,
  readIsoDateTime,
  type IsoDateTime,
} from '@/lib/formats/iso-date';

/** Days and timestamps (`moment` in code) are ISO texts without a time zone, from year 0001 to 9999, as in SQL Server. */

const FRACTION_DIGITS = 7;
// The precision of datetime2(7). A double holds the 864 * 10^9 ticks of a day exactly.
const TICKS_PER_SECOND = 10 ** FRACTION_DIGITS;
const TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;
/** The length of `2026-01-31T10:05`, which has no seconds and means the whole minute. */
export const MINUTE_LENGTH = 16;

/** The last timestamp that can be expressed. */
export const LAST_MOMENT = '9999-12-31T23:59:59.9999999';

/** The time that a date text means: a whole day, minute or second. `start` is inclusive. `end` is exclusive, and null after year 9999. */
export interface TimeSpan {
  readonly start: string;
  readonly end: string | null;
}

/** Whether the text is a valid `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm[:ss[.f…]]` with up to seven fraction digits. */
export function isMoment(text: string): boolean {
  return readMoment(text) !== null;
}

/** Returns the time span that a text means; null if the text is not a moment (see `isMoment`). */
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

/** Formats a timestamp with the locale's digits and order. The result includes the time if the text has one. */
export function formatMoment(moment: string, locale: string): string {
  const read = readIsoDateTime(moment);
  if (read === null) return moment;
  const format = createDateFormat(locale);
  return moment.length === MINUTE_LENGTH ? format.formatMinute(read) : format.formatDateTime(read);
}

/** Returns the last day of a span of whole days. */
export function lastDayOf({ end }: TimeSpan): string {
  return end === null ? LAST_MOMENT.slice(0, 10) : (addDays(end, -1) ?? end);
}

/** Compares the starts of two timestamps, for use as a sort function. */
export function compareMoments(a: string, b: string): number {
  const [startA, startB] = [fullMoment(a), fullMoment(b)];
  return startA < startB ? -1 : startA > startB ? 1 : 0;
}

/** Adds days; `count` can be negative. Returns null outside the years 0001 to 9999, or when `day` is not a moment. */
export function addDays(day: string, count: number): string | null {
  const moment = readMoment(day);
  return moment === null ? null : dayText(addDaysTo(moment, count));
}

/** Like `addDays`, for months. A day that the new month does not have becomes the last day of that month. */
export function addMonths(day: string, count: number): string | null {
  const month = isMoment(day) ? firstOfMonth(day, count)?.slice(0, 8) : undefined;
  if (month === undefined) return null;
  const last = addDays(firstOfMonth(day, count + 1) ?? '', -1) ?? `${month}31`;
  const same = month + day.slice(8, 10);
  return same < last ? same : last;
}

/** Returns the day of the week, 0 (Sunday) to 6; null if `day` is not a moment. */
export function weekdayOf(day: string): number | null {
  const moment = readMoment(day);
  return moment === null ? null : dayOfWeek(moment);
}

/** Returns the first day of the month `count` months after that of `day`; null outside the years 0001 to 9999. */
export function firstOfMonth(day: string, count: number): string | null {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  return dayText(isoDate(Math.floor(months / 12), (months % 12) + 1, 1));
}

/** Returns the first day of the year `count` years after that of `day`; null outside the years 0001 to 9999. */
export function firstOfYear(day: string, count: number): string | null {
  return dayText(isoDate(Number(day.slice(0, 4)) + count, 1, 1));
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

/** Returns the timestamp that is `ticks` after the start of a day. It may be on the next day. */
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
