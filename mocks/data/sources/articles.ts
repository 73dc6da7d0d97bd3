import { pick } from '../hash';
import type { PartAt } from '../field';
import { articleNames, AWKWARD_TEXTS } from '../vocabulary';

/** The number of the article `index`: the padding makes the texts sort as the articles do. */
export function articleNumber(index: number): string {
  return `A-${String(100_000_000 + index).padStart(9, '0')}`;
}

/** The name of an article, the same in every source; one in a hundred is awkward. */
export function articleNameCode(index: number): number {
  if (pick(index, 71, 100) === 0) return pick(index, 72, AWKWARD_TEXTS.length);
  return pick(index, 73, articleNames().entries.length);
}

/** The article of a row where `rowsPerArticle` rows in a row belong to one. */
export function articleOf(rowsPerArticle: number): PartAt {
  return (id) => Math.floor(id / rowsPerArticle);
}
