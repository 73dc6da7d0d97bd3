import { hash } from '../hash';

/** The kinds of errors that the demo data contains on purpose, for checks to find. They have the names that users give them. */
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

/** How many rows in 100,000 get each error. A row for which its error makes no sense gets none. */
export type ErrorRates = Partial<Record<PlantedError, number>>;

const DRAWN_FROM = 100_000;

/** Returns a pure function that maps a row's id to its error; null for most rows. `salt` must differ between sources. */
export function errorLottery(salt: number, rates: ErrorRates): (id: number) => PlantedError | null {
  const kinds = Object.entries(rates).flatMap(([kind, rate]) =>
    Array.from({ length: rate }, () => kind as PlantedError),
  );
  return (id) => {
    const drawn = hash(id, salt) % DRAWN_FROM;
    return drawn < kinds.length ? (kinds[drawn] ?? null) : null;
  };
}

/** Returns the price with an error. Prices have at most two decimals, so the division by 100 loses no digit. */
export function mistaken(price: number, error: PlantedError | null): number {
  // Returns early, because nearly all rows have no error.
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
