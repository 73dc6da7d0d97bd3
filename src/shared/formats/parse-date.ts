import { createDateFormat, type DateFormat } from './date-format';
import { addDays, hasTimeOfDay, isoDate, isoText, readIsoDateTime, type IsoDateTime } from './iso-date';
import { asciiDigits, numberSymbols } from './number-symbols';

/** Why a text is not taken for a date. */
export type DateProblem =
  | 'empty'
  | 'not-a-date'
  /** It has the shape of a date, but the calendar has no such day. Day and month are never exchanged. */
  | 'no-such-date'
  | 'no-such-time'
  /** The year stands first where it does not belong in this place; the repair has the order of the place. */
  | 'other-order'
  /** A bare number such as Excel counts days with; the repair is the day that Excel would show. */
  | 'serial-number'
  /** With a time of day, in a column that has none; the repair is the day alone. */
  | 'time-not-allowed'
  /** More digits after the second than the column stores. */
  | 'too-precise'
  /** With a time zone. Stored moments have none, and converting it would be a guess. */
  | 'time-zone';

export type ParsedDate =
  | {
      readonly ok: true;
      /** ISO: `2026-01-31`, or `2026-01-31T10:00:00` with as many digits of the second as were written. */
      readonly value: string;
      /** The time was written without seconds: who asks for a span of time means the whole minute. */
      readonly isToTheMinute?: true;
    }
  | {
      readonly ok: false;
      readonly problem: DateProblem;
      /** A text that is accepted in place of this one and that the person may have meant. */
      readonly repair?: string;
    };

export interface ParseDateOptions {
  readonly locale: string;
  /** The column holds days without a time. */
  readonly isDateOnly?: boolean | undefined;
  /** Digits after the second that the column stores; absent: 7, the most SQL has. */
  readonly maxFractionDigits?: number | undefined;
}

const MAX_LENGTH = 100;
const MAX_FRACTION_DIGITS = 7;

/**
 * Reads a date, or date and time, as people of the locale write it; ISO dates everywhere. Strict: only the locale's
 * order counts. Total: any text gets an answer. Years of two digits are 2000 to 2029 and 1930 to 1999, as in Excel.
 */
export function parseDate(text: string, options: ParseDateOptions): ParsedDate {
  const plain = plainText(text, options.locale);
  if (plain === '') return { ok: false, problem: 'empty' };
  if (plain.length > MAX_LENGTH) return { ok: false, problem: 'not-a-date' };
  const format = createDateFormat(options.locale);
  const iso = ISO_SHAPE.exec(plain);
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
  const date = regionalDate([first, second, third], format);
  if (typeof date === 'string') return otherOrder(date, [first, second, third], rest, format);
  return withTime(date, rest, options, format);
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
  rest: string,
  options: ParseDateOptions,
  format: DateFormat,
): ParsedDate {
  if (TIME_ZONE.test(rest)) return { ok: false, problem: 'time-zone' };
  const time = readTime(rest, options.locale, format);
  if (typeof time === 'string') return { ok: false, problem: time };
  const parsed = accepted({ ...date, ...time.digits }, options, format);
  return parsed.ok && time.isToTheMinute ? { ...parsed, isToTheMinute: true } : parsed;
}

function accepted(value: IsoDateTime, options: ParseDateOptions, format: DateFormat): ParsedDate {
  if (options.isDateOnly === true && hasTimeOfDay(value)) {
    return { ok: false, problem: 'time-not-allowed', repair: format.formatDate(value) };
  }
  if (value.fraction.length > (options.maxFractionDigits ?? MAX_FRACTION_DIGITS)) {
    return { ok: false, problem: 'too-precise' };
  }
  return { ok: true, value: isoText(options.isDateOnly === true ? { ...value, hasTime: false } : value) };
}

/** Days since 30 December 1899. Outside these bounds (1954 to 2119) a number is more likely just a number. */
function serialNumber(serial: number, format: DateFormat): ParsedDate {
  const epoch = isoDate(1899, 12, 30);
  const date = serial >= 20_000 && serial <= 80_000 && epoch !== null ? addDays(epoch, serial) : null;
  if (date === null) return { ok: false, problem: 'not-a-date' };
  return { ok: false, problem: 'serial-number', repair: format.formatDate(date) };
}

