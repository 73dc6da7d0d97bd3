/** A piece of a text, and whether the search found it there. */
export interface TextPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Without accents and case, for comparing. Folds a text as its characters one by one. */
export function fold(text: string): string {
  // Lower case has another sigma at the end of a word.
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}

/** The words of a search, folded; all of them must be found. */
export function searchWords(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))];
}

/** The text in pieces, in order and complete; every occurrence of a word is a match, those that touch are one. */
export function markWords(text: string, words: readonly string[]): TextPiece[] {
  if (words.length === 0 || text === '') return [{ text, isMatch: false }];
  const { folded, starts, ends } = foldWithPlaces(text);
  const isMatched = Array.from({ length: text.length }, () => false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      isMatched.fill(true, starts[at], ends[at + word.length - 1]);
    }
  }
  const pieces: { text: string; isMatch: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const isMatch = isMatched[at] === true;
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) last.text += text.charAt(at);
    else pieces.push({ text: text.charAt(at), isMatch });
  }
  return pieces;
}

/** The folded text, and for each of its places where the character it came from starts and ends (exclusive). */
function foldWithPlaces(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let place = 0;
  // A letter with the accents that follow it is one character to the reader.
  for (const character of text.match(/\P{M}\p{M}*|\p{M}+/gsu) ?? []) {
    const part = fold(character);
    folded += part;
    for (let count = 0; count < part.length; count += 1) {
      starts.push(place);
      ends.push(place + character.length);
    }
    place += character.length;
  }
  return { folded, starts, ends };
}
