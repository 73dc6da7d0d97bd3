import { roundDecimal, significantFractionDigits } from './decimal';
import { localDigits, numberSymbols } from './number-symbols';
import { isDecimal } from '../base/decimal-grammar';

export interface DecimalFormatOptions {
  /** The minimum number of integer digits, by default 1. */
  readonly minIntegerDigits?: number;
  readonly minFractionDigits: number;
  /** Further places are rounded half away from zero, and surplus zeros are removed. Infinity keeps all stored places and zeros. */
  readonly maxFractionDigits: number;
  /** Groups thousands in numbers of four or more digits in every locale, so that columns look uniform. */
  readonly isGrouped: boolean;
}

/** Formats a canonical decimal. Returns other text unchanged, and also numbers too long for `Intl`, which would show infinity. */
export type DecimalFormat = (decimal: string) => string;

/** The most decimal places that all supported `Intl` versions accept. */
const INTL_MAX_FRACTION_DIGITS = 20;
const INTL_MAX_INTEGER_DIGITS = 21;
/** `Intl` treats a text with more integer digits as infinity. */
const INTL_MAX_FINITE_DIGITS = 300;

const cache = new Map<string, DecimalFormat>();

/** Creates a format that is exact for any number of digits, because it passes text to `Intl`. Caches it by locale and options. */
export function createDecimalFormat(locale: string, options: DecimalFormatOptions): DecimalFormat {
  const { minIntegerDigits = 1, minFractionDigits, maxFractionDigits, isGrouped } = options;
  const cacheId = [locale, minIntegerDigits, minFractionDigits, maxFractionDigits, isGrouped].join(' ');
  const known = cache.get(cacheId);
  if (known !== undefined) return known;
  const format =
    maxFractionDigits <= INTL_MAX_FRACTION_DIGITS
      ? intlDecimalFormat(locale, { ...options, minIntegerDigits })
      : longDecimalFormat(locale, { ...options, minIntegerDigits });
  cache.set(cacheId, format);
  return format;
}

function intlDecimalFormat(locale: string, options: Required<DecimalFormatOptions>): DecimalFormat {
  const intl = numberFormat(locale, options);
  return (decimal) => (isFormattable(decimal) ? intl.format(decimal as Intl.StringNumericLiteral) : decimal);
}

function isFormattable(decimal: string): boolean {
  return decimal.length - storedFractionDigits(decimal) <= INTL_MAX_FINITE_DIGITS && isDecimal(decimal);
}

/** Creates a format for a variable number of decimal places, and for more places than `Intl` supports. */
function longDecimalFormat(locale: string, options: Required<DecimalFormatOptions>): DecimalFormat {
  const { minFractionDigits, maxFractionDigits } = options;
  const symbols = numberSymbols(locale);
  const formats: Intl.NumberFormat[] = [];
  const formatWithPlaces = (places: number) =>
    (formats[places] ??= numberFormat(locale, {
      ...options,
      minFractionDigits: places,
      maxFractionDigits: places,
    }));

  return (decimal) => {
    if (!isFormattable(decimal)) return decimal;
    const stored = storedFractionDigits(decimal);
    const rounded = stored > maxFractionDigits ? roundDecimal(decimal, maxFractionDigits) : decimal;
    const needed = maxFractionDigits === Infinity ? stored : significantFractionDigits(rounded);
    const places = Math.max(minFractionDigits, needed);
    if (places <= INTL_MAX_FRACTION_DIGITS) {
      return formatWithPlaces(places).format(rounded as Intl.StringNumericLiteral);
    }
    // SQL decimals have up to 38 places. `Intl` formats the number cut to 20 places, and the code appends the other places.
    const padded = roundDecimal(rounded, places);
    const cutAt = padded.length - places + INTL_MAX_FRACTION_DIGITS;
    return formatWithPlaces(INTL_MAX_FRACTION_DIGITS)
      .formatToParts(padded.slice(0, cutAt) as Intl.StringNumericLiteral)
      .map(({ type, value }) =>
        type === 'fraction' ? value + localDigits(padded.slice(cutAt), symbols) : value,
      )
      .join('');
  };
}

function numberFormat(locale: string, options: Required<DecimalFormatOptions>): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    minimumIntegerDigits: Math.min(options.minIntegerDigits, INTL_MAX_INTEGER_DIGITS),
    minimumFractionDigits: options.minFractionDigits,
    maximumFractionDigits: options.maxFractionDigits,
    useGrouping: options.isGrouped ? 'always' : false,
  });
}

function storedFractionDigits(decimal: string): number {
  const point = decimal.indexOf('.');
  return point === -1 ? 0 : decimal.length - point - 1;
}
