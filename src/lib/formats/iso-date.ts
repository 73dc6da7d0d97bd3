import { daysSince1970, isDay, utcDate } from './days';

/** A stored date or date-time as strings of digits, without a time zone. */
export interface IsoDateTime {
  /** The year, `0001` to `9999`. */
  readonly year: string;
  readonly month: string;
  readonly day: string;
  /** The hour, `00` to `23`. Minutes and seconds are `00` to `59`. All three are `00` if the value has no time. */
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
  /** The digits of the fractional second, as given. */
  readonly fraction: string;
  /** The UTC offset: `Z`, `+02:00` or, usually, empty. It is kept but never applied. */
  readonly offset: string;
  readonly hasTime: boolean;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Parses ISO 8601 text without a `Date`, which would shift or round it. Returns null for other text and for dates that do not exist. */
export function readIsoDateTime(text: string): IsoDateTime | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    offset = '',
  ] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return null;
  if (hour > '23' || minute > '59' || second > '59') return null;
  return { year, month, day, hour, minute, second, fraction, offset, hasTime: match[4] !== undefined };
}

/** Formats a date as `2026-01-31`, or as `2026-01-31T10:00:00.1234567` if it has a time. */
export function isoText(value: IsoDateTime): string {
  const date = `${value.year}-${value.month}-${value.day}`;
  if (!value.hasTime) return date;
  const fraction = value.fraction === '' ? '' : `.${value.fraction}`;
  return `${date}T${value.hour}:${value.minute}:${value.second}${fraction}${value.offset}`;
}

/** Whether the time of day is later than midnight. */
export function hasTimeOfDay(value: IsoDateTime): boolean {
  return (
    value.hour !== '00' || value.minute !== '00' || value.second !== '00' || /[1-9]/.test(value.fraction)
  );
}

/** Returns the time exactly halfway between two date-times, without a time of day if it is midnight. Returns `a` if either is no date. */
export function middleMoment(a: string, b: string): string {
  const [one, other] = [readIsoDateTime(a), readIsoDateTime(b)];
  if (a === b || one === null || other === null) return a;
  const digits = Math.max(one.fraction.length, other.fraction.length);
  const unitsOf = (moment: IsoDateTime) => {
    const { hour, minute, second, fraction } = moment;
    const seconds = ((daysOf(moment) * 24 + Number(hour)) * 60 + Number(minute)) * 60 + Number(second);
    return BigInt(seconds) * 10n ** BigInt(digits) + BigInt(fraction.padEnd(digits, '0') || '0');
  };
  // Counts in tenths of the smallest unit, because the sum of two units may be odd.
  const tenths = (unitsOf(one) + unitsOf(other)) * 5n;
  const ofSecond = 10n ** BigInt(digits + 1);
  const beyondSecond = ((tenths % ofSecond) + ofSecond) % ofSecond;
  const text = new Date(Number((tenths - beyondSecond) / ofSecond) * 1000).toISOString();
  const fraction = String(beyondSecond)
    .padStart(digits + 1, '0')
    .replace(/0$/, '');
  const hasTime = one.hasTime || other.hasTime || !text.includes('T00:00:00') || fraction !== '';
  if (!hasTime) return text.slice(0, 10);
  return `${text.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}${one.offset}`;
}

/** Returns a day without a time. Returns null if the proleptic Gregorian calendar (years 1 to 9999) has no such day. */
export function isoDate(year: number, month: number, day: number): IsoDateTime | null {
  if (!isDay(year, month, day)) return null;
  return {
    year: String(year).padStart(4, '0'),
    month: String(month).padStart(2, '0'),
    day: String(day).padStart(2, '0'),
    hour: '00',
    minute: '00',
    second: '00',
    fraction: '',
    offset: '',
    hasTime: false,
  };
}

/** Returns the day `days` after `value` (before it if negative), without a time. Returns null outside the years 1 to 9999. */
export function addDays(value: IsoDateTime, days: number): IsoDateTime | null {
  const date = utcDate(Number(value.year), Number(value.month), Number(value.day) + days);
  return isoDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Returns the day of the week, from 0 (Sunday) to 6. */
export function dayOfWeek(value: IsoDateTime): number {
  // 1 January 1970 was a Thursday.
  return (((daysOf(value) + 4) % 7) + 7) % 7;
}

/** Returns the number of days since 1970-01-01. */
export function daysOf({ year, month, day }: IsoDateTime): number {
  return daysSince1970(Number(year), Number(month), Number(day));
}

/** Returns the ISO date of `now` in the user's time zone. */
export function localDay(now: Date): string {
  const pad = (part: number, width: number) => String(part).padStart(width, '0');
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`;
}
