import {
  decimalOfDigits,
  roundDecimal,
  shiftDecimal,
  significantFractionDigits,
  splitDecimal,
} from './decimal';
import { createDecimalFormat } from './decimal-format';
import { asciiDigits, numberSymbols, type NumberSymbols } from './number-symbols';
import { withoutCurrency } from './currency-signs';

export type DecimalProblem =
  | 'empty'
  | 'not-a-number'
  /** Group separators that do not form groups of the usual size, such as `1.23.456`. */
  | 'bad-groups'
  /** A number in another locale's notation, such as `12.5` if the decimal sign is a comma. The repair has this locale's notation. */
  | 'other-notation'
  /** A text with two meanings, both of which are repairs: `1.234` in France; `-,50`, whose dash may be a minus or replace a zero. */
  | 'ambiguous'
  /** A typed number with an exponent, such as `1e5`. The repair is the number in full. */
  | 'exponent'
  /** A percent sign in a column without percentages. The repair is the number without the sign. */
  | 'percent'
  /** More decimal places than the column stores. If the surplus places are zeros, there is a repair. */
  | 'too-many-decimals'
  /** More integer digits than the column stores. */
  | 'too-large';

export type ParsedDecimal =
  | {
      readonly ok: true;
      /** A canonical decimal. */
      readonly value: string;
      /** The number was written with an exponent, so the screen should show how it was read. */
      readonly hasExponent: boolean;
    }
  | {
      readonly ok: false;
      readonly problem: DecimalProblem;
      /** Texts that the user may have meant and that the parser accepts, the most likely one first. */
      readonly repairs?: readonly string[];
    };

export interface ParseDecimalOptions {
  readonly locale: string;
  /** The number of stored decimal places. Null or undefined means no limit. */
  readonly maxFractionDigits?: number | null | undefined;
  /** The number of stored integer digits. Null or undefined means no limit. */
  readonly maxIntegerDigits?: number | null | undefined;
  /** Whether the column has percentages, so that `12,5 %` means 0.125. */
  readonly isPercent?: boolean | undefined;
  /** Accepts exponents, as in pasted text. Users who type a number rarely mean one. */
  readonly acceptsExponent?: boolean | undefined;
}

/** The longest text that is read, to limit the work for pasted text. It is far longer than a number in any column. */
const MAX_LENGTH = 500;

/**
 * Reads a number in the locale's notation. Refuses a text with more than one meaning, and rounds nothing.
 * Allows spaces and apostrophes as group signs, a minus at either end, parentheses, a currency, and `12,-`.
 */
export function parseDecimal(text: string, options: ParseDecimalOptions): ParsedDecimal {
  const symbols = numberSymbols(options.locale);
  const plain = plainText(text, symbols);
  if (plain === '') return { ok: false, problem: 'empty' };
  const here = notationOf(symbols);
  const written = plain.length > MAX_LENGTH ? null : takeApart(plain, options.locale, here);
  if (written === null) return { ok: false, problem: 'not-a-number' };
  if (!written.hasPercentSign || options.isPercent === true) return read(written, here, options);
  const parsed = read({ ...written, hasPercentSign: false }, here, options);
  const repairs = parsed.ok ? [typedAs(parsed.value, false, false, options.locale)] : parsed.repairs;
  return { ok: false, problem: 'percent', ...(repairs !== undefined && { repairs }) };
}

function read(written: WrittenNumber, here: Notation, options: ParseDecimalOptions): ParsedDecimal {
  if (written.dashedSign !== null && !isMinusAlone(written, here, options.locale)) {
    const readings = [false, true].map((isNegative) =>
      read({ ...written, isNegative, dashedSign: null }, here, options),
    );
    const repairs = readings.flatMap((each) =>
      each.ok ? [typedAs(each.value, written.hasPercentSign, false, options.locale)] : (each.repairs ?? []),
    );
    if (repairs.length > 0) return { ok: false, problem: 'ambiguous', repairs };
  }
  const reading = readDigits(written.digits, here);
  if (typeof reading !== 'string') return accepted(valueOf(written, reading), written, options);
  return refused(reading, written, here, options);
}

/** Whether the dash before a decimal sign can only be a minus: `-.5` in English. In a Swiss `CHF -.50` it means 0.50. */
function isMinusAlone(written: WrittenNumber, here: Notation, locale: string): boolean {
  const { dashedSign, isDashOfCurrency } = written;
  return !isDashOfCurrency && dashedSign === '.' && here.decimal === '.' && /^en(?:-|$)/i.test(locale);
}

