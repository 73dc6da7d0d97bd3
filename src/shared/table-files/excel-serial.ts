import type { IsoDateTime } from '../formats/iso-date';

/** Serial of 1 March 1900. Before it Excel counts a 29 February 1900 that never was. */
const FIRST_SERIAL = 61;
const DAY_MS = 86_400_000;
/** Of 1899-12-30, the day with serial 0, since 1970. */
const EPOCH_MS = -25_569 * DAY_MS;

/**
 * The moment as Excel counts it, days with a fraction; null where that could not be turned back into the very same
 * moment: before March 1900, finer than a millisecond, or with an offset.
 */
export function excelSerial(moment: IsoDateTime): number | null {
  if (moment.offset !== '' || /[1-9]/.test(moment.fraction.slice(3))) return null;
  const dayMs = Date.UTC(Number(moment.year), Number(moment.month) - 1, Number(moment.day));
  const days = (dayMs - EPOCH_MS) / DAY_MS;
  // Date.UTC takes the years 0 to 99 for others, all of them too early anyway.
  if (Number(moment.year) < 1900 || days < FIRST_SERIAL) return null;
  const ms =
    ((Number(moment.hour) * 60 + Number(moment.minute)) * 60 + Number(moment.second)) * 1000 +
    Number(moment.fraction.slice(0, 3).padEnd(3, '0'));
  return days + ms / DAY_MS;
}

/** The ISO text of a serial, to the millisecond; a day without time where there is none. */
export function isoOfExcelSerial(serial: number): string {
  const text = new Date(Math.round(serial * DAY_MS) + EPOCH_MS).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, -1);
}
