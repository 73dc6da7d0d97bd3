// Fast paths for date-times in plain cells (../row-batches). If `endOfMoment` is -1, callers must parse the text.

import { cachedByDay, isDay } from '../formats/days';

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const LETTER_T = 0x54;

const MONTH_PLACE = 5;
const DAY_PLACE = 8;
export const DAY_LENGTH = 10;
const HOUR_PLACE = 11;
const MINUTE_PLACE = 14;
const SECOND_PLACE = 17;
export const SECOND_LENGTH = 19;
export const FRACTION_PLACE = 20;

/** Returns the index after the significant part of a date-time (`2026-01-31T10:11:12.1200000`: after `.12`). -1 for other notations. */
export function endOfMoment(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < DAY_LENGTH) return -1;
  const isDate =
    bytes[start + MONTH_PLACE - 1] === MINUS &&
    bytes[start + DAY_PLACE - 1] === MINUS &&
    isDay(
      fourDigitsAt(bytes, start),
      twoDigitsAt(bytes, start + MONTH_PLACE),
      twoDigitsAt(bytes, start + DAY_PLACE),
    );
  if (!isDate) return -1;
  if (end - start === DAY_LENGTH) return end;
  if (end - start < SECOND_LENGTH) return -1;
  const hour = twoDigitsAt(bytes, start + HOUR_PLACE);
  const minute = twoDigitsAt(bytes, start + MINUTE_PLACE);
  const second = twoDigitsAt(bytes, start + SECOND_PLACE);
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
      if (byte < ZERO || byte > NINE) return -1;
      if (byte !== ZERO) valueEnd = at + 1;
    }
  }
  const isMidnight = valueEnd === start + SECOND_LENGTH && hour + minute + second === 0;
  return isMidnight ? start + DAY_LENGTH : valueEnd;
}

/** Like `endOfMoment`, but with at most `digits` fractional digits of the second. Further digits are cut off, not rounded. */
export function endOfCutMoment(bytes: Uint8Array, start: number, valueEnd: number, digits: number): number {
  let end = start + FRACTION_PLACE + digits;
  if (valueEnd <= end) return valueEnd;
  while (end > start + FRACTION_PLACE && bytes[end - 1] === ZERO) end -= 1;
  if (end > start + FRACTION_PLACE) return end;
  const places = [HOUR_PLACE, MINUTE_PLACE, SECOND_PLACE];
  const isMidnight = places.every((place) => twoDigitsAt(bytes, start + place) === 0);
  return start + (isMidnight ? DAY_LENGTH : SECOND_LENGTH);
}

/** Returns the time of day before `valueEnd` in units of 10^-`digits` seconds. Returns null if the time is more precise. */
export function plainUnitsOfDay(
  bytes: Uint8Array,
  start: number,
  valueEnd: number,
  digits: number,
): number | null {
  if (valueEnd === start + DAY_LENGTH) return 0;
  const hour = twoDigitsAt(bytes, start + HOUR_PLACE);
  const minute = twoDigitsAt(bytes, start + MINUTE_PLACE);
  const second = twoDigitsAt(bytes, start + SECOND_PLACE);
  const given = Math.max(0, valueEnd - start - FRACTION_PLACE);
  if (given > digits) return null;
  const fraction = given === 0 ? 0 : digitsAt(bytes, start + FRACTION_PLACE, given);
  return (
    ((hour * 60 + minute) * 60 + second) * (POWERS_OF_TEN[digits] ?? 0) +
    fraction * (POWERS_OF_TEN[digits - given] ?? 0)
  );
}

const POWERS_OF_TEN = Array.from({ length: 16 }, (_, n) => 10 ** n);

/** Caches the results of `convert`, because the same days recur in a table. */
export function createPlainDays<T>(
  convert: (year: number, month: number, day: number) => T,
): (bytes: Uint8Array, start: number) => T {
  const ofDay = cachedByDay((ordinal) =>
    convert(Math.floor(ordinal / 10_000), Math.floor(ordinal / 100) % 100, ordinal % 100),
  );
  return (bytes, start) => {
    const year = fourDigitsAt(bytes, start);
    const month = twoDigitsAt(bytes, start + MONTH_PLACE);
    const day = twoDigitsAt(bytes, start + DAY_PLACE);
    return ofDay((year * 100 + month) * 100 + day);
  };
}

function twoDigitsAt(bytes: Uint8Array, start: number): number {
  const tens = (bytes[start] ?? 0) - ZERO;
  const ones = (bytes[start + 1] ?? 0) - ZERO;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}

function fourDigitsAt(bytes: Uint8Array, start: number): number {
  const upper = twoDigitsAt(bytes, start);
  const lower = twoDigitsAt(bytes, start + 2);
  return upper === -1 || lower === -1 ? -1 : upper * 100 + lower;
}

/** Parses `count` digits. Returns -1 if one of the characters is not a digit. */
function digitsAt(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
