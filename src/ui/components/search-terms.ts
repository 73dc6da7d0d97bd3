import type { ComboboxParsedItem } from '@mantine/core';

/** Letters that Unicode does not decompose, with the letters that users type if their keyboard lacks them. */
const LETTERS = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ς: 'σ',
} as const;
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

const PLAIN = /^[\x20-\x7e]*$/;

/** Folds a text for searches: removes case, accents and invisible characters. `foldedTextSql` does the same in SQL. */
export function fold(text: string): string {
  // A fast path for ASCII, because a search folds many texts and most of them are ASCII.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(LETTER, (letter) => LETTERS[letter as keyof typeof LETTERS])
    .replaceAll(/\s/g, ' ');
}

/** Returns the folded terms of a search, without duplicates. A text matches if it contains all of them. */
export function searchTerms(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))];
}

/** Returns a function that checks whether a text contains the search text. A blank search text matches every text. */
export function textSearch(search: string): (text: string) => boolean {
  if (search.trim() === '') return () => true;
  const wanted = fold(search);
  return wanted === '' ? () => false : (text) => fold(text).includes(wanted);
}

interface Options {
  readonly options: readonly ComboboxParsedItem[];
  readonly search: string;
  readonly limit: number;
}

/** The filter of all option lists. Returns at most `limit` options whose label contains the search text. */
export function filterByLabel({ options, search, limit }: Options): ComboboxParsedItem[] {
  const isFound = textSearch(search.trim());
  let left = limit;
  const take = <Item extends { readonly label: string }>(items: readonly Item[]) => {
    const found = items.filter(({ label }) => isFound(label)).slice(0, left);
    left -= found.length;
    return found;
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return take([option]);
    const items = take(option.items);
    return items.length === 0 ? [] : [{ ...option, items }];
  });
}
