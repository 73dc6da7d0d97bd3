/** Currencies with locale-specific signs such as `Kč`, `zł`, `kr.`, `Ft`. */
const CURRENCIES = [
  'BGN',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HUF',
  'ISK',
  'NOK',
  'PLN',
  'RON',
  'RSD',
  'SEK',
  'TRY',
  'UAH',
  'USD',
] as const;

const cache = new Map<string, readonly string[]>();

/** Removes one currency sign or ISO code at either end. */
export function withoutCurrency(text: string, locale: string): string {
  // Fast path for plain numbers.
  if (!/^[^\d.,'()\s-]|[^\d.,'()\s-]$|\.$/.test(text)) return text;
  const atEnd = /(?:\p{Sc}|(?<!\p{L})[A-Z]{3})$/u.exec(text)?.[0];
  const atStart = /^(?:\p{Sc}|[A-Z]{3}(?!\p{L}))/u.exec(text)?.[0];
  for (const sign of localSigns(locale)) {
    if (text.startsWith(sign)) return text.slice(sign.length);
    if (text.endsWith(sign)) return text.slice(0, -sign.length);
  }
  if (atStart !== undefined && isCurrency(atStart)) return text.slice(atStart.length);
  if (atEnd !== undefined && isCurrency(atEnd)) return text.slice(0, -atEnd.length);
  return text;
}

/** Longest first, so that `US$` is not read as `$`. */
function localSigns(locale: string): readonly string[] {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const signs = CURRENCIES.flatMap((currency) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
      return format.formatToParts(1).find((part) => part.type === 'currency')?.value ?? currency;
    }),
  );
  const distinct = [...new Set(signs)].sort((a, b) => b.length - a.length);
  cache.set(locale, distinct);
  return distinct;
}

function isCurrency(sign: string): boolean {
  return sign.length < 3 || ISO_CODES.has(sign);
}

const ISO_CODES = new Set(Intl.supportedValuesOf('currency'));
