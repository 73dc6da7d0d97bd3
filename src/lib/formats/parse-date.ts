import { createDateFormat, type DateFormat } from './date-format';
import { addDays, hasTimeOfDay, isoDate, isoText, readIsoDateTime, type IsoDateTime } from './iso-date';
import { asciiDigits, numberSymbols } from './number-symbols';
import { dayOfOwnCalendar } from './other-calendar';
import { writtenMomentReader, type WrittenMoment } from './written-moment';

export type DateProblem =
  | 'empty'
  | 'not-a-date'
  /** A date that does not exist. Day and month are never swapped. */
  | 'no-such-date'
  | 'no-such-time'
  /** A year of two digits: `31.12.99` may mean the end of 1999 or of 2099. The repairs have years of four digits. */
  | 'two-digit-year'
  /** A year that may belong to the locale's calendar: `1/11/2569` in Thailand. The repairs: the Gregorian date and the date as written. */
  | 'other-calendar'
  /** The year comes first in a locale with another order. The repair has the locale's order. */
  | 'other-order'
  /** A number that may be an Excel serial number. The repair is its date. */
  | 'serial-number'
  /** A time of day in a date column. The repair is the date without the time. */
  | 'time-not-allowed'
  /** More digits of the fractional second than the column stores. */
  | 'too-precise'
  /** A UTC offset or `Z`. Stored date-times have no time zone, so a conversion would be a guess. */
  | 'time-zone';

export type ParsedDate =
  | {
      readonly ok: true;
      /** ISO text: `2026-01-31`, or `2026-01-31T10:00:00` with as many fractional digits of the second as were written. */
      readonly value: string;
      /** The time was written without seconds, so a range that ends with it includes the whole minute. */
      readonly isToTheMinute?: true;
    }
  | {
      readonly ok: false;
      readonly problem: DateProblem;
      /** Texts that the user may have meant and that the parser accepts, the most likely one first. */
      readonly repairs?: readonly string[];
    };

export interface ParseDateOptions {
  readonly locale: string;
  readonly isDateOnly?: boolean | undefined;
  /** The stored digits of the fractional second, by default 7, the most that SQL has. */
  readonly maxFractionDigits?: number | undefined;
}

const MAX_LENGTH = 100;
const MAX_FRACTION_DIGITS = 7;

/** Reads a date in the locale's notation or in ISO form. Does not guess an order or a century. Never throws. */
export function parseDate(text: string, options: ParseDateOptions): ParsedDate {
  const plain = plainText(text, options.locale);
  if (plain === '') return { ok: false, problem: 'empty' };
  if (plain.length > MAX_LENGTH) return { ok: false, problem: 'not-a-date' };
  const format = createDateFormat(options.locale);
  const iso = ISO_SHAPE.exec(plain);
  const written = writtenReaderOf(options.locale, format)(plain);
  // An ISO date is always Gregorian, even if the time after it is in the locale's notation.
  const ownCalendarOf = iso === null ? options.locale : null;
  if (written !== null) return readDay(written, timeOf(written), { ...options, ownCalendarOf }, format);
  if (iso !== null) {
    const date = readIsoDateTime(iso[1] ?? '');
    return date === null
      ? { ok: false, problem: 'no-such-date' }
      : withTime(date, iso[2] ?? '', options, format);
  }
  if (/^\d{5}$/.test(plain)) return serialNumber(Number(plain), format);
  const match = REGIONAL_SHAPE.exec(plain);
  if (match?.[3] === undefined || separatorOf(match[2]) !== separatorOf(match[4])) {
    return { ok: false, problem: 'not-a-date' };
  }
  const [, first = '', , second = '', , third = '', rest = ''] = match;
  const numbers = inOrder([first, second, third], format);
  if (numbers === null) return otherOrder([first, second, third], rest, format);
  const { year, month, day } = numbers;
  if (year.length === 4) return readDay(numbers, rest, { ...options, ownCalendarOf }, format);
  const readings = CENTURIES.map((century) => {
    const date = isoDate(century + Number(year), Number(month), Number(day));
    return date === null ? noSuchDate : withTime(date, rest, options, format);
  });
  return twoDigitYear(readings, format);
}

