import { DAY_MS, daysSince1970 } from '../formats/days';
import { daysOf, type IsoDateTime } from '../formats/iso-date';
import { createPlainDays, plainUnitsOfDay } from './plain-moments';

/** The serial number of 1 March 1900. Serials before it are shifted, because Excel has a 29 February 1900, which did not exist. */
const FIRST_SERIAL = 61;
/** The serial number of 1970-01-01. Serial 0 is 1899-12-30. */
const SERIAL_OF_1970 = 25_569;
/** The most fractional digits of a second that Excel can store. */
export const EXCEL_SECOND_DIGITS = 3;
const FRACTION_BITS = 52;

/** Returns a date-time as a serial, in days. Returns null before March 1900, beyond milliseconds, or with a UTC offset. */
export function excelSerial(moment: IsoDateTime): number | null {
  if (moment.offset !== '' || /[1-9]/.test(moment.fraction.slice(EXCEL_SECOND_DIGITS))) return null;
  const ms =
    ((Number(moment.hour) * 60 + Number(moment.minute)) * 60 + Number(moment.second)) * 1000 +
    Number(moment.fraction.slice(0, EXCEL_SECOND_DIGITS).padEnd(EXCEL_SECOND_DIGITS, '0'));
  return serialOf(daysOf(moment), ms);
}

/** Returns a fast path for a date-time in `bytes` that ends at `valueEnd`, as `endOfMoment` returns it. */
export function createPlainSerials(): (bytes: Uint8Array, start: number, valueEnd: number) => number | null {
  const plainDays = createPlainDays(daysSince1970);
  return (bytes, start, valueEnd) => {
    const ms = plainUnitsOfDay(bytes, start, valueEnd, EXCEL_SECOND_DIGITS);
    return ms === null ? null : serialOf(plainDays(bytes, start), ms);
  };
}

function serialOf(daysSince: number, ms: number): number | null {
  const days = daysSince + SERIAL_OF_1970;
  if (days < FIRST_SERIAL) return null;
  const serial = days + ms / DAY_MS;
  // If the nearest double is too low, the next one is used, because programs that truncate would read the previous millisecond.
  const isBelow = (serial - SERIAL_OF_1970) * DAY_MS < daysSince * DAY_MS + ms;
  // Programs convert serials relative to 1970, so an early serial must not be more precise than the serial of 1970.
  const magnitude = Math.floor(Math.log2(Math.max(serial, SERIAL_OF_1970)));
  return isBelow ? serial + 2 ** (magnitude - FRACTION_BITS) : serial;
}

/** Converts a serial to ISO text, without a time at midnight. Returns null for NaN and for days outside the years 1 to 9999. */
export function isoOfExcelSerial(serial: number): string | null {
  const ms = Math.round(serial * DAY_MS) - SERIAL_OF_1970 * DAY_MS;
  if (!(ms >= FIRST_MS && ms <= LAST_MS)) return null;
  const text = new Date(ms).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, -1);
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
