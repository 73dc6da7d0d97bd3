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
