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

/** Why a text is not taken for a number. */
export type DecimalProblem =
  | 'empty'
  | 'not-a-number'
  /** Group signs that do not stand every three digits. */
  | 'bad-groups'
  /** Written as elsewhere (`12.5` where the comma is the decimal sign); the repair says how it is written here. */
  | 'other-notation'
  /** Written as elsewhere, and it says two different numbers in two places: `1.234` in France. */
  | 'ambiguous'
  /** `1e5`, typed; the repair is the number in full. */
  | 'exponent'
  /** A percent sign where the column holds no percentages. */
  | 'percent'
  /** More places than the column stores; a repair only where the surplus is zeros. */
  | 'too-many-decimals'
  /** More digits before the decimal sign than the column stores. */
  | 'too-large';

export type ParsedDecimal =
  | {
      readonly ok: true;
      /** Canonical. */
      readonly value: string;
      /** It was written with an exponent: worth showing what was understood. */
      readonly hasExponent: boolean;
    }
  | {
      readonly ok: false;
      readonly problem: DecimalProblem;
      /** A text that is accepted in place of this one and that the person may have meant. */
      readonly repair?: string;
    };

export interface ParseDecimalOptions {
  readonly locale: string;
  /** Places the column stores; null or absent: any number of them. */
  readonly maxFractionDigits?: number | null | undefined;
  /** Digits before the decimal sign that the column stores; null or absent: any number of them. */
  readonly maxIntegerDigits?: number | null | undefined;
  /** The column shows percentages, so `12,5 %` means 0.125. */
  readonly isPercent?: boolean | undefined;
  /** For pasted text. Nobody types exponents on purpose. */
  readonly acceptsExponent?: boolean | undefined;
}

/** Far beyond any column; keeps arithmetic on pasted nonsense short. */
const MAX_LENGTH = 500;

/**
 * Reads a number as people of the locale write it. Strict: a text has one meaning or none, and nothing is rounded.
 * Total: any text gets an answer. The rules: spaces and apostrophes always group, besides the locale's own sign; a
 * minus before or behind, or parentheses; one currency at either end.
 */
export function parseDecimal(text: string, options: ParseDecimalOptions): ParsedDecimal {
  const symbols = numberSymbols(options.locale);
  const plain = plainText(text, symbols);
  if (plain === '') return { ok: false, problem: 'empty' };
  const written = plain.length > MAX_LENGTH ? null : takeApart(plain, options.locale);
  if (written === null) return { ok: false, problem: 'not-a-number' };
  if (written.hasPercentSign && options.isPercent !== true) return { ok: false, problem: 'percent' };

  const here = notationOf(symbols);
  const reading = readDigits(written.digits, here);
  if (typeof reading !== 'string') return accepted(valueOf(written, reading), written, options);
  return refused(reading, written, here, options);
}

/** A number without what stands around it. */
interface WrittenNumber {
  readonly isNegative: boolean;
  readonly hasPercentSign: boolean;
  /** Digits, group signs and decimal sign. */
  readonly digits: string;
  /** Null without one. */
  readonly exponent: number | null;
}

/** The digits before and after the decimal sign. */
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

/** One sign for all spaces, one for all apostrophes, one for all minuses; digits 0 to 9. */
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

/** A space trimmed away is still a group sign. */
function plainSign(symbols: NumberSymbols): string {
  return plainText(symbols.group, symbols) || ' ';
}

/** Takes sign, currency and percent sign off, each at most once, from whichever end; null where digits do not remain. */
function takeApart(plain: string, locale: string): WrittenNumber | null {
  let rest = plain;
  let isNegative = false;
  let hasSign = false;
  let hasCurrency = false;
  let hasPercentSign = false;
  for (let before = ''; before !== rest;) {
    before = rest;
    if (!hasSign) {
      const unsigned = withoutSign(rest);
      if (unsigned !== null) {
        hasSign = true;
        ({ isNegative, rest } = unsigned);
      }
    }
    if (!hasPercentSign && /^%|%$/.test(rest)) {
      hasPercentSign = true;
      rest = rest.replace(/^%|%$/, '');
    }
    if (!hasCurrency) {
      const withoutIt = withoutCurrency(rest, locale);
      hasCurrency = withoutIt !== rest;
      rest = withoutIt;
    }
    rest = rest.trim();
  }
  const match = /^([\d.,' \u066b\u066c]*)(?:[eE]([+-]?\d{1,3}))?$/.exec(rest);
  if (match?.[1] === undefined || !/\d/.test(match[1]) || (hasCurrency && hasPercentSign)) return null;
  const exponent = match[2] === undefined ? null : Number(match[2]);
  return { isNegative, hasPercentSign, digits: match[1], exponent };
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

/** A number was read; whether the column can hold it. */
function accepted(value: string, written: WrittenNumber, options: ParseDecimalOptions): ParsedDecimal {
  const limit = limitProblem(value, options);
  if (limit === 'too-many-decimals') {
    const places = options.maxFractionDigits ?? 0;
    const isOnlyZeros = significantFractionDigits(value) <= places;
    return isOnlyZeros
      ? {
          ok: false,
          problem: limit,
          repair: typedAs(roundDecimal(value, places), written, false, options.locale),
        }
      : { ok: false, problem: limit };
  }
  if (limit !== null) return { ok: false, problem: limit };
  const hasExponent = written.exponent !== null;
  if (hasExponent && options.acceptsExponent !== true) {
    return { ok: false, problem: 'exponent', repair: typedAs(value, written, false, options.locale) };
  }
  return { ok: true, value, hasExponent };
}

function limitProblem(value: string, options: ParseDecimalOptions): 'too-large' | 'too-many-decimals' | null {
  const { integer, fraction } = splitDecimal(value);
  if (integer !== '0' && integer.length > (options.maxIntegerDigits ?? Infinity)) return 'too-large';
  return fraction.length > (options.maxFractionDigits ?? Infinity) ? 'too-many-decimals' : null;
}

/** No number of this locale; perhaps one of another. */
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
  const [only] = values;
  if (only === undefined) return { ok: false, problem };
  if (values.size > 1) return { ok: false, problem: 'ambiguous' };
  const [value, reading] = only;
  const limit = limitProblem(value, options);
  if (limit !== null) return { ok: false, problem: limit };
  return {
    ok: false,
    problem: 'other-notation',
    repair: typedAs(value, written, reading.isGrouped, options.locale),
  };
}

const WESTERN_GROUPS = { primaryGroupSize: 3, secondaryGroupSize: 3 } as const;
const OTHER_NOTATIONS: readonly Notation[] = [
  { decimal: '.', group: ',', ...WESTERN_GROUPS },
  { decimal: ',', group: '.', ...WESTERN_GROUPS },
];

/** The value as a person of the locale would have typed it. */
function typedAs(value: string, written: WrittenNumber, isGrouped: boolean, locale: string): string {
  const format = createDecimalFormat(locale, {
    minFractionDigits: 0,
    maxFractionDigits: Infinity,
    isGrouped,
  });
  return written.hasPercentSign ? `${format(shiftDecimal(value, 2))}%` : format(value);
}
