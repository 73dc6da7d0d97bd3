/** Currencies that have their own signs in some locales, such as `Kč`, `zł`, `kr.` and `Ft`. */
const CURRENCIES = [
  'AUD',
  'BGN',
  'BRL',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'HUF',
  'INR',
  'ISK',
  'JPY',
  'KRW',
  'MXN',
  'NOK',
  'NZD',
  'PLN',
  'RON',
  'RSD',
  'SEK',
  'SGD',
  'TRY',
  'TWD',
  'UAH',
  'USD',
  'ZAR',
] as const;

/** Signs that users write although `Intl` has a different sign for the locale. */
const WRITTEN_SIGNS = [
  'kr',
  'kr.',
  'Kr',
  'Kr.',
  'лв',
  'лв.',
  'TL',
  'R$',
  'CN¥',
  'RMB',
  'Fr.',
  'SFr.',
  'din.',
  'грн',
  'грн.',
];

const cache = new Map<string, readonly string[]>();

/** Removes one currency sign or ISO currency code from the start or the end of the text. */
export function withoutCurrency(text: string, locale: string): string {
  if (!/^[^\d.,'()\s-]|[^\d.,'()\s-]$|\.$/.test(text)) return text;
  // Looks for codes first, because some codes contain the letters of a sign, as `BRL` contains `R`.
  const code = /^[A-Z]{3}(?!\p{L})|(?<!\p{L})[A-Z]{3}$/u.exec(text);
  if (code !== null && ISO_CODES.has(code[0])) return text.replace(code[0], '');
  for (const sign of localSigns(locale)) {
    const [behind = '', before = ''] = [text[sign.length], text.at(-sign.length - 1)];
    if (text.startsWith(sign) && !isWord(sign.at(-1), behind)) return text.slice(sign.length);
    if (text.endsWith(sign) && !isWord(before, sign[0])) return text.slice(0, -sign.length);
  }
  return text.replace(/^\p{Sc}|\p{Sc}$/u, '');
}

function isWord(one = '', next = ''): boolean {
  return /\p{L}/u.test(one) && /\p{L}/u.test(next);
}

/** Returns a locale's currency signs, longest first, so that `US$` is not read as `$`. */
function localSigns(locale: string): readonly string[] {
  const known = cache.get(locale);
  if (known !== undefined) return known;
  const signs = CURRENCIES.flatMap((currency) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
      const sign = format.formatToParts(1).find((part) => part.type === 'currency')?.value ?? currency;
      // Normalizes the sign in the same way as the text to search.
      return sign
        .replaceAll(/[\u061c\u200e\u200f]/g, '')
        .replaceAll(/\s/g, ' ')
        .trim();
    }),
  );
  const distinct = [...new Set([...signs, ...WRITTEN_SIGNS])]
    .filter((sign) => sign !== '')
    .sort((a, b) => b.length - a.length);
  cache.set(locale, distinct);
  return distinct;
}

const ISO_CODES = new Set(Intl.supportedValuesOf('currency'));
