import type { ServiceDescription } from '@/contract/service-description';
import { badRequest } from './refusal';

// How a described service writes dates. It is written apart from the console's code (src/contract/wire-dates.ts), so that tests can
// compare both. The sources have local times without a zone, as SQL Server has.

type Dated = Pick<ServiceDescription['extraction'], 'dates' | 'zone'>;

const DATE_TYPES = new Set(['date', 'datetime', 'datetime2', 'smalldatetime']);
const MINUTE_MS = 60_000;

export function isDateType(typeName: string): boolean {
  return DATE_TYPES.has(typeName);
}

const hourFormats = new Map<string, Intl.DateTimeFormat>();
const knownOffsets = new Map<string, number>();

/** Returns how far local time in a zone is ahead of UTC at a moment, in milliseconds. */
function aheadMs(zone: string, ms: number): number {
  const hour = Math.floor(ms / (60 * MINUTE_MS));
  const known = knownOffsets.get(`${zone} ${hour}`);
  if (known !== undefined) return known;
  const format =
    hourFormats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' });
  hourFormats.set(zone, format);
  // Such as `GMT+05:30`, or, for times before clocks were standardized, `GMT+05:53:28`.
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(hour * 60 * MINUTE_MS));
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1000;
  const ahead = sign === '-' ? -size : size;
  if (knownOffsets.size > 100_000) knownOffsets.clear();
  knownOffsets.set(`${zone} ${hour}`, ahead);
  return ahead;
}

/** Returns the moment of a local time, such as `2026-01-31T10:00:00`, in milliseconds. */
function momentOfLocal(zone: string, local: string): number {
  const asUtc = Date.parse(`${local.length === 10 ? `${local}T00:00:00` : local.slice(0, 19)}Z`);
  const near = asUtc - aheadMs(zone, asUtc);
  return asUtc - aheadMs(zone, near);
}

/** A moment whose local time is outside of the years 1 to 9999 counts as this time in UTC. */
function localOfMoment(zone: string, ms: number): string {
  const local = new Date(ms + aheadMs(zone, ms)).toISOString();
  return (/^(?:[+-]|0000)/.test(local) ? new Date(ms).toISOString() : local).slice(0, 23);
}

/** Returns the offset of a zone as `+05:30`, or null where it has no whole minutes. */
function offsetText(zone: string, ms: number): string | null {
  const minutes = aheadMs(zone, ms) / MINUTE_MS;
  if (!Number.isInteger(minutes)) return null;
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
}

/** Writes a cell of a date column, as JSON, in the form of the description. */
export function dateCell({ dates, zone }: Dated, typeName: string, json: string): string {
  if (dates === 'iso' || json === 'null') return json;
  const local = json.slice(1, -1);
  if (dates === 'iso-utc' && typeName === 'date') return json;
  const fraction = /\.\d+$/.exec(local)?.[0] ?? '';
  const ms = momentOfLocal(zone, local);
  if (dates === 'iso-utc') {
    const offset = zone === 'UTC' ? null : offsetText(zone, ms);
    if (offset !== null) return `"${local}${offset}"`;
    return `"${new Date(ms).toISOString().slice(0, 19)}${fraction}Z"`;
  }
  const withFraction = ms + Number(fraction.slice(1, 4).padEnd(3, '0'));
  if (dates === 'epoch-ms') return String(withFraction);
  const offset = zone === 'UTC' ? null : offsetText(zone, ms);
  return String.raw`"\/Date(${withFraction}${offset?.replace(':', '') ?? ''})\/"`;
}

/** Writes a time of the service's clock in the form of the description. */
export function clockTime({ dates }: Dated, ms: number): string | number {
  if (dates === 'epoch-ms') return ms;
  return dates === 'dotnet' ? `/Date(${ms})/` : new Date(ms).toISOString();
}

/** Returns a date of a request as local time. Throws a Refusal (400) for another form than described. */
export function localDate({ dates, zone }: Dated, typeName: string, sent: string): string {
  if (dates === 'iso') return sent;
  const refused = () => badRequest(`"${sent}" is no date.`);
  if (dates === 'iso-utc') {
    if (typeName === 'date' && /^\d{4}-\d\d-\d\d$/.test(sent)) return sent;
    const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z$/.exec(sent) ?? [];
    if (seconds === undefined) throw refused();
    return localOfMoment(zone, Date.parse(`${seconds}Z`)).slice(0, 19) + fraction;
  }
  const digits = dates === 'epoch-ms' ? sent : /^\/Date\((-?\d+)\)\/$/.exec(sent)?.[1];
  if (digits === undefined || !/^-?\d+$/.test(digits)) throw refused();
  // The years 1 to 9999, as .NET has them.
  if (Number(digits) < -62_135_596_800_000 || Number(digits) > 253_402_300_799_999) throw refused();
  const local = localOfMoment(zone, Number(digits));
  return typeName === 'date' ? local.slice(0, 10) : local;
}
