import { hash } from '../hash';

/** The errors that are planted in prices, named as users name them. */
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

/** How many of a hundred thousand rows draw each error; errors that do not suit their row are left out. */
export type ErrorRates = Partial<Record<PlantedError, number>>;

const DRAWN_FROM = 100_000;

/** Returns a pure function from a row's id to the error that the row draws, if any. `salt` differs between sources. */
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
  // Nearly all rows have no error, so this comes before the comparison of names.
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