type Numbers = readonly [string, string, string];

/** The day that three numbers mean in the order of the locale. */
function regionalDate(numbers: Numbers, format: DateFormat): IsoDateTime | 'no-such-date' | 'not-a-date' {
  const order = format.dateParts.map((part) => part.kind).filter((kind) => kind !== 'literal');
  const valueOf = (kind: 'year' | 'month' | 'day') => numbers[order.indexOf(kind)] ?? '';
  const [year, month, day] = [valueOf('year'), valueOf('month'), valueOf('day')];
  if ((year.length !== 2 && year.length !== 4) || month.length > 2 || day.length > 2) return 'not-a-date';
  return isoDate(fullYear(year), Number(month), Number(day)) ?? 'no-such-date';
}

function fullYear(year: string): number {
  const value = Number(year);
  if (year.length === 4) return value;
  return value < 30 ? 2000 + value : 1900 + value;
}

function otherOrder(
  problem: 'no-such-date' | 'not-a-date',
  [first, second, third]: Numbers,
  rest: string,
  format: DateFormat,
): ParsedDate {
  const isYearFirst = first.length === 4 && third.length <= 2 && rest === '';
  const date =
    isYearFirst && problem === 'not-a-date' ? isoDate(Number(first), Number(second), Number(third)) : null;
  return date === null
    ? { ok: false, problem }
    : { ok: false, problem: 'other-order', repair: format.formatDate(date) };
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

/** What stands behind the date: nothing, what the locale closes a date with, a time of day. */
function readTime(rest: string, locale: string, format: DateFormat): Time | 'no-such-time' | 'not-a-date' {
  const text = withoutClosing(rest.trim(), format, locale);
  if (text === '') return NO_TIME;
  const match = TIME_SHAPE.exec(text);
  if (match === null || !isTimeSeparator(match[2], format)) return 'not-a-date';
  const [, hourText = '', , minute = '', second = '00', fraction = '', period] = match;
  const hour = period === undefined ? Number(hourText) : hourOfPeriod(Number(hourText), period, format);
  if (hour === null) return 'not-a-date';
  if (hour > 23 || minute > '59' || second > '59') return 'no-such-time';
  const digits = { hour: String(hour).padStart(2, '0'), minute, second, fraction, hasTime: true };
  return { digits, isToTheMinute: match[4] === undefined };
}

/** `rest` without what the locale puts behind a date (`г.`), or between date and time (`klo`, a comma). */
function withoutClosing(rest: string, format: DateFormat, locale: string): string {
  const hourAt = format.dateTimeParts.findIndex((part) => part.kind === 'hour');
  const closings = [format.dateTimeParts[hourAt - 1], format.dateParts.at(-1)]
    .map((part) => (part?.kind === 'literal' ? plainText(part.text, locale) : ''))
    .concat('.', ',');
  const closing = closings.find((text) => text !== '' && rest.startsWith(text));
  return closing === undefined ? rest : rest.slice(closing.length).trim();
}

/** The colon everywhere; the point only where the locale's clock has it (Denmark, Finland). */
function isTimeSeparator(sign: string | undefined, format: DateFormat): boolean {
  if (sign === ':') return true;
  const hourAt = format.dateTimeParts.findIndex((part) => part.kind === 'hour');
  const behindHour = format.dateTimeParts[hourAt + 1];
  return behindHour?.kind === 'literal' && behindHour.text.trim() === sign;
}

/** The hour 0 to 23 of an hour 1 to 12 in a half of the day; null for an unknown word or hour. */
function hourOfPeriod(hour: number, period: string, format: DateFormat): number | null {
  if (hour < 1 || hour > 12) return null;
  const word = period.trim().toLowerCase();
  const isWord = (candidate: string | undefined, standard: string) =>
    word === standard || (candidate !== undefined && word === candidate.toLowerCase());
  if (isWord(format.dayPeriods[9], 'am')) return hour % 12;
  if (isWord(format.dayPeriods[15], 'pm')) return (hour % 12) + 12;
  return null;
}
