import { DAY_MS, daysSince1970 } from '@/lib/formats/days';
import { daysOf, readIsoDateTime } from '@/lib/formats/iso-date';
import {
  createPlainDays,
  endOfMoment,
  FRACTION_PLACE,
  plainUnitsOfDay,
} from '@/lib/table-files/plain-moments';

const WORD = 2 ** 32;
const DAY_SECONDS = 86_400;
const MICROSECOND_DIGITS = 6;

/**
 * Writes dates as microseconds since 1970 into the two words at `offset`, least significant first. Both functions return false for a text
 * that is not a date. A seventh digit of the second is cut off, but the text that is stored beside the timestamp keeps it.
 */
export interface MomentWriter {
  /** Writes the usual notations from bytes. Returns false for other notations, too. */
  readonly writePlain: (
    bytes: Uint8Array,
    start: number,
    end: number,
    words: Uint32Array,
    offset: number,
  ) => boolean;
  /** Writes every ISO notation. Refuses an offset other than UTC, because the console never shifts a time. */
  readonly writeText: (text: string, words: Uint32Array, offset: number) => boolean;
}

/** Creates a writer that caches the days that it has converted, because the same days recur. */
export function createMomentWriter(): MomentWriter {
  const plainDays = createPlainDays(daysSince1970);
  return {
    writePlain: (bytes, start, end, words, offset) => {
      const valueEnd = endOfMoment(bytes, start, end);
      if (valueEnd === -1) return false;
      const microEnd = Math.min(valueEnd, start + FRACTION_PLACE + MICROSECOND_DIGITS);
      const micros = plainUnitsOfDay(bytes, start, microEnd, MICROSECOND_DIGITS) ?? 0;
      write(plainDays(bytes, start), micros, words, offset);
      return true;
    },
    writeText: (text, words, offset) => {
      const moment = readIsoDateTime(text);
      if (moment === null || (moment.offset !== '' && moment.offset !== 'Z')) return false;
      const { hour, minute, second, fraction } = moment;
      const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
      const micros =
        seconds * 1_000_000 + Number(fraction.slice(0, MICROSECOND_DIGITS).padEnd(MICROSECOND_DIGITS, '0'));
      write(daysOf(moment), micros, words, offset);
      return true;
    },
  };
}

/** Milliseconds and microseconds are written separately, because the sum exceeds what a double holds exactly. */
function write(days: number, microsOfDay: number, words: Uint32Array, offset: number): void {
  if (microsOfDay >= DAY_SECONDS * 1_000_000) throw new RangeError('A day has 24 hours.');
  const ms = days * DAY_MS + Math.floor(microsOfDay / 1000);
  const high = Math.floor(ms / WORD);
  const low = (ms - high * WORD) * 1000 + (microsOfDay % 1000);
  words[offset] = low;
  words[offset + 1] = high * 1000 + Math.floor(low / WORD);
}
