import type { ComparisonOp } from './extraction';
import type { ServiceDescription } from './service-description';
import { readIsoDateTime } from '@/lib/formats/iso-date';

/** How a described service writes dates, in another way than the contract. */
export interface WireDates {
  /** Converts a value of a date field to ISO text without a time zone. A value in no known form is returned as it is. */
  readonly read: (value: unknown, field: DateField) => unknown;
  /** Like `read`, from JSON text to JSON text. */
  readonly rewritten: (json: string, field: DateField) => string;
  /** Writes a canonical value for a comparison; null if the service has no value that means the same. */
  readonly written: (value: string, op: ComparisonOp, field: DateField) => string | null;
  /** Converts a time of the service's clock to ISO text. A value in another form is returned as it is. */
  readonly moment: (value: unknown) => unknown;
}

export interface DateField {
  /** Whether the field has days, without a time. */
  readonly isDay: boolean;
}

/** A point in time: whole seconds since 1970, and the digits of the fractional second. */
interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

const DAY_S = 86_400;
/** The number of converted values that are remembered: the rows of a page mostly have the same dates. */
const MAX_REMEMBERED = 20_000;

const ISO_MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d):?(\d\d))$/;
/** The offset tells which zone wrote the value. The milliseconds are those since 1970 in UTC, whatever it is. */
const DOTNET_MOMENT = /^\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\/$/;
const MILLISECONDS = /^-?\d{1,16}$/;

/** Returns how dates are converted; null if the service writes them as the contract says. */
export function createWireDates({
  dates,
  zone,
}: Pick<ServiceDescription['extraction'], 'dates' | 'zone'>): WireDates | null {
  if (dates === 'iso') return null;
  const offsetAt = offsetsOf(zone);
  const instantOf = dates === 'iso-utc' ? isoInstant : dates === 'dotnet' ? dotnetInstant : epochInstant;
  const wall = ({ seconds }: Instant): string =>
    isoSeconds(seconds + offsetAt(seconds)) ?? isoSeconds(seconds) ?? '';

  function read(value: unknown, { isDay }: DateField): unknown {
    const instant = instantOf(value);
    if (instant === null) return value;
    const text = wall(instant);
    if (text === '') return value;
    // A day at another hour than midnight shows its time, because the zone of the description is then probably wrong.
    if (isDay && text.endsWith('T00:00:00') && !/[1-9]/.test(instant.fraction)) return text.slice(0, 10);
    return instant.fraction === '' ? text : `${text}.${instant.fraction}`;
  }

  const remembered = { true: new Map<string, string>(), false: new Map<string, string>() };
  function rewritten(json: string, field: DateField): string {
    const known = remembered[`${field.isDay}`];
    const before = known.get(json);
    if (before !== undefined) return before;
    const value: unknown = json.startsWith('"') ? JSON.parse(json) : json;
    const converted = read(value, field);
    const text = converted === value ? json : JSON.stringify(converted);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(json, text);
    return text;
  }

  /** Returns the only instant at which clocks of the zone show this time; null if there is none, or if there are two. */
  function instantOfWall(seconds: number): number | null {
    const candidates = [seconds - DAY_S, seconds + DAY_S].map((near) => seconds - offsetAt(near));
    const found = new Set(candidates.filter((instant) => instant + offsetAt(instant) === seconds));
    const [only] = found;
    return found.size === 1 ? (only ?? null) : null;
  }

  function written(value: string, op: ComparisonOp, { isDay }: DateField): string | null {
    const parsed = readIsoDateTime(value);
    if (parsed === null) return null;
    const { year, month, day, hour, minute, second } = parsed;
    if (dates === 'iso-utc' && isDay && !parsed.hasTime) return `${year}-${month}-${day}`;
    const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
    // `read` leaves a moment as it is in UTC if clocks of the zone would show it outside of the calendar, such as 9999-12-31T23:59:59.
    const isReadInUtc = isoSeconds(local + offsetAt(local)) === null;
    const seconds = isReadInUtc ? local : instantOfWall(local);
    if (seconds === null) return null;
    const fraction = parsed.fraction.replace(/0+$/, '');
    if (dates === 'iso-utc') {
      const text = isoSeconds(seconds) ?? isoSeconds(local) ?? '';
      return `${text}${fraction === '' ? '' : `.${fraction}`}Z`;
    }
    const ms = millisecondsOf({ seconds, fraction }, op);
    if (ms === null) return null;
    return dates === 'dotnet' ? `/Date(${ms})/` : String(ms);
  }

  return {
    read,
    rewritten,
    written,
    moment: (value) => {
      const instant = instantOf(value);
      const text = instant === null ? null : isoSeconds(instant.seconds);
      return instant === null || text === null ? value : `${text}.${instant.fraction.padEnd(3, '0')}Z`;
    },
  };
}

