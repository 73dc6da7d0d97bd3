import { lazyDictionary } from '../text-dictionary';

export const PRICE_LISTS = ['AT', 'CH', 'CZ', 'DE', 'FR', 'IT', 'PL', 'SE'] as const;
export const priceLists = lazyDictionary(() => PRICE_LISTS);

/** The codes of currencies in the dictionary `currencies`. */
export const CURRENCY = { CHF: 0, EUR: 1, CZK: 2, PLN: 3, SEK: 4, GBP: 5, USD: 6 } as const;
export const currencies = lazyDictionary(() => Object.keys(CURRENCY));

/** The currency of a price list, by the list's index. */
export const PRICE_LIST_CURRENCIES: readonly number[] = [
  CURRENCY.EUR,
  CURRENCY.CHF,
  CURRENCY.CZK,
  CURRENCY.EUR,
  CURRENCY.EUR,
  CURRENCY.EUR,
  CURRENCY.PLN,
  CURRENCY.SEK,
];

/** The index of the German price list, from which the prices of all other lists are derived. */
export const GERMAN_LIST = 3;

/** The price level of a market, in permille of the German list, by the list's index. */
export const MARKET_PERMILLES: readonly number[] = [1_020, 1_240, 985, 1_000, 1_045, 975, 980, 1_060];

/** The value of 1,000 euros in each currency, by the currency's code. */
export const RATES: readonly number[] = [940, 1_000, 25_100, 4_280, 11_200, 860, 1_090];

const CENT = 100;
const UNIT = 10_000;

/** Rounds a price in ten-thousandths as usual for its currency: to a whole unit, to 0.05, or to .95, .99 or .x9; never to zero. */
export function withEnding(amount: number, currency: number): number {
  switch (currency) {
    case CURRENCY.CZK:
      return amount < 300 * UNIT ? stepped(amount, UNIT, 0) : stepped(amount, 10 * UNIT, UNIT);
    case CURRENCY.SEK:
      if (amount < 50 * UNIT) return stepped(amount, UNIT / 2, 0);
      return amount < 300 * UNIT ? stepped(amount, UNIT, 0) : stepped(amount, 10 * UNIT, UNIT);
    case CURRENCY.CHF:
      return amount < 20 * UNIT ? stepped(amount, 5 * CENT, 0) : stepped(amount, UNIT / 2, 5 * CENT);
    default:
      if (amount < 5 * UNIT) return stepped(amount, CENT, 0);
      if (amount < 20 * UNIT) return stepped(amount, 10 * CENT, CENT);
      if (amount < 50 * UNIT) return stepped(amount, UNIT / 2, CENT);
      return amount < 200 * UNIT ? stepped(amount, UNIT, 5 * CENT) : stepped(amount, UNIT, CENT);
  }
}

/** Rounds to the nearest multiple of a step, then subtracts `less`. For example, 20 minus 0.05 is 19.95. */
function stepped(amount: number, step: number, less: number): number {
  return Math.max(1, Math.round((amount + less) / step)) * step - less;
}
