import type { ComparisonOp, TypedField } from './extraction';
import type { ServiceDescription } from './service-description';
import { readIsoDateTime } from '@/lib/formats/iso-date';

/** How a described service writes dates, in another way than the contract. */
export interface WireDates {
  /** Converts a value of a date field to ISO text without a time zone. A value in no known form is returned as it is. */
  readonly read: (value: unknown, field: DateField) => unknown;
  /** Like `read`, from JSON text to JSON text. */
  readonly rewritten: (json: string, field: DateField) => string;
  /** Writes a comparison with a canonical value; null if the service cannot be asked for the same rows. */
  readonly written: (value: string, op: ComparisonOp, field: DateField) => WrittenComparison | null;
  /** Converts a time of the service's clock to ISO text. A value in another form is returned as it is. */
  readonly moment: (value: unknown) => unknown;
}

/** A comparison as the service understands it. */
export interface WrittenComparison {
  /** The operator, which is another one if no moment is shown as the value. */
  readonly op: ComparisonOp;
  readonly value: string;
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
/** The number of converted values that are remembered: the rows of a price column mostly have the same dates. */
const MAX_REMEMBERED = 20_000;

/** The operators that include the first of several instants that are shown alike, or end before it. */
const FIRST_OF_EQUAL: ReadonlySet<ComparisonOp> = new Set(['lessThan', 'greaterThanOrEquals']);

/** The operators that compare the first instant after a time as the keys compare the time, if no instant is shown as this time. */
const WITHOUT_THE_VALUE: Partial<Readonly<Record<ComparisonOp, ComparisonOp>>> = {
  lessThan: 'lessThan',
  lessThanOrEquals: 'lessThan',
  greaterThan: 'greaterThanOrEquals',
  greaterThanOrEquals: 'greaterThanOrEquals',
};

/** A fraction after which no other begins: services count in parts of a ten-millionth of a second, or in more. */
const END_OF_SECOND = /^9{7}/;

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
  /** Returns what clocks of the zone show at an instant, or the time in UTC if that is outside of the calendar, as 9999-12-31T23:59:59. */
  function wallSeconds(seconds: number): number {
    const wall = seconds + offsetAt(seconds);
    return isInCalendar(wall) ? wall : seconds;
  }

  function read(value: unknown, { isDay }: DateField): unknown {
    const instant = instantOf(value);
    if (instant === null) return value;
    const text = isoSeconds(wallSeconds(instant.seconds));
    if (text === null) return value;
    const isWhole = !/[1-9]/.test(instant.fraction);
    // A day that begins later shows its time, because the zone of the description is then probably wrong.
    if (isDay && isWhole && isStartOfDay(text, instant.seconds)) return text.slice(0, 10);
    return instant.fraction === '' ? text : `${text}.${instant.fraction}`;
  }

  /** Whether a day begins at an instant: at midnight, or where the clocks skip midnight. */
  function isStartOfDay(wall: string, seconds: number): boolean {
    if (wall.endsWith('T00:00:00')) return true;
    const before = isoSeconds(wallSeconds(seconds - 1));
    return before !== null && before.slice(0, 10) < wall.slice(0, 10);
  }

  const remembered = { true: new Map<string, string>(), false: new Map<string, string>() };
  function rewritten(json: string, field: DateField): string {
    const known = remembered[`${field.isDay}`];
    const before = known.get(json);
    if (before !== undefined) return before;
    const value: unknown = json.startsWith('"') ? JSON.parse(json) : json;
    const converted = read(value, field);
    if (converted === value) return json;
    const text = JSON.stringify(converted);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(detached(json), text);
    return text;
  }

  /** Returns the instants that are shown as a time, in order: two where clocks go back, and at the ends of the calendar. */
  function instantsOfWall(wall: number): readonly number[] {
    const near = [wall - DAY_S, wall + DAY_S].map((seconds) => wall - offsetAt(seconds));
    const found = new Set([...near, wall].filter((seconds) => wallSeconds(seconds) === wall));
    return [...found].toSorted((a, b) => a - b);
  }