/** Returns whole milliseconds that compare with whole milliseconds as the instant does; null if there are none. */
function millisecondsOf({ seconds, fraction }: Instant, op: ComparisonOp): number | null {
  const whole = seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (fraction.length <= 3) return whole;
  if (op === 'lessThanOrEquals' || op === 'greaterThan') return whole;
  return op === 'lessThan' || op === 'greaterThanOrEquals' ? whole + 1 : null;
}

function isoInstant(value: unknown): Instant | null {
  const match = typeof value === 'string' ? ISO_MOMENT.exec(value) : null;
  if (match === null) return null;
  const [, day = '', minutes = '', second = '00', fraction = '', sign, hours = '0', more = '0'] = match;
  const written = Date.parse(`${day}T${minutes}:${second}Z`) / 1000;
  const offset = (Number(hours) * 60 + Number(more)) * 60 * (sign === '-' ? -1 : 1);
  return Number.isNaN(written) ? null : { seconds: written - offset, fraction };
}

function dotnetInstant(value: unknown): Instant | null {
  const [, ms] = (typeof value === 'string' ? DOTNET_MOMENT.exec(value) : null) ?? [];
  return ms === undefined ? null : instantOfMs(Number(ms));
}

function epochInstant(value: unknown): Instant | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return MILLISECONDS.test(text) ? instantOfMs(Number(text)) : null;
}

function instantOfMs(ms: number): Instant {
  const seconds = Math.floor(ms / 1000);
  return { seconds, fraction: String(ms - seconds * 1000).padStart(3, '0') };
}

/** Writes seconds since 1970 as `2026-01-31T10:00:00`; null outside of the years 1 to 9999. */
function isoSeconds(seconds: number): string | null {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString();
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text.slice(0, 19) : null;
}

/** Returns a function from seconds since 1970 to the offset of a zone from UTC, in seconds. */
function offsetsOf(zone: string): (seconds: number) => number {
  if (zone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const computed = (seconds: number): number => {
    const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const wall = new Date(0);
    const year = parts.get('era')?.startsWith('B') === true ? 1 - part('year') : part('year');
    wall.setUTCFullYear(year, part('month') - 1, part('day'));
    wall.setUTCHours(part('hour'), part('minute'), part('second'));
    return wall.getTime() / 1000 - seconds;
  };
  // The offset at the start of each UTC day: asking `Intl` for every value of a page would take a second.
  const atDay = new Map<number, number>();
  const ofDay = (day: number): number => {
    const known = atDay.get(day) ?? computed(day * DAY_S);
    atDay.set(day, known);
    return known;
  };
  return (seconds) => {
    const day = Math.floor(seconds / DAY_S);
    if (Math.abs(day) > MAX_DAY) return 0;
    const before = ofDay(day);
    return before === ofDay(day + 1) ? before : computed(seconds);
  };
}

/** `Date` has a hundred million days on both sides of 1970. */
const MAX_DAY = 99_999_998;
