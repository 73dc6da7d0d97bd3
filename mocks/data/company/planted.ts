import { hash } from '../hash';

/** The errors that are planted in prices, as those who look for them name them. */
export type PlantedError =
  | 'missing'
  | 'zero'
  | 'negative'
  | 'times-10'
  | 'times-100'
  | 'tenth'
  | 'hundredth'
  | 'below-cost'
  | 'outlier'
  | 'overlap'
  | 'gap'
  | 'wrong-currency'
  | 'doubled';

/** How many in a hundred thousand rows have an error; those that do not suit their row are left out. */
export type ErrorRates = Partial<Record<PlantedError, number>>;

const DRAWN_FROM = 100_000;

/** Returns which error, if any, a row draws. A pure function of the row's id; `salt` tells the sources apart. */
export function errorLottery(salt: number, rates: ErrorRates): (id: number) => PlantedError | null {
  const kinds = Object.entries(rates).flatMap(([kind, rate]) =>
    Array.from({ length: rate }, () => kind as PlantedError),
  );
  return (id) => {
    const drawn = hash(id, salt) % DRAWN_FROM;
    return drawn < kinds.length ? (kinds[drawn] ?? null) : null;
  };
}

/** Returns the price with the planted error. Prices have at most two decimals, so that no digit is lost. */
export function mistaken(price: number, error: PlantedError | null): number {
  // Before the names, which are compared one by one: nearly all rows have none.
  if (error === null) return price;
  switch (error) {
    case 'missing':
      return Number.NaN;
    case 'zero':
      return 0;
    case 'negative':
      return -price;
    case 'times-10':
      return price * 10;
    case 'times-100':
      return price * 100;
    case 'tenth':
      return Math.round(price / 10);
    case 'hundredth':
      return Math.round(price / 100);
    case 'outlier':
      return price * 5;
    case 'below-cost':
    case 'overlap':
    case 'gap':
    case 'wrong-currency':
    case 'doubled':
      return price;
  }
}
