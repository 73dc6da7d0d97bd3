/** A locale's number symbols according to this browser's `Intl`. */
export interface NumberSymbols {
  readonly decimal: string;
  readonly group: string;
  /** The minus sign, which may come with invisible direction marks. */
  readonly minus: string;
  /** The digit of value n at index n. */
  readonly digits: readonly string[];
  /** Size of the last group and of the others (which differ in India). */
  readonly primaryGroupSize: number;
  readonly secondaryGroupSize: number;
}

const cache = new Map<string, NumberSymbols>();

/** Asks `Intl` at run time: browsers disagree (U+2019 or U+0027 in Swiss numbers), and the console must read what its browser writes. */
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
  // Digits of some scripts are two units long.
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

/** The locale's percent sign including direction marks. */
export function percentSign(locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(1);
  return parts.find((part) => part.type === 'percentSign')?.value ?? '%';
}

/** Replaces the digits 0 to 9 with the locale's. */
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
