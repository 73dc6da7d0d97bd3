import type { DateField, DatePatternPart } from './excel-pattern';
import { dayOfWeek, hasTimeOfDay, type IsoDateTime } from './iso-date';
import { localDigits, numberSymbols } from './number-symbols';
import type { ShownValue } from './number-pattern-format';

/** Creates a formatter for an Excel date pattern with the locale's month and day names. */
export function createDatePatternFormat(
  parts: readonly DatePatternPart[],
  locale: string,
): (value: IsoDateTime) => ShownValue {
  const symbols = numberSymbols(locale);
  const names = dateNames(locale);
  const isHalfDayClock = parts.some((part) => part.kind === 'field' && part.field === 'day-period');

  function fieldText(field: DateField, minDigits: number, value: IsoDateTime): string {
    const digits = (text: string) => localDigits(String(Number(text)).padStart(minDigits, '0'), symbols);
    switch (field) {
      case 'year':
        return digits(value.year);
      case 'year-of-century':
        return localDigits(value.year.slice(2), symbols);
      case 'month':
        return digits(value.month);
      case 'month-short':
        return names.shortMonths[Number(value.month) - 1] ?? '';
      case 'month-long':
        return names.longMonths[Number(value.month) - 1] ?? '';
      case 'month-initial':
        return Array.from(names.longMonths[Number(value.month) - 1] ?? '')[0] ?? '';
      case 'day':
        return digits(value.day);
      case 'weekday-short':
        return names.shortDays[dayOfWeek(value)] ?? '';
      case 'weekday-long':
        return names.longDays[dayOfWeek(value)] ?? '';
      case 'hour':
        return digits(isHalfDayClock ? String(Number(value.hour) % 12 || 12) : value.hour);
      case 'minute':
        return digits(value.minute);
      case 'second':
        return digits(value.second);
      case 'day-period':
        return value.hour < '12' ? 'AM' : 'PM';
    }
  }

  const isAllOf = exactnessOf(parts);
  return (value) => {
    let text = '';
    for (const part of parts) {
      if (part.kind === 'literal') text += part.text;
      else if (part.kind === 'field') text += fieldText(part.field, part.minDigits, value);
      else text += fractionText(part.digits, value);
    }
    return { text, isExact: isAllOf(value) };
  };

  function fractionText(digits: number, { fraction }: IsoDateTime): string {
    return symbols.decimal + localDigits(fraction.slice(0, digits).padEnd(digits, '0'), symbols);
  }
}

/** Returns a function that checks whether the pattern shows every part of a value. */
function exactnessOf(parts: readonly DatePatternPart[]): (value: IsoDateTime) => boolean {
  const fields = new Set(parts.map((part) => (part.kind === 'field' ? part.field : null)));
  const hasMonth = fields.has('month') || fields.has('month-short') || fields.has('month-long');
  const hasDate = fields.has('year') && hasMonth && fields.has('day');
  const hasMinutes = fields.has('hour') && fields.has('minute');
  const hasSeconds = fields.has('second');
  const fractionDigits = parts.find((part) => part.kind === 'fraction')?.digits ?? 0;
  return (value) => {
    if (!hasDate || value.offset !== '') return false;
    if (!hasTimeOfDay(value)) return true;
    return (
      hasMinutes &&
      (hasSeconds || value.second === '00') &&
      !/[1-9]/.test(value.fraction.slice(fractionDigits))
    );
  };
}

interface DateNames {
  readonly shortMonths: readonly string[];
  readonly longMonths: readonly string[];
  /** The names of the weekdays, starting with Sunday. */
  readonly shortDays: readonly string[];
  readonly longDays: readonly string[];
}

const cache = new Map<string, DateNames>();

function dateNames(locale: string): DateNames {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const names = {
    shortMonths: monthNames(locale, 'short'),
    longMonths: monthNames(locale, 'long'),
    shortDays: dayNames(locale, 'short'),
    longDays: dayNames(locale, 'long'),
  };
  cache.set(locale, names);
  return names;
}

type NameLength = 'short' | 'long';

function monthNames(locale: string, month: NameLength): string[] {
  // Formats a day with the month, because many languages inflect the month's name after a day.
  const intl = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    calendar: 'gregory',
    day: 'numeric',
    month,
  });
  return Array.from({ length: 12 }, (_, index) => partOf(intl, Date.UTC(2026, index, 1), 'month'));
}

function dayNames(locale: string, weekday: NameLength): string[] {
  const intl = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday });
  // 1 November 2026 is a Sunday.
  return Array.from({ length: 7 }, (_, index) => partOf(intl, Date.UTC(2026, 10, index + 1), 'weekday'));
}

function partOf(intl: Intl.DateTimeFormat, atMs: number, type: Intl.DateTimeFormatPartTypes): string {
  return intl.formatToParts(atMs).find((part) => part.type === type)?.value ?? '';
}
