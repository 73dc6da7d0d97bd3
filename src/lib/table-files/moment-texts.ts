// ISO texts of days and date-times. The code uses 32-bit words, because a BigInt for each value would take most of the time.

import { cachedByDay, DAY_MS, isoDay } from '../formats/days';
import { damaged } from './damaged-file';

const DAY_SECONDS = 86_400;

/** The limits at which a value means infinity. DuckDB and Postgres write the largest number for `infinity`, the least for `-infinity`. */
const MOST_DAYS = 2 ** 31 - 1;
const MOST_UNITS = 2n ** 63n - 1n;
/** The range of JavaScript's calendar, ms. */
const MOST_MS = 8.64e15;

/** Returns the ISO 8601 text of the day `days` after 1970-01-01. Beyond the calendar, returns a description that is not a valid date. */
export function dayText(days: number): string {
  if (Math.abs(days) >= MOST_DAYS) return infinityText(days);
  if (Math.abs(days * DAY_MS) > MOST_MS) return `1970-01-01 ${signed(days)} d`;
  return isoDay(days);
}

/** Returns the date-time `value` units of 10^-`digits` seconds after 1970, with all digits. Beyond the calendar, like `dayText`. */
export function momentText(value: bigint, digits: number): string {
  if (value >= MOST_UNITS || value <= -MOST_UNITS) return infinityText(value);
  const unit = 10n ** BigInt(digits);
  // Rounds down, also for dates before 1970.
  const fraction = ((value % unit) + unit) % unit;
  const seconds = Number((value - fraction) / unit);
  const fractionText = String(fraction).padStart(digits, '0');
  if (Math.abs(seconds * 1000) > MOST_MS) return `1970-01-01 ${signed(seconds)}.${fractionText} s`;
  return `${isoSeconds(seconds * 1000)}.${fractionText}`;
}

function infinityText(value: number | bigint): string {
  return value > 0 ? 'infinity' : '-infinity';
}

function signed(value: number): string {
  return value < 0 ? `- ${-value}` : `+ ${value}`;
}

function isoSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '');
}

/** The number of bytes of the longest text, `2026-01-31T10:11:12.123456789`. */
export const MOMENT_BYTES = 29;
const DAY_BYTES = 10;

/** Writes days and date-times as UTF-8 text, and as microseconds since 1970 in two words, least significant word first. */
export interface MomentTexts {
  /** Writes a day. Returns the end of its text. */
  readonly writeDay: (
    days: number,
    bytes: Uint8Array,
    at: number,
    words: Uint32Array,
    offset: number,
  ) => number;
  /** Writes a 64-bit date-time with `digits` (6 or 9) fractional digits, cut to `length` bytes. Returns the end of its text. */
  readonly writeMoment: (
    low: number,
    high: number,
    { digits, length }: MomentForm,
    bytes: Uint8Array,
    at: number,
    words: Uint32Array,
    offset: number,
  ) => number;
}

export interface MomentForm {
  readonly digits: 6 | 9;
  readonly length: number;
}

const WORD = 2 ** 32;
const SIGN = 2 ** 31;
const NANOS_PER_MICRO = 1_000;
const MICROS_PER_SECOND = 1_000_000;
const ZERO = 0x30;

const encoder = new TextEncoder();

/** Creates a writer that caches the texts of days, because the same days recur. */
export function createMomentTexts(): MomentTexts {
  const textOf = cachedByDay((days): Uint8Array => {
    const text = encoder.encode(dayText(days));
    // Files that this console wrote contain only years of four digits.
    if (text.length !== DAY_BYTES) throw damaged({ kind: 'structure', part: '' });
    return text;
  });
  let lastDays = 0;
  let lastText: Uint8Array = encoder.encode(dayText(lastDays));

  function writeDayText(days: number, bytes: Uint8Array, at: number): number {
    if (days !== lastDays) {
      lastDays = days;
      lastText = textOf(days);
    }
    for (let index = 0; index < lastText.length; index += 1) bytes[at + index] = lastText[index] ?? 0;
    return at + lastText.length;
  }

  return {
    writeDay: (days, bytes, at, words, offset) => {
      // A double cannot hold the number of microseconds, so the product is computed in two words.
      const ms = days * DAY_MS;
      const high = Math.floor(ms / WORD);
      const low = (ms - high * WORD) * 1_000;
      words[offset] = low;
      words[offset + 1] = high * 1_000 + Math.floor(low / WORD);
      return writeDayText(days, bytes, at);
    },
    writeMoment: (low, high, { digits, length }, bytes, at, words, offset) => {
      if (high >= SIGN) {
        const value = (BigInt(high | 0) << 32n) | BigInt(low);
        const text = momentText(value, digits).slice(0, length);
        if (!/^\d{4}-/.test(text)) throw damaged({ kind: 'structure', part: '' });
        // Rounds nanoseconds down to microseconds.
        const micros = digits === 9 ? (value - (((value % 1_000n) + 1_000n) % 1_000n)) / 1_000n : value;
        words[offset] = Number(BigInt.asUintN(32, micros));
        words[offset + 1] = Number(BigInt.asUintN(32, micros >> 32n));
        return at + encoder.encodeInto(text, bytes.subarray(at)).written;
      }
      let nanos = 0;
      let [microsLow, microsHigh] = [low, high];
      if (digits === 9) {
        microsHigh = (high / NANOS_PER_MICRO) | 0;
        // A double can hold the result of each of the next two steps exactly.
        const rest = (high - microsHigh * NANOS_PER_MICRO) * WORD + low;
        microsLow = Math.floor(rest / NANOS_PER_MICRO);
        nanos = rest - microsLow * NANOS_PER_MICRO;
      }
      words[offset] = microsLow;
      words[offset + 1] = microsHigh;
      const secondsHigh = (microsHigh / MICROS_PER_SECOND) | 0;
      const rest = (microsHigh - secondsHigh * MICROS_PER_SECOND) * WORD + microsLow;
      const secondsLow = Math.floor(rest / MICROS_PER_SECOND);
      const micros = rest - secondsLow * MICROS_PER_SECOND;
      const secondsInAll = secondsHigh * WORD + secondsLow;
      const days = Math.floor(secondsInAll / DAY_SECONDS);
      const end = writeDayText(days, bytes, at);
      // From here on, all numbers are integers of at most 31 bits.
      const seconds = (secondsInAll - days * DAY_SECONDS) | 0;
      const minutes = (seconds / 60) | 0;
      const hours = (minutes / 60) | 0;
      bytes[end] = 0x54; // T
      writePair(hours, bytes, end + 1);
      bytes[end + 3] = 0x3a; // :
      writePair(minutes - hours * 60, bytes, end + 4);
      bytes[end + 6] = 0x3a;
      writePair(seconds - minutes * 60, bytes, end + 7);
      bytes[end + 9] = 0x2e; // .
      const hundreds = (micros / 100) | 0;
      const tenThousands = (hundreds / 100) | 0;
      writePair(tenThousands, bytes, end + 10);
      writePair(hundreds - tenThousands * 100, bytes, end + 12);
      writePair(micros - hundreds * 100, bytes, end + 14);
      if (digits === 9) {
        const tens = (nanos / 10) | 0;
        writePair(tens, bytes, end + 16);
        bytes[end + 18] = ZERO + nanos - tens * 10;
      }
      return Math.min(at + length, end + 10 + digits);
    },
  };
}

function writePair(value: number, bytes: Uint8Array, at: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + value - tens * 10;
}
