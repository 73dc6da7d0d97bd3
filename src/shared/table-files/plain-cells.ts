/*
 * What plain cells (../row-batches) hold, told from their bytes. All of it can be told from the text as well, and is
 * where these give -1; they spare nearly every cell of an export the making of a string.
 */

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const LETTER_T = 0x54;

/**
 * Of a canonical decimal (../formats/decimal.ts) from `start` to `end`, exclusive, the place after the last character
 * that carries the value: `12.50` ends after the 5, `7.00` after the 7. -1 for anything else.
 */
export function endOfDecimal(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  const integerStart = isNegative ? start + 1 : start;
  let at = integerStart;
  while (at < end && isDigit(bytes[at] ?? 0)) at += 1;
  const integerEnd = at;
  if (at === integerStart || (bytes[integerStart] === ZERO && at > integerStart + 1)) return -1;
  let valueEnd = at;
  if (at < end) {
    if (bytes[at] !== POINT || at + 1 === end) return -1;
    for (at += 1; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (!isDigit(byte)) return -1;
      if (byte !== ZERO) valueEnd = at + 1;
    }
  }
  const isZero = valueEnd === integerEnd && bytes[integerStart] === ZERO;
  return isNegative && isZero ? -1 : valueEnd;
}

/** Places within a moment, from its start. */
export const MONTH_PLACE = 5;
export const DAY_PLACE = 8;
export const DAY_LENGTH = 10;
export const HOUR_PLACE = 11;
export const MINUTE_PLACE = 14;
export const SECOND_PLACE = 17;
export const SECOND_LENGTH = 19;
export const FRACTION_PLACE = 20;

/**
 * Of a moment such as `2026-01-31T10:11:12.1200000` or a day such as `2026-01-31`, the place after the last character
 * that carries the value: the fraction's last digit that is not zero, or the second, or at midnight the day. -1 for
 * anything else, be it a moment (written with a space, without seconds, with an offset) or none.
 */
export function endOfMoment(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < DAY_LENGTH) return -1;
  const isDay =
    bytes[start + MONTH_PLACE - 1] === MINUS &&
    bytes[start + DAY_PLACE - 1] === MINUS &&
    isDayOfCalendar(
      digitsAt(bytes, start, 4),
      digitsAt(bytes, start + MONTH_PLACE, 2),
      digitsAt(bytes, start + DAY_PLACE, 2),
    );
  if (!isDay) return -1;
  if (end - start === DAY_LENGTH) return end;
  if (end - start < SECOND_LENGTH) return -1;
  const hour = digitsAt(bytes, start + HOUR_PLACE, 2);
  const minute = digitsAt(bytes, start + MINUTE_PLACE, 2);
  const second = digitsAt(bytes, start + SECOND_PLACE, 2);
  const isTime =
    bytes[start + DAY_LENGTH] === LETTER_T &&
    bytes[start + MINUTE_PLACE - 1] === COLON &&
    bytes[start + SECOND_PLACE - 1] === COLON &&
    hour >= 0 &&
    hour <= 23 &&
    minute >= 0 &&
    minute <= 59 &&
    second >= 0 &&
    second <= 59;
  if (!isTime) return -1;
  let valueEnd = start + SECOND_LENGTH;
  if (end > valueEnd) {
    if (bytes[valueEnd] !== POINT || end === valueEnd + 1) return -1;
    for (let at = start + FRACTION_PLACE; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (!isDigit(byte)) return -1;
      if (byte !== ZERO) valueEnd = at + 1;
    }
  }
  const isMidnight = valueEnd === start + SECOND_LENGTH && hour + minute + second === 0;
  return isMidnight ? start + DAY_LENGTH : valueEnd;
}

/**
 * Whether the text of a plain cell goes into a workbook as it is. May be wrong about a text that does, never about one
 * that does not (xlsx-text.ts).
 */
export function isPlainXml(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === AMPERSAND || byte === LESS || byte === GREATER || byte === UNDERSCORE) return false;
    // A control character, also beyond ASCII, and what is no character at all.
    if (byte === DELETE || byte === FIRST_OF_CONTROLS || byte === FIRST_OF_NONCHARACTERS) return false;
  }
  return true;
}

const AMPERSAND = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;
const DELETE = 0x7f;
/** First bytes of U+0080 to U+00BF, and of U+F000 to U+FFFF. */
const FIRST_OF_CONTROLS = 0xc2;
const FIRST_OF_NONCHARACTERS = 0xef;

/** The number that `count` digits make; below zero where one of them is none. */
export function digitsAt(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDayOfCalendar(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  if (month === 2 && day === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (DAYS_OF_MONTHS[month - 1] ?? 0);
}