/** The parts of a number: its digits, and what the sign, the currency and the percent sign say. */
interface WrittenNumber {
  readonly isNegative: boolean;
  /** The decimal sign after a dash, as price tags have it for prices below one: `-,50`. Null if there is no such dash. */
  readonly dashedSign: string | null;
  /** Whether the dash before the decimal sign comes after the currency. */
  readonly isDashOfCurrency: boolean;
  readonly hasPercentSign: boolean;
  /** Digits, group separators and decimal sign. */
  readonly digits: string;
  readonly exponent: number | null;
}

interface Reading {
  readonly integer: string;
  readonly fraction: string;
  readonly isGrouped: boolean;
}

interface Notation {
  readonly decimal: string;
  readonly group: string;
  readonly primaryGroupSize: number;
  readonly secondaryGroupSize: number;
}

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u2066-\u2069\ufeff]/g;

/** Normalizes spaces, apostrophes, minus signs and digits. */
function plainText(text: string, symbols: NumberSymbols): string {
  return asciiDigits(text, symbols)
    .replace(DIRECTION_MARKS, '')
    .replace(/\s/g, ' ')
    .replace(/[\u2019']/g, "'")
    .replace(/[\u2212\u2013]/g, '-')
    .trim();
}

function notationOf(symbols: NumberSymbols): Notation {
  return { ...symbols, decimal: plainText(symbols.decimal, symbols), group: plainSign(symbols) };
}

/** Returns the group sign. `plainText` trims a space to nothing, so an empty result means a space. */
function plainSign(symbols: NumberSymbols): string {
  return plainText(symbols.group, symbols) || ' ';
}

/** A dash instead of the cents of a round price, as on price tags: `12,-`, `12.–`, in Sweden `12:-`. It is not a minus. */
const DASHED_CENTS = /(?<=\d)(?:([.,\u066b])|:)[-\u2012\u2014\u2015]{1,2}$/;

/** A percent sign at either end, in its Latin or Arabic form. */
const PERCENT_SIGN = /^[%\u066a]|[%\u066a]$/;

/** Removes the sign, the currency and the percent sign, each at most once, from either end. Returns null if no number remains. */
function takeApart(plain: string, locale: string, { decimal, group }: Notation): WrittenNumber | null {
  let rest = plain;
  let isRound = false;
  let hasSignBehind = false;
  let isNegative = false;
  let hasSign = false;
  let hasDashBefore = false;
  let isDashOfCurrency = false;
  let hasCurrency = false;
  let hasPercentSign = false;
  for (let before = ''; before !== rest;) {
    before = rest;
    // `12,--` has one dash for each digit of the cents. A third dash would be a minus at the end.
    if (!isRound && !hasSignBehind) {
      const withCents = rest.replace(DASHED_CENTS, '$1');
      isRound = withCents !== rest;
      rest = withCents;
    }
    if (!hasSign) {
      const unsigned = withoutSign(rest);
      if (unsigned !== null) {
        hasSign = true;
        hasSignBehind = rest.endsWith('-');
        hasDashBefore = rest.startsWith('-');
        isDashOfCurrency = hasCurrency;
        ({ isNegative, rest } = unsigned);
      }
    }
    if (!hasPercentSign && PERCENT_SIGN.test(rest)) {
      hasPercentSign = true;
      rest = rest.replace(PERCENT_SIGN, '');
    }
    if (!hasCurrency) {
      const withoutIt = withoutCurrency(rest, locale);
      hasCurrency = withoutIt !== rest;
      rest = withoutIt;
    }
    rest = rest.trim();
  }
  const match = /^([^\p{L}]*)(?:[eE]([+-]?\d{1,3}))?$/u.exec(rest);
  const isSign = (character: string) =>
    /[\d.,' \u066b\u066c]/.test(character) || character === decimal || character === group;
  if (match?.[1] === undefined || !Array.from(match[1]).every(isSign)) return null;
  if (!/\d/.test(match[1]) || (hasCurrency && hasPercentSign)) return null;
  const exponent = match[2] === undefined ? null : Number(match[2]);
  const dashedSign = hasDashBefore && !/^\d/.test(match[1]) ? match[1].charAt(0) : null;
  return { isNegative, dashedSign, isDashOfCurrency, hasPercentSign, digits: match[1], exponent };
}

function withoutSign(text: string): { isNegative: boolean; rest: string } | null {
  if (/^\(.*\)$/.test(text)) return { isNegative: true, rest: text.slice(1, -1) };
  if (text.startsWith('-')) return { isNegative: true, rest: text.slice(1) };
  if (text.endsWith('-')) return { isNegative: true, rest: text.slice(0, -1) };
  if (text.startsWith('+')) return { isNegative: false, rest: text.slice(1) };
  return null;
}

function readDigits(digits: string, notation: Notation): Reading | 'bad-groups' | 'not-a-number' {
  const { decimal, group } = notation;
  const groupSigns = [...new Set([group, ' ', "'"])].filter(
    (sign) => sign !== decimal && digits.includes(sign),
  );
  const foreign = Array.from(digits).some(
    (sign) => !/\d/.test(sign) && sign !== decimal && !groupSigns.includes(sign),
  );
  if (foreign) return 'not-a-number';
  const [integer = '', fraction = '', ...more] = digits.split(decimal);
  const isBroken = more.length > 0 || groupSigns.length > 1 || !/^\d*$/.test(fraction);
  if (isBroken || integer + fraction === '') return 'bad-groups';
  const [groupSign] = groupSigns;
  if (groupSign === undefined) return { integer, fraction, isGrouped: false };
  const groups = integer.split(groupSign);
  return hasGroupSizes(groups, notation)
    ? { integer: groups.join(''), fraction, isGrouped: true }
    : 'bad-groups';
}

function hasGroupSizes(groups: readonly string[], notation: Notation): boolean {
  return groups.every((group, index) => {
    if (index === groups.length - 1) return group.length === notation.primaryGroupSize;
    if (index > 0) return group.length === notation.secondaryGroupSize;
    return group.length >= 1 && group.length <= notation.secondaryGroupSize;
  });
}

function valueOf(written: WrittenNumber, reading: Reading): string {
  const mantissa = decimalOfDigits(written.isNegative, reading.integer, reading.fraction);
  return shiftDecimal(mantissa, (written.exponent ?? 0) - (written.hasPercentSign ? 2 : 0));
}

function accepted(value: string, written: WrittenNumber, options: ParseDecimalOptions): ParsedDecimal {
  const limit = limitProblem(value, options);
  if (limit === 'too-many-decimals') {
    const places = options.maxFractionDigits ?? 0;
    const isOnlyZeros = significantFractionDigits(value) <= places;
    return isOnlyZeros
      ? {
          ok: false,
          problem: limit,
          repairs: [typedAs(roundDecimal(value, places), written.hasPercentSign, false, options.locale)],
        }
      : { ok: false, problem: limit };
  }
  if (limit !== null) return { ok: false, problem: limit };
  const hasExponent = written.exponent !== null;
  if (hasExponent && options.acceptsExponent !== true) {
    const repairs = [typedAs(value, written.hasPercentSign, false, options.locale)];
    return { ok: false, problem: 'exponent', repairs };
  }
  return { ok: true, value, hasExponent };
}

function limitProblem(value: string, options: ParseDecimalOptions): 'too-large' | 'too-many-decimals' | null {
  const { integer, fraction } = splitDecimal(value);
  if (integer !== '0' && integer.length > (options.maxIntegerDigits ?? Infinity)) return 'too-large';
  return fraction.length > (options.maxFractionDigits ?? Infinity) ? 'too-many-decimals' : null;
}

/** Explains a text that is not a number in this locale by trying other notations, which supply the repairs. */
function refused(
  problem: 'bad-groups' | 'not-a-number',
  written: WrittenNumber,
  here: Notation,
  options: ParseDecimalOptions,
): ParsedDecimal {
  const readings = OTHER_NOTATIONS.filter(
    ({ decimal, group }) => decimal !== here.decimal || group !== here.group,
  )
    .map((notation) => readDigits(written.digits, notation))
    .filter((reading) => typeof reading !== 'string');
  const values = new Map(readings.map((reading) => [valueOf(written, reading), reading]));
  if (values.size === 0) return { ok: false, problem };
  const limits = [...values.keys()].map((value) => limitProblem(value, options));
  const repairs = [...values]
    .filter((_, index) => limits[index] === null)
    .map(([value, { isGrouped }]) => typedAs(value, written.hasPercentSign, isGrouped, options.locale));
  if (values.size > 1) return { ok: false, problem: 'ambiguous', repairs };
  return { ok: false, problem: limits[0] ?? 'other-notation', ...(repairs.length > 0 && { repairs }) };
}

const WESTERN_GROUPS = { primaryGroupSize: 3, secondaryGroupSize: 3 } as const;
const OTHER_NOTATIONS: readonly Notation[] = [
  { decimal: '.', group: ',', ...WESTERN_GROUPS },
  { decimal: ',', group: '.', ...WESTERN_GROUPS },
];

/** Formats the value in the locale's notation, as a user would type it. */
function typedAs(value: string, isPercent: boolean, isGrouped: boolean, locale: string): string {
  const format = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped,
  });
  return isPercent ? `${format(shiftDecimal(value, 2))}%` : format(value);
}
