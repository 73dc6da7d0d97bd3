import { pick } from '../hash';
import { costOf, familyOf } from './articles';
import { FAMILIES } from './families';
import { MARKET_PERMILLES, PRICE_LIST_CURRENCIES, RATES, withEnding } from './markets';
import { TERM, TERMS_BY_CALENDAR } from './validity';

// This module uses numbers and typed arrays instead of names and objects, because it computes millions of prices.

/** How many prices an article has on one price list: four quantities in one term, or two quantities in each of two terms. */
export const SLOTS_PER_LIST = 4;

/** The plans by which the prices of an article on a list differ: by quantity, or by quantity and term (period of validity). */
export const PLAN = { fourQuantities: 0, beforeAndCurrent: 1, currentAndNext: 2 } as const;

const PLANS = [
  PLAN.fourQuantities,
  PLAN.fourQuantities,
  PLAN.fourQuantities,
  PLAN.beforeAndCurrent,
  PLAN.currentAndNext,
] as const;

// The terms and quantities of the prices, indexed by plan and slot (the place of a price on its list).
const SLOT_TERMS = Uint8Array.from(
  [
    [TERM.current, TERM.current, TERM.current, TERM.current],
    [TERM.before, TERM.before, TERM.current, TERM.current],
    [TERM.current, TERM.current, TERM.next, TERM.next],
  ].flat(),
);
const SLOT_SCALES = Uint8Array.from(
  [
    [0, 1, 2, 3],
    [0, 2, 0, 2],
    [0, 2, 0, 2],
  ].flat(),
);

/** The prices for the four quantities, in permille of the first one. */
const SCALE_PERMILLES = Float64Array.of(1_000, 960, 910, 850);
/** The prices of the previous, the current and the next term, in permille of the current ones. */
export const TERM_PERMILLES = Float64Array.of(972, 1_000, 1_025);

const MARGIN_FACTORS = Float64Array.from(FAMILIES, ({ marginPercent }) => 1 + marginPercent / 100);
const MARKET_FACTORS = Float64Array.from(
  MARKET_PERMILLES,
  (permille, list) => (permille * (RATES[PRICE_LIST_CURRENCIES[list] ?? 1] ?? 1_000)) / 1_000_000,
);
const FIRST_DAYS = Float64Array.from(
  FAMILIES.flatMap(({ calendar }) => TERMS_BY_CALENDAR[calendar].map(({ from }) => from)),
);
const LAST_DAYS = Float64Array.from(
  FAMILIES.flatMap(({ calendar }) => TERMS_BY_CALENDAR[calendar].map(({ to }) => to)),
);
const TERMS = 3;
const SCALES = Float64Array.from(FAMILIES.flatMap(({ scales }) => scales));
const SEASONAL = Uint8Array.from(FAMILIES, ({ calendar }) =>
  calendar === 'winter' || calendar === 'summer' ? 1 : 0,
);

// The result for the last article is cached, because consecutive rows belong to the same article.
let lastArticle = Number.NaN;
let lastFamily = 0;
let lastPlan = 0;
let lastBase = 0;

function lookUpArticle(article: number): void {
  if (article === lastArticle) return;
  lastFamily = familyOf(article);
  lastPlan = PLANS[pick(article, 74, PLANS.length)] ?? PLAN.fourQuantities;
  lastBase = costOf(article) * (MARGIN_FACTORS[lastFamily] ?? 1);
  lastArticle = article;
}

export function planOf(article: number): number {
  lookUpArticle(article);
  return lastPlan;
}

/** Returns the term of a slot (0 to 3) on an article's price list; see TERM. */
export function slotTerm(article: number, slot: number): number {
  return SLOT_TERMS[planOf(article) * SLOTS_PER_LIST + slot] ?? TERM.current;
}

/** Returns the index of a slot's quantity among the family's four quantities. */
export function slotScale(article: number, slot: number): number {
  return SLOT_SCALES[planOf(article) * SLOTS_PER_LIST + slot] ?? 0;
}

/** Returns the smallest quantity to which a price applies. */
export function quantityOf(article: number, scale: number): number {
  lookUpArticle(article);
  return SCALES[lastFamily * SLOTS_PER_LIST + scale] ?? 1;
}

/** Returns the first day of a term, in days since 1970. */
export function firstDayOf(article: number, term: number): number {
  lookUpArticle(article);
  return FIRST_DAYS[lastFamily * TERMS + term] ?? 0;
}

/** Returns the last day of a term, in days since 1970. */
export function lastDayOf(article: number, term: number): number {
  lookUpArticle(article);
  return LAST_DAYS[lastFamily * TERMS + term] ?? 0;
}

/** Whether the prices of an article end with their term, because it is seasonal. */
export function isSeasonal(article: number): boolean {
  lookUpArticle(article);
  return SEASONAL[lastFamily] === 1;
}

/** Returns the German price of an article before rounding, in ten-thousandths of a euro. */
export function basePriceOf(article: number): number {
  lookUpArticle(article);
  return lastBase;
}

/** Returns a price in ten-thousandths of its currency, rounded to a usual ending. `factor` is a `roundsFactor`. */
export function listPrice(article: number, list: number, slot: number, factor = 1): number {
  return scalePrice(
    article,
    list,
    slotScale(article, slot),
    factor * (TERM_PERMILLES[slotTerm(article, slot)] ?? 0),
  );
}

/** Returns today's price of a single piece. Customer prices, promotion prices and the price history are derived from it. */
export function piecePrice(article: number, list: number, factor = 1): number {
  return scalePrice(article, list, 0, factor * 1_000);
}

function scalePrice(article: number, list: number, scale: number, permille: number): number {
  const amount =
    basePriceOf(article) * (MARKET_FACTORS[list] ?? 1) * (SCALE_PERMILLES[scale] ?? 1_000) * permille;
  return withEnding(amount / 1_000_000, PRICE_LIST_CURRENCIES[list] ?? 1);
}
