import type { PartAt } from '../field';
import { modulo, pick } from '../hash';
import { computedDictionary } from '../text-dictionary';
import { FAMILIES, FINISHES_PER_FAMILY, MAKERS, SIZES_PER_FAMILY } from './families';

/** A block of articles with consecutive numbers has one family and one maker, and each size in each finish. */
const BLOCK_ARTICLES = SIZES_PER_FAMILY * FINISHES_PER_FAMILY;

/** The largest deviation from the cost of an article's size and finish, in ten-thousandths. */
const SCATTER = 200;
/** The cost of the smallest size, and the increase for each further size, in permille of the family's cost. */
const SMALLEST_PERMILLE = 620;
const PER_SIZE_PERMILLE = 108;
const PER_FINISH_PERMILLE = 45;

/** The number of the article `index`, padded so that the texts sort in the order of the articles. */
export function articleNumber(index: number): string {
  return `A-${String(100_000_000 + index).padStart(9, '0')}`;
}

/** The article of a row, where each article has `rowsPerArticle` consecutive rows. */
export function articleOf(rowsPerArticle: number): PartAt {
  return (id) => Math.floor(id / rowsPerArticle);
}

// Consecutive rows mostly belong to the same block, so the last block is remembered.
let lastBlock = Number.NaN;
let lastFamily = 0;
let lastMaker = 0;

function lookUpBlock(article: number): void {
  const block = Math.floor(article / BLOCK_ARTICLES);
  if (block === lastBlock) return;
  lastFamily = pick(block, 71, FAMILIES.length);
  lastMaker = pick(block, 72, MAKERS.length);
  lastBlock = block;
}

/** The index of an article's family. */
export function familyOf(article: number): number {
  lookUpBlock(article);
  return lastFamily;
}

/** The index of an article's maker. */
export function makerOf(article: number): number {
  lookUpBlock(article);
  return lastMaker;
}

function sizeOf(article: number): number {
  return modulo(article, SIZES_PER_FAMILY);
}

/** The index of an article's finish within its family. */
export function finishOf(article: number): number {
  return Math.floor(modulo(article, BLOCK_ARTICLES) / SIZES_PER_FAMILY);
}

/** The landed cost of an article, in ten-thousandths of a euro, with at most two decimals. */
export function costOf(article: number): number {
  const cost = FAMILY_COSTS[familyOf(article)] ?? 0;
  const size = SMALLEST_PERMILLE + PER_SIZE_PERMILLE * sizeOf(article);
  const finish = 1_000 + PER_FINISH_PERMILLE * finishOf(article);
  const maker = MAKER_PERMILLES[makerOf(article)] ?? 1_000;
  const scatter = 10_000 - SCATTER + pick(article, 73, 2 * SCATTER);
  return Math.round((cost * size * finish * maker * scatter) / 1e15) * 100;
}

const FAMILY_COSTS = Float64Array.from(FAMILIES, ({ cost }) => cost);
const MAKER_PERMILLES = Float64Array.from(MAKERS, ({ costPermille }) => costPermille);

/** The code of an article's name, the same in every source. */
export function articleNameCode(article: number): number {
  return (
    (familyOf(article) * MAKERS.length + makerOf(article)) * BLOCK_ARTICLES + modulo(article, BLOCK_ARTICLES)
  );
}

/** Names by `articleNameCode`, in both languages of the console, because a snapshot must not change with the language. */
export const articleNames = computedDictionary(FAMILIES.length * MAKERS.length * BLOCK_ARTICLES, (code) => {
  const block = Math.floor(code / BLOCK_ARTICLES);
  const family = FAMILIES[Math.floor(block / MAKERS.length)];
  const maker = MAKERS[block % MAKERS.length];
  const size = family?.sizes[sizeOf(code)];
  const finish = family?.finishes[finishOf(code)];
  return `${family?.english} ${size} ${finish}, ${maker?.name} / ${family?.german}`;
});