/** Reads a date with its full year, which may belong to the locale's own calendar. */
function readDay(
  numbers: Readonly<Record<'year' | 'month' | 'day', string>>,
  time: string | Time,
  options: ParseDateOptions & { readonly ownCalendarOf: string | null },
  format: DateFormat,
): ParsedDate {
  const date = isoDate(Number(numbers.year), Number(numbers.month), Number(numbers.day));
  const reading = date === null ? noSuchDate : withTime(date, time, options, format);
  const { ownCalendarOf } = options;
  const meant = ownCalendarOf === null ? null : dayOfOwnCalendar(numbers, ownCalendarOf);
  if (meant === null) return reading;
  const repairs = textsOf([withTime(meant, time, options, format)], format);
  if (repairs.length === 0) return reading;
  // The last repair is an ISO date, because ISO dates are always Gregorian.
  return {
    ok: false,
    problem: 'other-calendar',
    repairs: reading.ok ? [...repairs, reading.value] : repairs,
  };
}

const writtenReaders = new Map<string, ReturnType<typeof writtenMomentReader>>();

function writtenReaderOf(locale: string, format: DateFormat): ReturnType<typeof writtenMomentReader> {
  const known = writtenReaders.get(locale);
  if (known !== undefined) return known;
  const reader = writtenMomentReader(format, (text) => plainText(text, locale));
  writtenReaders.set(locale, reader);
  return reader;
}

function timeOf({ hour, minute, second, fraction }: WrittenMoment): Time {
  if (hour === null) return NO_TIME;
  return {
    digits: { hour: String(hour).padStart(2, '0'), minute, second: second ?? '00', fraction, hasTime: true },
    isToTheMinute: second === null,
  };
}

const noSuchDate = { ok: false, problem: 'no-such-date' } as const;
const CENTURIES = [2000, 1900];

/** Refuses a date with a two-digit year. Its repairs are the dates in both centuries, unless the day does not exist in one. */
function twoDigitYear(readings: readonly ParsedDate[], format: DateFormat): ParsedDate {
  const repairs = textsOf(readings, format);
  if (repairs.length > 0) return { ok: false, problem: 'two-digit-year', repairs };
  return readings.find((reading) => !reading.ok && reading.problem !== 'no-such-date') ?? noSuchDate;
}

function textsOf(readings: readonly ParsedDate[], format: DateFormat): readonly string[] {
  return readings.flatMap((reading) => {
    const value = reading.ok ? readIsoDateTime(reading.value) : null;
    if (value === null) return [];
    return reading.ok && reading.isToTheMinute === true
      ? format.formatMinute(value)
      : format.formatDateTime(value);
  });
}

const ISO_SHAPE = /^(\d{4}-\d\d-\d\d)(?:[T ](.+))?$/;
const REGIONAL_SHAPE = /^(\d{1,4})( ?[./-] ?| )(\d{1,2})( ?[./-] ?| )(\d{1,4})(?!\d)(.*)$/;
const TIME_ZONE = /:\d\d(?:[.,]\d+)? ?(?:Z|[+-]\d\d:?\d\d)$/;
const INVISIBLE_MARKS = /[\u061c\u200e\u200f\u2066-\u2069\ufeff]/g;

function plainText(text: string, locale: string): string {
  return asciiDigits(text, numberSymbols(locale)).replace(INVISIBLE_MARKS, '').replace(/\s+/g, ' ').trim();
}

function separatorOf(written: string | undefined): string {
  return written?.trim() ?? '';
}

function withTime(
  date: IsoDateTime,
  rest: string | Time,
  options: ParseDateOptions,
  format: DateFormat,
): ParsedDate {
  if (typeof rest === 'string' && TIME_ZONE.test(rest)) return { ok: false, problem: 'time-zone' };
  const time = typeof rest === 'string' ? readTime(rest, options.locale, format) : rest;
  if (typeof time === 'string') return { ok: false, problem: time };
  const parsed = accepted({ ...date, ...time.digits }, options, format);
  return parsed.ok && time.isToTheMinute ? { ...parsed, isToTheMinute: true } : parsed;
}

function accepted(value: IsoDateTime, options: ParseDateOptions, format: DateFormat): ParsedDate {
  if (options.isDateOnly === true && hasTimeOfDay(value)) {
    return { ok: false, problem: 'time-not-allowed', repairs: [format.formatDate(value)] };
  }
  if (value.fraction.length > (options.maxFractionDigits ?? MAX_FRACTION_DIGITS)) {
    return { ok: false, problem: 'too-precise' };
  }
  return { ok: true, value: isoText(options.isDateOnly === true ? { ...value, hasTime: false } : value) };
}

/** Reads an Excel serial number (days since 30 December 1899). A number outside 1954 to 2119 is probably not meant as a date. */
function serialNumber(serial: number, format: DateFormat): ParsedDate {
  const epoch = isoDate(1899, 12, 30);
  const date = serial >= 20_000 && serial <= 80_000 && epoch !== null ? addDays(epoch, serial) : null;
  if (date === null) return { ok: false, problem: 'not-a-date' };
  return { ok: false, problem: 'serial-number', repairs: [format.formatDate(date)] };
}

