import type { ComboboxParsedItem } from '@mantine/core';

/** Letters that no accent can be taken off, as people write them whose keyboard lacks them. */
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

/**
 * Removes case, accents and what nobody sees, for comparison: the one way in which texts are searched. A folded text equals
 * its characters folded one by one. `foldedTextSql` does the same in the engine.
 */
export function fold(text: string): string {
  // Most texts; a search looks through many.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(LETTER, (letter) => LETTERS[letter as keyof typeof LETTERS])
    .replaceAll(/\s/g, ' ');
}

/** The folded terms of a search, each once. A text matches when it contains all of them. */
export function searchTerms(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))];
}

/** Returns a function that tells whether a text contains what is searched for; every text does where that is blank. */
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

/** The filter of all lists of choices: those whose label contains what is searched for, `limit` at most. */
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