  /** Returns the first instant that is shown as a later time than one that clocks skip. */
  function instantAfterGap(wall: number): number {
    let [before, after] = [wall - 2 * DAY_S, wall + 2 * DAY_S];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (wallSeconds(middle) > wall) after = middle;
      else before = middle;
    }
    return after;
  }

  /** Returns the instant to compare with; null if no comparison with an instant finds the rows that are shown as asked for. */
  function comparedInstant(
    wall: number,
    fraction: string,
    op: ComparisonOp,
    isDay: boolean,
  ): { readonly op: ComparisonOp; readonly seconds: number; readonly isSkipped?: true } | null {
    const [first, ...later] = instantsOfWall(wall);
    if (first === undefined) {
      const after = instantAfterGap(wall);
      // The day that begins after the gap is written as its first instant.
      if (isDay) return { op, seconds: after };
      const skipped = WITHOUT_THE_VALUE[op];
      return skipped === undefined ? null : { op: skipped, seconds: after, isSkipped: true };
    }
    const last = later.at(-1);
    if (last === undefined) return { op, seconds: first };
    if (WITHOUT_THE_VALUE[op] === undefined) return null;
    // Between two instants that are shown alike, some are shown as earlier or as later times. Days have no such times.
    if (FIRST_OF_EQUAL.has(op)) {
      const isFirstRepeated = fraction === '' && wallSeconds(last - 1) > wall;
      return isDay || isFirstRepeated ? { op, seconds: first } : null;
    }
    const isLastRepeated = END_OF_SECOND.test(fraction) && wallSeconds(first + 1) < wall;
    return isDay || isLastRepeated ? { op, seconds: last } : null;
  }

  function written(value: string, op: ComparisonOp, { isDay }: DateField): WrittenComparison | null {
    const parsed = readIsoDateTime(value);
    if (parsed === null) return null;
    const { year, month, day, hour, minute, second } = parsed;
    if (dates === 'iso-utc' && isDay && !parsed.hasTime) return { op, value: `${year}-${month}-${day}` };
    const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000;
    const asked = parsed.fraction.replace(/0+$/, '');
    const compared = comparedInstant(wall, asked, op, isDay && !parsed.hasTime);
    if (compared === null) return null;
    const fraction = compared.isSkipped === true ? '' : asked;
    if (dates === 'iso-utc') {
      const text = isoSeconds(compared.seconds);
      if (text === null) return beyondCalendar(op, wall > 0);
      return { op: compared.op, value: `${text}${fraction === '' ? '' : `.${fraction}`}Z` };
    }
    const ms = millisecondsOf({ seconds: compared.seconds, fraction }, compared.op);
    if (ms === null) return null;
    if (!isInCalendar(Math.floor(ms / 1000))) return beyondCalendar(op, wall > 0);
    return { op: compared.op, value: ofMilliseconds(ms) };
  }

  /**
   * Returns a comparison that all moments of the calendar in UTC pass, or none; null for other operators than those of ranges. Services
   * can read no moment beyond it, so all of their rows are before or after one.
   */
  function beyondCalendar(op: ComparisonOp, isLate: boolean): WrittenComparison | null {
    if (WITHOUT_THE_VALUE[op] === undefined) return null;
    const isBefore = op === 'lessThan' || op === 'lessThanOrEquals';
    if (isLate) {
      const last = dates === 'iso-utc' ? '9999-12-31T23:59:59.9999999Z' : ofMilliseconds(LAST_S * 1000 + 999);
      return { op: isBefore ? 'lessThanOrEquals' : 'greaterThan', value: last };
    }
    const first = dates === 'iso-utc' ? '0001-01-01T00:00:00Z' : ofMilliseconds(FIRST_S * 1000);
    return { op: isBefore ? 'lessThan' : 'greaterThanOrEquals', value: first };
  }

  function ofMilliseconds(ms: number): string {
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

/** Copies a text. A part of a text that is kept would keep the whole text in memory, which here is a page. */
function detached(part: string): string {
  return String.fromCharCode(...Array.from(part, (_, index) => part.charCodeAt(index)));
}

/** The years 1 to 9999. */
const [FIRST_S, LAST_S] = [-62_135_596_800, 253_402_300_799];

function isInCalendar(seconds: number): boolean {
  return seconds >= FIRST_S && seconds <= LAST_S;
}

/** Writes seconds since 1970 as `2026-01-31T10:00:00`; null outside of the calendar. */
function isoSeconds(seconds: number): string | null {
  return isInCalendar(seconds) ? new Date(seconds * 1000).toISOString().slice(0, 19) : null;
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

export function momentOf(dates: WireDates | null, value: unknown): unknown {
  return dates === null ? value : dates.moment(value);
}

export type DateFields = ReadonlyMap<string, DateField>;

/** Returns the fields whose dates are converted. Throws if their types are not known, because an unconverted date is a wrong one. */
export function dateFields(dates: WireDates | null, fields: readonly TypedField[] | undefined): DateFields {
  if (dates === null) return new Map();
  if (fields === undefined) throw new Error('The types of the fields are not known.');
  return new Map(
    fields.flatMap(({ name, type, sqlType = '' }) =>
      type === 'date' ? [[name, { isDay: sqlType.trim().toLowerCase() === 'date' }] as const] : [],
    ),
  );
}
