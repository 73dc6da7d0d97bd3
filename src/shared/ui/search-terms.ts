/** Removes case and accents for comparison. A folded text equals its characters folded one by one. */
export function fold(text: string): string {
  // Lower case has a second sigma, for the end of a word.
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

/** The folded terms of a search, each once. A text matches when it contains all of them. */
export function searchTerms(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))];
}
