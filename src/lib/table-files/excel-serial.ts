import { DAY_MS, daysSince1970 } from '../formats/days';
import { daysOf, type IsoDateTime } from '../formats/iso-date';
import { createPlainDays, plainUnitsOfDay } from './plain-moments';

/** The serial of 1 March 1900. Excel counts a 29 February 1900, which did not exist. */
const FIRST_SERIAL = 61;
/** The serial of 1970-01-01; serial 0 is 1899-12-30. */
const SERIAL_OF_1970 = 25_569;
/** The most digits of a second that Excel holds. */
export const EXCEL_SECOND_DIGITS = 3;
const FRACTION_BITS = 52;

/** Returns a moment as a serial, in days. Null before March 1900, with more than milliseconds, or with an offset. */
export function excelSerial(moment: IsoDateTime): number | null {
  if (moment.offset !== '' || /[1-9]/.test(moment.fraction.slice(EXCEL_SECOND_DIGITS))) return null;
  const ms =
    ((Number(moment.hour) * 60 + Number(moment.minute)) * 60 + Number(moment.second)) * 1000 +
    Number(moment.fraction.slice(0, EXCEL_SECOND_DIGITS).padEnd(EXCEL_SECOND_DIGITS, '0'));
  return serialOf(daysOf(moment), ms);
}

/** Returns a fast path for a moment in `bytes` that ends at `valueEnd`, as found by `endOfMoment`. */
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
  // The nearest double may be below the moment, and programs that truncate would read the previous millisecond.
  const isBelow = (serial - SERIAL_OF_1970) * DAY_MS < daysSince * DAY_MS + ms;
  // Programs convert relative to 1970, so early serials must not be more precise than that.
  const magnitude = Math.floor(Math.log2(Math.max(serial, SERIAL_OF_1970)));
  return isBelow ? serial + 2 ** (magnitude - FRACTION_BITS) : serial;
}

/** Converts a serial to ISO text, without a time at midnight. Null for NaN, and for days before the year 1 or after 9999. */
export function isoOfExcelSerial(serial: number): string | null {
  const ms = Math.round(serial * DAY_MS) - SERIAL_OF_1970 * DAY_MS;
  if (!(ms >= FIRST_MS && ms <= LAST_MS)) return null;
  const text = new Date(ms).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, -1);
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
