import { shiftDecimal, significantFractionDigits } from './decimal';
import { createDecimalFormat } from './decimal-format';
import type { DigitLayout, ExcelPattern, NumberSection, PatternLiteral } from './excel-pattern';
import { numberSymbols, percentSign } from './number-symbols';

export interface ShownValue {
  readonly text: string;
  readonly isExact: boolean;
}

type NumberPattern = Extract<ExcelPattern, { kind: 'number' }>;

/** Returns the pattern with `count` more decimal places than it has. All places are shown, even if they are zero. */
export function withMorePlaces(pattern: NumberPattern, count: number): NumberPattern {
  if (count === 0) return pattern;
  return withFraction(pattern, ({ maxFractionDigits }) => {
    const places = maxFractionDigits + count;
    return { minFractionDigits: places, maxFractionDigits: places };
  });
}

/** Returns the pattern with `places` decimal places. `all` means as many as a value has, but at least `stored`. */
export function withPlaces(pattern: NumberPattern, places: number | 'all', stored: number): NumberPattern {
  return withFraction(pattern, ({ power }) =>
    places === 'all'
      ? { minFractionDigits: Math.max(0, stored - power), maxFractionDigits: Infinity }
      : { minFractionDigits: places, maxFractionDigits: places },
  );
}

type Fraction = Pick<DigitLayout, 'minFractionDigits' | 'maxFractionDigits'>;

function withFraction(pattern: NumberPattern, fractionOf: (digits: DigitLayout) => Fraction): NumberPattern {
  const changed = (digits: DigitLayout): DigitLayout => ({ ...digits, ...fractionOf(digits) });
  const section = (of: NumberSection | null) =>
    of === null || of.digits === null ? of : { ...of, digits: changed(of.digits) };
  return {
    ...pattern,
    positive: { ...pattern.positive, digits: changed(pattern.positive.digits) },
    negative: section(pattern.negative),
    zero: section(pattern.zero),
  };
}

/** Creates a formatter of canonical decimals for an Excel pattern, with the locale's symbols. */
export function createNumberPatternFormat(
  pattern: NumberPattern,
  locale: string,
): (decimal: string) => ShownValue {
  const { minus } = numberSymbols(locale);
  const positive = sectionFormat(pattern.positive, locale);
  const negative = pattern.negative === null ? null : sectionFormat(pattern.negative, locale);
  const zero = pattern.zero === null ? null : sectionFormat(pattern.zero, locale);
  return (decimal) => {
    if (decimal.startsWith('-')) {
      const magnitude = decimal.slice(1);
      if (negative !== null) return negative(magnitude);
      const { text, isExact } = positive(magnitude);
      return { text: minus + text, isExact };
    }
    return zero !== null && !/[1-9]/.test(decimal) ? zero(decimal) : positive(decimal);
  };
}

function sectionFormat(section: NumberSection, locale: string): (magnitude: string) => ShownValue {
  const before = literalText(section.before, locale);
  const after = literalText(section.after, locale);
  const { digits } = section;
  if (digits === null) return () => ({ text: before, isExact: false });
  const format = createDecimalFormat(locale, digits);
  return (magnitude) => {
    const shown = shiftDecimal(magnitude, digits.power);
    return { text: before + format(shown) + after, isExact: isExactIn(shown, digits) };
  };
}

function isExactIn(shown: string, { maxFractionDigits }: DigitLayout): boolean {
  return significantFractionDigits(shown) <= maxFractionDigits;
}

function literalText(literals: readonly PatternLiteral[], locale: string): string {
  return literals
    .map((literal) => {
      if (literal === 'minus') return numberSymbols(locale).minus;
      return literal === 'percent' ? percentSign(locale) : literal.text;
    })
    .join('');
}
