import type { IsoDateTime } from '../formats/iso-date';
import { daysSince1970 } from './days-since-1970';
import { createPlainDays, plainUnitsOfDay } from './plain-moments';

/** Serial of 1 March 1900. Before it Excel counts a 29 February 1900 that never was. */
const FIRST_SERIAL = 61;
const DAY_MS = 86_400_000;
/** Of 1970-01-01; the day with serial 0 is 1899-12-30. */
const SERIAL_OF_1970 = 25_569;
const MS_DIGITS = 3;
/** Bits of a number behind its first one. */
const FRACTION_BITS = 52;

/**
 * The moment as Excel counts it, days with a fraction; null where that could not be turned back into the very same
 * moment: before March 1900, finer than a millisecond, or with an offset.
 */
export function excelSerial(moment: IsoDateTime): number | null {
  if (moment.offset !== '' || /[1-9]/.test(moment.fraction.slice(MS_DIGITS))) return null;
  const days = daysSince1970(Number(moment.year), Number(moment.month), Number(moment.day));
  const ms =
    ((Number(moment.hour) * 60 + Number(moment.minute)) * 60 + Number(moment.second)) * 1000 +
    Number(moment.fraction.slice(0, MS_DIGITS).padEnd(MS_DIGITS, '0'));
  return serialOf(days, ms);
}

/** As above for a moment within `bytes` that `endOfMoment` has found to end at `valueEnd`. */
export function createPlainSerials(): (bytes: Uint8Array, start: number, valueEnd: number) => number | null {
  const daysOf = createPlainDays(daysSince1970);
  return (bytes, start, valueEnd) => {
    const ms = plainUnitsOfDay(bytes, start, valueEnd, MS_DIGITS);
    return ms === null ? null : serialOf(daysOf(bytes, start), ms);
  };
}

function serialOf(daysSince: number, ms: number): number | null {
  const days = daysSince + SERIAL_OF_1970;
  if (days < FIRST_SERIAL) return null;
  const serial = days + ms / DAY_MS;
  // The nearest number may lie below the moment, and programs that cut off would read the millisecond before it.
  const isBelow = (serial - SERIAL_OF_1970) * DAY_MS < daysSince * DAY_MS + ms;
  // They count from 1970, which early serials must be no finer than.
  const magnitude = Math.floor(Math.log2(Math.max(serial, SERIAL_OF_1970)));
  return isBelow ? serial + 2 ** (magnitude - FRACTION_BITS) : serial;
}

/** The ISO text of a serial, to the millisecond; a day without time where there is none. */
export function isoOfExcelSerial(serial: number): string {
  const text = new Date(Math.round(serial * DAY_MS) - SERIAL_OF_1970 * DAY_MS).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, -1);
}
