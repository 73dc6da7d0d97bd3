import { modulo } from '../hash';
import { finishOf, familyOf } from './articles';
import { FAMILIES, FINISHES_PER_FAMILY, isStainless, type Trade } from './families';
import { PRICE_LISTS } from './markets';

/** A realistic change of prices: which prices are raised or lowered, by how much, and on which price lists. */
export interface PriceRound {
  /** The id of the round's name among the messages of the demo. */
  readonly id: 'surcharge' | 'copper' | 'krona' | 'clearance' | 'freight';
  readonly permille: number;
  readonly trades: readonly Trade[];
  readonly isStainlessOnly: boolean;
  readonly priceLists: readonly (typeof PRICE_LISTS)[number][];
}

/** The rounds in order. Each change of the source data is the next round, and the first round follows the last one. */
export const PRICE_ROUNDS: readonly PriceRound[] = [
  {
    id: 'surcharge',
    permille: 38,
    trades: ['fixings', 'plumbing'],
    isStainlessOnly: true,
    priceLists: ['DE', 'AT'],
  },
  {
    id: 'copper',
    permille: 24,
    trades: ['electrical'],
    isStainlessOnly: false,
    priceLists: ['DE', 'PL'],
  },
  {
    id: 'krona',
    permille: 45,
    trades: ['tools'],
    isStainlessOnly: false,
    priceLists: ['SE'],
  },
  {
    id: 'clearance',
    permille: -60,
    trades: ['heating'],
    isStainlessOnly: false,
    priceLists: ['AT', 'CH'],
  },
  {
    id: 'freight',
    permille: 19,
    trades: ['garden'],
    isStainlessOnly: false,
    priceLists: ['FR', 'IT'],
  },
];

/** Returns the round that led to a version of the source data. The first round leads to version 1. */
export function roundOf(version: number): PriceRound {
  const round = PRICE_ROUNDS[modulo(version - 1, PRICE_ROUNDS.length)];
  if (round === undefined) throw new Error('There is no price round.');
  return round;
}

/** The index of the round that changed prices last before version 0 of the source data. */
export const LAST_ROUND_BEFORE = 4;

// An element is 1 if the round changes prices. The elements are in the order of round, family, finish and price list.
const AFFECTED = PRICE_ROUNDS.map(({ trades, isStainlessOnly, priceLists }) =>
  Uint8Array.from({ length: FAMILIES.length * FINISHES_PER_FAMILY * PRICE_LISTS.length }, (_, index) => {
    const list = PRICE_LISTS[index % PRICE_LISTS.length] ?? 'DE';
    const finish = Math.floor(index / PRICE_LISTS.length) % FINISHES_PER_FAMILY;
    const family = FAMILIES[Math.floor(index / PRICE_LISTS.length / FINISHES_PER_FAMILY)];
    const isMeant =
      family !== undefined &&
      trades.includes(family.trade) &&
      priceLists.includes(list) &&
      (!isStainlessOnly || isStainless(family.finishes[finish] ?? ''));
    return isMeant ? 1 : 0;
  }),
);
const PERMILLES = Float64Array.from(PRICE_ROUNDS, ({ permille }) => permille);

/** Whether a round changes the prices of an article on a price list. All parameters are indexes. */
export function isAffected(round: number, article: number, list: number): boolean {
  const place = (familyOf(article) * FINISHES_PER_FAMILY + finishOf(article)) * PRICE_LISTS.length + list;
  return AFFECTED[round]?.[place] === 1;
}

/** Returns the last version up to `version` that changed an article's prices on a price list; 0 if none did. */
export function lastRound(article: number, list: number, version: number): number {
  const first = Math.max(1, version - PRICE_ROUNDS.length + 1);
  for (let each = version; each >= first; each--) {
    if (isAffected((each - 1) % PRICE_ROUNDS.length, article, list)) return each;
  }
  return 0;
}

/** Returns the factor by which all rounds up to `version` have changed a price. */
export function roundsFactor(article: number, list: number, version: number): number {
  let factor = 1;
  for (let round = 0; round < PRICE_ROUNDS.length && round < version; round++) {
    if (!isAffected(round, article, list)) continue;
    const times = Math.floor((version - 1 - round) / PRICE_ROUNDS.length) + 1;
    factor *= (1 + (PERMILLES[round] ?? 0) / 1_000) ** times;
  }
  return factor;
}
