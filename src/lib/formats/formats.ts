import { createDateFormat } from './date-format';
import { isoDate, type IsoDateTime } from './iso-date';

/** Formatters for counts and times in the interface. Values of price columns use `createColumnFormat` instead. */
export interface Formats {
  readonly locale: string;
  /** Formats a whole number: `1,000,000`. */
  readonly formatInteger: (value: number) => string;
  /** Formats a share from 0 to 1 without decimals: `42%`. */
  readonly formatPercent: (share: number) => string;
  /** Formats a date and time to the minute, in the browser's time zone. Not for column values, which have no time zone. */
  readonly formatDateTime: (atMs: number) => string;
  /** Formats a date and time to the second, in the browser's time zone. Not for column values, which have no time zone. */
  readonly formatExactDateTime: (atMs: number) => string;
  /** Formats a time of day to the minute, in the browser's time zone. */
  readonly formatTime: (atMs: number) => string;
  /** Formats the remaining time like a countdown clock: `4:05`, `1:02:03`, and `0:00` at the end. */
  readonly formatCountdown: (remainingMs: number) => string;
  /** Formats an estimate, rounded and in the interface language: `25 seconds`, `3 minutes`. */
  readonly formatDuration: (durationMs: number) => string;
  /** Formats a relative time in the interface language: `in 5 minutes`, `2 hours ago`. Negative values are in the past. */
  readonly formatRelative: (fromNowMs: number) => string;
}

/** `language` is the interface language. `locale` determines how numbers and dates are written. */
export function createFormats(locale: string, language: string): Formats {
  const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: 'always' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const twoDigits = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2, useGrouping: false });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  // Uses the format of column values: users can paste both into filters if the order of the parts and the calendar are the same.
  const { formatMinute, formatDateTime } = createDateFormat(locale);
  const relative = new Intl.RelativeTimeFormat(language);
  const now = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    locale,
    formatInteger: (value) => integer.format(value),
    formatPercent: (share) => percent.format(share),
    formatDateTime: (atMs) => formatMinute(momentHere(atMs)),
    formatExactDateTime: (atMs) => formatDateTime(momentHere(atMs)),
    formatTime: (atMs) => time.format(atMs),
    formatCountdown: (remainingMs) => {
      const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
      const minutes = Math.floor(seconds / 60);
      const hours = Math.floor(minutes / 60);
      const lead =
        hours > 0 ? `${integer.format(hours)}:${twoDigits.format(minutes % 60)}` : integer.format(minutes);
      return `${lead}:${twoDigits.format(seconds % 60)}`;
    },
    formatDuration: (durationMs) => {
      const { name, ms } = unitOf(durationMs);
      const format = new Intl.NumberFormat(language, {
        style: 'unit',
        unit: name,
        unitDisplay: 'long',
        maximumFractionDigits: 0,
      });
      return format.format(Math.max(1, Math.round(durationMs / ms)));
    },
    formatRelative: (fromNowMs) => {
      const unit = unitOf(Math.abs(fromNowMs));
      const count = Math.round(fromNowMs / unit.ms);
      // Only zero becomes a word ("now"). 30 hours ago is rounded to one day, but that may not have been "yesterday".
      return (count === 0 ? now : relative).format(count, unit.name);
    },
  };
}

/** Returns the date and time in the browser's time zone, without fractions of a second. */
function momentHere(atMs: number): IsoDateTime {
  const at = new Date(atMs);
  const [hour, minute, second] = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  ) as [string, string, string];
  const day = isoDate(at.getFullYear(), at.getMonth() + 1, at.getDate());
  if (day === null) throw new RangeError('The moment is beyond the years 1 to 9999.');
  return { ...day, hour, minute, second, hasTime: true };
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const LARGEST_UNIT = { name: 'day', ms: DAY_MS } as const;

// A unit is used until the rounded number would reach the next larger unit.
const RELATIVE_UNITS = [
  { name: 'second', ms: SECOND_MS, untilMs: 59.5 * SECOND_MS },
  { name: 'minute', ms: MINUTE_MS, untilMs: 59.5 * MINUTE_MS },
  { name: 'hour', ms: HOUR_MS, untilMs: 23.5 * HOUR_MS },
] as const;

function unitOf(durationMs: number) {
  return RELATIVE_UNITS.find(({ untilMs }) => durationMs < untilMs) ?? LARGEST_UNIT;
}
