import { readIsoDateTime, type IsoDateTime } from './iso-date';
import { localDigits, numberSymbols } from './number-symbols';

export type DatePart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'day-period' };

/** A locale's formats for dates and times of day, independent of time zones. */
export interface DateFormat {
  /** Formats the locale's short date, but with a four-digit year, because `05/04/26` would be ambiguous. */
  readonly formatDate: (value: IsoDateTime) => string;
  /** Formats the short date and the time with all stored digits of the second, or only the date if there is no time. */
  readonly formatDateTime: (value: IsoDateTime) => string;
  /** Formats the date and the time without seconds. */
  readonly formatMinute: (value: IsoDateTime) => string;
  /** Formats the month and the year in digits. */
  readonly formatMonth: (value: IsoDateTime) => string;
  readonly dateParts: readonly DatePart[];
  readonly dateTimeParts: readonly DatePart[];
  readonly minuteParts: readonly DatePart[];
  /** The texts of the months. `hours` has those of the hours 0 to 23. */
  readonly months: readonly string[];
  readonly hours: readonly string[];
  /** The day period (AM or PM) of each hour 0 to 23. Empty if the locale uses a 24-hour clock. */
  readonly dayPeriods: readonly string[];
}

const cache = new Map<string, DateFormat>();

/** Takes the layout from `Intl` but inserts the digits itself, because a `Date` loses microseconds and cannot format years before 100. */
export function createDateFormat(locale: string): DateFormat {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const format = derivedFormat(locale);
  cache.set(locale, format);
  return format;
}

/** Formats the day of an ISO date; returns other text unchanged. */
export function formatIsoDay(iso: string, locale: string): string {
  const read = readIsoDateTime(iso);
  return read === null ? iso : createDateFormat(locale).formatDate(read);
}

const FIXED = { timeZone: 'UTC', calendar: 'gregory' } as const;

function derivedFormat(locale: string): DateFormat {
  const symbols = numberSymbols(locale);
  const intl = new Intl.DateTimeFormat(locale, { ...FIXED, dateStyle: 'short', timeStyle: 'medium' });
  // These dates cover all days, months and hours. Formatting one takes a tenth of a millisecond.
  const moments = range(31).map((index) =>
    intl.formatToParts(Date.UTC(2026, index % 12, index + 1, index % 24)),
  );
  const textsOf = (type: Intl.DateTimeFormatPartTypes, count: number) =>
    moments.slice(0, count).map((parts) => parts.find((part) => part.type === type)?.value ?? '');
  const days = textsOf('day', 31);
  const months = textsOf('month', 12);
  const hours = textsOf('hour', 24);
  const dayPeriods = textsOf('dayPeriod', 24);
  const dateTimeParts = partsOf(intl);
  const minuteParts = partsOf(
    new Intl.DateTimeFormat(locale, { ...FIXED, dateStyle: 'short', timeStyle: 'short' }),
  );
  const monthOfYear = new Intl.DateTimeFormat(locale, { ...FIXED, year: 'numeric', month: '2-digit' });
  // `formatToParts` is not used here, because it crashes Chrome and Node (V8) for two languages (sc, ksh).
  const monthsOf2026 = range(12).map((month) => monthOfYear.format(Date.UTC(2026, month, 1)));
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
    formatMonth: ({ year, month }) =>
      (monthsOf2026[Number(month) - 1] ?? '').replace(
        localDigits('2026', symbols),
        localDigits(year, symbols),
      ),
    dateParts,
    dateTimeParts,
    minuteParts,
    months,
    hours,
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
