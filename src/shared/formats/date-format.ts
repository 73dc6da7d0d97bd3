import type { IsoDateTime } from './iso-date';
import { localDigits, numberSymbols } from './number-symbols';

/** A piece of a locale's way to write a moment. */
export type DatePart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'day-period' };

/** How a locale writes days and times of day. Nothing here knows a time zone. */
export interface DateFormat {
  /** The locale's short date, but always with a year of four digits: `05/04/26` leaves too much to guess. */
  readonly formatDate: (value: IsoDateTime) => string;
  /** Short date and time with seconds and every digit of the fraction; without a time, the date alone. */
  readonly formatDateTime: (value: IsoDateTime) => string;
  /** Date and time without the seconds, which are left out whatever they are. */
  readonly formatMinute: (value: IsoDateTime) => string;
  /** For reading what is written so. */
  readonly dateParts: readonly DatePart[];
  readonly dateTimeParts: readonly DatePart[];
  /** The words for the half of the day of each hour 0 to 23; empty where the clock has 24 hours. */
  readonly dayPeriods: readonly string[];
}

const cache = new Map<string, DateFormat>();

/**
 * Asks `Intl` once per locale for order, separators and padding, and then puts the stored digits in place by itself.
 * A Date in between would lose the digits after the millisecond, and years before 100; and this is faster.
 */
export function createDateFormat(locale: string): DateFormat {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const format = derivedFormat(locale);
  cache.set(locale, format);
  return format;
}

const FIXED = { timeZone: 'UTC', calendar: 'gregory' } as const;

function derivedFormat(locale: string): DateFormat {
  const symbols = numberSymbols(locale);
  const intl = new Intl.DateTimeFormat(locale, { ...FIXED, dateStyle: 'short', timeStyle: 'medium' });
  const textOf = (atMs: number, type: Intl.DateTimeFormatPartTypes) =>
    intl.formatToParts(atMs).find((part) => part.type === type)?.value ?? '';
  const days = range(31).map((day) => textOf(Date.UTC(2026, 0, day + 1), 'day'));
  const months = range(12).map((month) => textOf(Date.UTC(2026, month, 1), 'month'));
  const hours = range(24).map((hour) => textOf(Date.UTC(2026, 0, 1, hour), 'hour'));
  const dayPeriods = range(24).map((hour) => textOf(Date.UTC(2026, 0, 1, hour), 'dayPeriod'));
  const dateTimeParts = partsOf(intl);
  // Without the seconds and what parts them from the minutes.
  const minuteParts = dateTimeParts.filter(
    ({ kind }, index) => kind !== 'second' && dateTimeParts[index + 1]?.kind !== 'second',
  );
  const dateParts = partsOf(new Intl.DateTimeFormat(locale, { ...FIXED, dateStyle: 'short' }));

  function write(parts: readonly DatePart[], value: IsoDateTime): string {
    let text = '';
    for (const part of parts) text += part.kind === 'literal' ? part.text : fieldText(part.kind, value);
    return text;
  }

  function fieldText(kind: Exclude<DatePart['kind'], 'literal'>, value: IsoDateTime): string {
    switch (kind) {
      case 'year':
        return localDigits(value.year, symbols);
      case 'month':
        return months[Number(value.month) - 1] ?? value.month;
      case 'day':
        return days[Number(value.day) - 1] ?? value.day;
      case 'hour':
        return hours[Number(value.hour)] ?? value.hour;
      case 'minute':
        return localDigits(value.minute, symbols);
      case 'second':
        return value.fraction === ''
          ? localDigits(value.second, symbols)
          : localDigits(value.second, symbols) + symbols.decimal + localDigits(value.fraction, symbols);
      case 'day-period':
        return dayPeriods[Number(value.hour)] ?? '';
    }
  }

  return {
    formatDate: (value) => write(dateParts, value),
    formatDateTime: (value) => {
      const text = write(value.hasTime ? dateTimeParts : dateParts, value);
      return value.offset === '' ? text : `${text} ${value.offset}`;
    },
    formatMinute: (value) => write(minuteParts, value),
    dateParts,
    dateTimeParts,
    dayPeriods,
  };
}

const KINDS = new Map<string, Exclude<DatePart['kind'], 'literal'>>([
  ['year', 'year'],
  ['month', 'month'],
  ['day', 'day'],
  ['hour', 'hour'],
  ['minute', 'minute'],
  ['second', 'second'],
  ['dayPeriod', 'day-period'],
]);

function partsOf(intl: Intl.DateTimeFormat): DatePart[] {
  return intl.formatToParts(Date.UTC(2026, 10, 21, 10, 11, 12)).map(({ type, value }) => {
    const kind = KINDS.get(type);
    return kind === undefined ? { kind: 'literal', text: value } : { kind };
  });
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
