import type { PartAt } from '../field';
import { modulo, pick } from '../hash';
import { computedDictionary } from '../text-dictionary';
import { FAMILIES, FINISHES_PER_FAMILY, MAKERS, SIZES_PER_FAMILY } from './families';

/** The number of articles in a block. Its articles have consecutive numbers, one family and one maker, and each size in each finish. */
const BLOCK_ARTICLES = SIZES_PER_FAMILY * FINISHES_PER_FAMILY;

/** How far an article's cost may deviate from the usual cost of its size and finish, in ten-thousandths of that cost. */
const SCATTER = 200;
/** The cost of the smallest size, in permille of the family's cost. Each further size adds `PER_SIZE_PERMILLE`. */
const SMALLEST_PERMILLE = 620;
const PER_SIZE_PERMILLE = 108;
const PER_FINISH_PERMILLE = 45;

/** Returns the number of an article by its index. It is padded, so that the texts sort in the order of the articles. */
export function articleNumber(index: number): string {
  return `A-${String(100_000_000 + index).padStart(9, '0')}`;
}

/** Returns a function that returns the article of a row, if each article has `rowsPerArticle` consecutive rows. */
export function articleOf(rowsPerArticle: number): PartAt {
  return (id) => Math.floor(id / rowsPerArticle);
}

// The result for the last block is cached, because consecutive rows mostly belong to the same block.
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

/** Returns the index of an article's family. */
export function familyOf(article: number): number {
  lookUpBlock(article);
  return lastFamily;
}

/** Returns the index of an article's maker. */
export function makerOf(article: number): number {
  lookUpBlock(article);
  return lastMaker;
}

function sizeOf(article: number): number {
  return modulo(article, SIZES_PER_FAMILY);
}

/** Returns the index of an article's finish within its family. */
export function finishOf(article: number): number {
  return Math.floor(modulo(article, BLOCK_ARTICLES) / SIZES_PER_FAMILY);
}

/** Returns the landed cost of an article in ten-thousandths of a euro, rounded to whole cents. */
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

/** Returns the code of an article's name, which is the same in every source. */
export function articleNameCode(article: number): number {
  return (
    (familyOf(article) * MAKERS.length + makerOf(article)) * BLOCK_ARTICLES + modulo(article, BLOCK_ARTICLES)
  );
}

/** Article names by `articleNameCode`. Each contains both languages of the console, because data must not change with the language. */
export const articleNames = computedDictionary(FAMILIES.length * MAKERS.length * BLOCK_ARTICLES, (code) => {
  const block = Math.floor(code / BLOCK_ARTICLES);
  const family = FAMILIES[Math.floor(block / MAKERS.length)];
  const maker = MAKERS[block % MAKERS.length];
  const size = family?.sizes[sizeOf(code)];
  const finish = family?.finishes[finishOf(code)];
  return `${family?.english} ${size} ${finish}, ${maker?.name} / ${family?.german}`;
});
