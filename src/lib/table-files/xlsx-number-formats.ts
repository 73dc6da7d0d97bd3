import { shiftDecimal, splitDecimal } from '../formats/decimal';
import { isDecimal, withoutSurplusZeros } from '../base/decimal-grammar';
import { readSections, type PatternToken } from '../formats/excel-pattern-tokens';
import { isoOfExcelSerial } from './excel-serial';

/** The kind of a number format, which determines what a cell shows instead of the plain number. */
export type NumberFormat =
  | { readonly kind: 'number' | 'moment' | 'duration' | 'percent' }
  /** A fraction. `least` and `most` are the smallest and the largest denominator. */
  | { readonly kind: 'fraction'; readonly least: number; readonly most: number }
  /** A format in which every digit has a fixed position, often with leading zeros: `00000`, `"A-"000`. */
  | { readonly kind: 'digits'; readonly tokens: readonly PatternToken[] };

export const GENERAL: NumberFormat = { kind: 'number' };

/** Reads a number format: built-in formats by id, others by code (ECMA-376 part 1, 18.8.30 and 18.8.31). */
export function numberFormat(id: number, code: string | null): NumberFormat {
  const builtIn = BUILT_IN.find(([first, last]) => id >= first && id <= last);
  if (code === null) return builtIn?.[2] ?? GENERAL;
  const signs = signsOf(code);
  if (isOfTime(signs)) return { kind: /\[/.test(signs) ? 'duration' : 'moment' };
  if (signs.includes('%')) return { kind: 'percent' };
  const denominator = /[?#0]\s*\/\s*(\?+|#+|\d+)/.exec(signs)?.[1];
  if (denominator !== undefined) {
    const fixed = Number(denominator);
    return fixed > 0
      ? { kind: 'fraction', least: fixed, most: fixed }
      : { kind: 'fraction', least: 2, most: 10 ** Math.min(denominator.length, 3) - 1 };
  }
  return digitsFormat(code) ?? GENERAL;
}

/** Returns the first section with texts replaced by spaces. Keeps points, because a fraction of seconds may follow one. */
function signsOf(code: string): string {
  const [section = ''] = code
    .replaceAll(NO_SIGNS, (text) => /^(?:\\|")([.,])"?$/.exec(text)?.[1] ?? ' ')
    .split(';');
  return section;
}

/** Matches texts, escapes, and brackets other than those of elapsed time. */
const NO_SIGNS = /"[^"]*(?:"|$)|\\.|[_*](?:\\.|.)|\[(?!(?:h+|m+|s+)\])[^\]]*(?:\]|$)/gisu;

/** Whether the signs are a date or a time: date letters, and no digits except a fraction's. `0 Stk` is neither. */
function isOfTime(signs: string): boolean {
  const rest = signs.replaceAll(/([s\]])[.,]0+/gi, '$1');
  if (/[0#?]|general|g\/[\p{Script=Han}\p{Script=Hangul}]/iu.test(rest)) return false;
  if (/\[|am\/pm|a\/p/i.test(rest)) return true;
  return (rest.match(/\p{Script=Latin}+/gu) ?? []).some((word) => DATE_WORD.test(word));
}

/** Matches letters of dates and times, including years and eras of other calendars (`e`, `g`, `b`) and weekdays (`aaa`). */
const DATE_WORD = /^(?:[ymdhsegb]|(?<!a)a{3,4}(?!a))+$/i;

/** The built-in formats for dates and times (including East Asian ones), percentages and fractions. */
const BUILT_IN: readonly (readonly [first: number, last: number, format: NumberFormat])[] = [
  [9, 10, { kind: 'percent' }],
  [12, 12, { kind: 'fraction', least: 2, most: 9 }],
  [13, 13, { kind: 'fraction', least: 2, most: 99 }],
  [14, 22, { kind: 'moment' }],
  [27, 36, { kind: 'moment' }],
  [45, 45, { kind: 'moment' }],
  [46, 46, { kind: 'duration' }],
  [47, 47, { kind: 'moment' }],
  [50, 58, { kind: 'moment' }],
];

/** Returns the layout of a format with fixed digit positions. Returns null for the formats of ordinary numbers. */
function digitsFormat(code: string): NumberFormat | null {
  const [tokens = []] = readSections(code) ?? [];
  const zeros = tokens.filter(({ kind, text }) => kind === 'digit' && text === '0').length;
  const hasText = tokens.some(({ kind }) => kind === 'literal' || kind === 'minus');
  const isOfDigits = tokens.every(({ kind }) => kind === 'digit' || kind === 'literal' || kind === 'minus');
  return isOfDigits && zeros > 0 && (zeros > 1 || hasText) ? { kind: 'digits', tokens } : null;
}

/**
 * Returns what a cell shows instead of a decimal: a date and time (ISO 8601), `01:12:00`, hours (`30:15:00`), `19%`, `1/2` or `00123`.
 * Returns null if it shows the decimal. `firstDay` is the number of days from 30 December 1899 to the workbook's first day.
 */
export function shownText(decimal: string, format: NumberFormat, firstDay: number): string | null {
  if (!isDecimal(decimal)) return null;
  switch (format.kind) {
    case 'number':
      return null;
    case 'moment':
      return momentText(Number(decimal), firstDay);
    case 'duration':
      return durationText(Number(decimal));
    case 'percent':
      return `${withoutSurplusZeros(shiftDecimal(decimal, 2))}%`;
    case 'fraction':
      return fractionText(decimal, format);
    case 'digits':
      return digitsText(decimal, format.tokens);
  }
}

/** Excel has a 29 February 1900, so the serials of earlier days are one lower. A serial below 1 is a time without a date. */
function momentText(serial: number, firstDay: number): string {
  if (firstDay === 0 && serial >= 0 && serial < 1) return timeText(serial);
  if (firstDay === 0 && Math.floor(serial) === LEAP_SERIAL) return '1900-02-29';
  const counted = firstDay === 0 && serial < LEAP_SERIAL ? serial + 1 : serial + firstDay;
  return (serial >= 0 ? isoOfExcelSerial(counted) : null) ?? NOT_SHOWN;
}

/** The serial number of 29 February 1900, a day that did not exist. */
const LEAP_SERIAL = 60;
/** The text that Excel shows for a number that is not a day. */
const NOT_SHOWN = '########';

function timeText(serial: number): string {
  const [, time = '00:00:00.000'] = (isoOfExcelSerial(LEAP_SERIAL + 1 + serial) ?? '').split('T');
  return time.replace(/\.000$/, '');
}

function durationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const sign = days < 0 ? '-' : '';
  return `${sign}${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Returns the number as a fraction. Returns null if no fraction with an allowed denominator equals the number. */
function fractionText(
  decimal: string,
  { least, most }: { readonly least: number; readonly most: number },
): string | null {
  const { isNegative, integer, fraction } = splitDecimal(decimal);
  const part = Number(`0.${fraction === '' ? '0' : fraction}`);
  if (part === 0) return null;
  for (let denominator = least; denominator <= most; denominator += 1) {
    const numerator = Math.round(part * denominator);
    if (numerator === 0 || Math.abs(numerator / denominator - part) > FRACTION_PRECISION) continue;
    const whole = integer === '0' ? '' : `${integer} `;
    return `${isNegative ? '-' : ''}${whole}${numerator}/${denominator}`;
  }
  return null;
}

/** The precision of numbers in Excel, which have fifteen digits. */
const FRACTION_PRECISION = 1e-12;

/** Returns the digits at their fixed positions. Returns null if the number has a fraction. */
function digitsText(decimal: string, tokens: readonly PatternToken[]): string | null {
  const { isNegative, integer, fraction } = splitDecimal(decimal);
  if (/[1-9]/.test(fraction)) return null;
  let digits = integer;
  let text = '';
  for (const [index, { kind, text: sign }] of [...tokens.entries()].toReversed()) {
    if (kind !== 'digit') {
      text = `${sign}${text}`;
      continue;
    }
    const isFirst = !tokens.slice(0, index).some((token) => token.kind === 'digit');
    const taken = isFirst ? digits : digits.slice(-1);
    text = `${taken === '' && sign === '0' ? '0' : taken}${text}`;
    digits = digits.slice(0, digits.length - taken.length);
  }
  return `${isNegative ? '-' : ''}${text}`;
}