type Numbers = readonly [string, string, string];

/** Assigns three numbers to year, month and day in the locale's order. Returns null if they have the wrong number of digits. */
function inOrder(numbers: Numbers, format: DateFormat) {
  const order = format.dateParts.map((part) => part.kind).filter((kind) => kind !== 'literal');
  const valueOf = (kind: 'year' | 'month' | 'day') => numbers[order.indexOf(kind)] ?? '';
  const [year, month, day] = [valueOf('year'), valueOf('month'), valueOf('day')];
  const fits = (year.length === 2 || year.length === 4) && month.length <= 2 && day.length <= 2;
  return fits ? { year, month, day } : null;
}

function otherOrder([first, second, third]: Numbers, rest: string, format: DateFormat): ParsedDate {
  const isYearFirst = first.length === 4 && third.length <= 2 && rest === '';
  const date = isYearFirst ? isoDate(Number(first), Number(second), Number(third)) : null;
  return date === null
    ? { ok: false, problem: 'not-a-date' }
    : { ok: false, problem: 'other-order', repairs: [format.formatDate(date)] };
}

interface Time {
  readonly digits: Pick<IsoDateTime, 'hour' | 'minute' | 'second' | 'fraction' | 'hasTime'>;
  readonly isToTheMinute: boolean;
}

const NO_TIME: Time = {
  digits: { hour: '00', minute: '00', second: '00', fraction: '', hasTime: false },
  isToTheMinute: false,
};
const TIME_SHAPE = /^(\d{1,2})([:.])(\d\d)(?:\2(\d\d)(?:[.,\u066b](\d+))?)?(?: ?(\D+))?$/;

/** Reads the text after the date: nothing, the locale's suffix, or a time of day. */
function readTime(rest: string, locale: string, format: DateFormat): Time | 'no-such-time' | 'not-a-date' {
  const text = withoutClosing(rest.trim(), format, locale);
  if (text === '') return NO_TIME;
  const match = TIME_SHAPE.exec(text);
  if (match === null || !isTimeSeparator(match[2], format)) return 'not-a-date';
  const [, hourText = '', , minute = '', second = '00', fraction = '', period] = match;
  const hour =
    period === undefined ? Number(hourText) : hourOfPeriod(Number(hourText), period, format, locale);
  if (hour === null) return 'not-a-date';
  if (hour > 23 || minute > '59' || second > '59') return 'no-such-time';
  const digits = { hour: String(hour).padStart(2, '0'), minute, second, fraction, hasTime: true };
  return { digits, isToTheMinute: match[4] === undefined };
}

/** Removes the locale's suffix after a date (`г.`) and the separator before the time (`klo` or a comma). */
function withoutClosing(rest: string, format: DateFormat, locale: string): string {
  const hourAt = format.dateTimeParts.findIndex((part) => part.kind === 'hour');
  const closings = [format.dateTimeParts[hourAt - 1], format.dateParts.at(-1)]
    .map((part) => (part?.kind === 'literal' ? plainText(part.text, locale) : ''))
    .concat('.', ',');
  const closing = closings.find((text) => text !== '' && rest.startsWith(text));
  return closing === undefined ? rest : rest.slice(closing.length).trim();
}

/** Whether a sign separates hours and minutes. The colon does so everywhere, the point only in some locales (Denmark, Finland). */
function isTimeSeparator(sign: string | undefined, format: DateFormat): boolean {
  if (sign === ':') return true;
  const hourAt = format.dateTimeParts.findIndex((part) => part.kind === 'hour');
  const behindHour = format.dateTimeParts[hourAt + 1];
  return behindHour?.kind === 'literal' && behindHour.text.trim() === sign;
}

/** Converts an hour from 1 to 12 with a day period (AM or PM) to 0 to 23. Returns null if the day period is unknown. */
function hourOfPeriod(hour: number, period: string, format: DateFormat, locale: string): number | null {
  if (hour < 1 || hour > 12) return null;
  const word = period.trim().toLowerCase();
  const isWord = (candidate: string | undefined, standard: string) =>
    word === standard || (candidate !== undefined && word === plainText(candidate, locale).toLowerCase());
  if (isWord(format.dayPeriods[9], 'am')) return hour % 12;
  if (isWord(format.dayPeriods[15], 'pm')) return (hour % 12) + 12;
  return null;
}
