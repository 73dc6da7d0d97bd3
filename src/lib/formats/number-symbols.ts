/** A locale's number symbols, as `Intl` in this browser uses them. */
export interface NumberSymbols {
  readonly decimal: string;
  readonly group: string;
  /** The minus sign, including invisible direction marks if the locale has them. */
  readonly minus: string;
  /** The locale's digits. The index of a digit is its value. */
  readonly digits: readonly string[];
  /** The size of the last group of digits. The other groups may have another size, as in India. */
  readonly primaryGroupSize: number;
  readonly secondaryGroupSize: number;
}

const cache = new Map<string, NumberSymbols>();

/** Asks `Intl`: browsers differ (U+2019 or U+0027 in Swiss numbers), and the console must read what its browser writes. */
export function numberSymbols(locale: string): NumberSymbols {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const symbols = derivedSymbols(locale);
  cache.set(locale, symbols);
  return symbols;
}

function derivedSymbols(locale: string): NumberSymbols {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(-1234567890.5);
  const valueOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  // In some scripts, a digit consists of two UTF-16 code units.
  const groupSizes = parts
    .filter((part) => part.type === 'integer')
    .map((part) => Array.from(part.value).length);
  const primaryGroupSize = groupSizes.at(-1) ?? 3;
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    decimal: valueOf('decimal') ?? '.',
    group: valueOf('group') ?? ',',
    minus: signWithMarks(parts),
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)),
    primaryGroupSize,
    secondaryGroupSize: groupSizes.at(-2) ?? primaryGroupSize,
  };
}

function signWithMarks(parts: readonly Intl.NumberFormatPart[]): string {
  const signEnd = parts.findIndex((part) => part.type === 'integer');
  const sign = parts.slice(0, signEnd).map((part) => part.value);
  return sign.join('') || '-';
}

/** Returns the locale's percent sign, including direction marks. */
export function percentSign(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(1);
  return parts.find((part) => part.type === 'percentSign')?.value ?? '%';
}

/** Replaces the digits 0 to 9 with the locale's digits. */
export function localDigits(text: string, symbols: NumberSymbols): string {
  if (symbols.digits[0] === '0') return text;
  return text.replace(/\d/g, (digit) => symbols.digits[Number(digit)] ?? digit);
}

/** Replaces the locale's digits with 0 to 9. */
export function asciiDigits(text: string, symbols: NumberSymbols): string {
  if (symbols.digits[0] === '0') return text;
  return Array.from(text, (character) => {
    const digit = symbols.digits.indexOf(character);
    return digit === -1 ? character : String(digit);
  }).join('');
}
