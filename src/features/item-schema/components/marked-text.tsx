import { createContext, use } from 'react';
import { fold } from '@/lib/base/search-terms';

/** The search terms whose matches `MarkedText` marks. The terms are folded: case and accents are removed. */
export const SearchTermsContext = createContext<readonly string[]>([]);

export interface MarkedTextProps {
  readonly text: string;
  /** The range to render, from `start` inclusive to `end` exclusive; by default all. Matches are found in the whole text. */
  readonly start?: number;
  readonly end?: number;
}

/** Renders a text and marks the matches of the search terms in it. */
export function MarkedText({ text, start = 0, end = text.length }: MarkedTextProps) {
  const terms = use(SearchTermsContext);
  if (terms.length === 0) return text.slice(start, end);
  let position = 0;
  return markMatches(text, terms).map((piece) => {
    const key = position;
    position += piece.text.length;
    const shown = text.slice(Math.max(key, start), Math.min(position, end));
    if (shown === '') return null;
    return piece.isMatch ? <mark key={key}>{shown}</mark> : <span key={key}>{shown}</span>;
  });
}

export interface TextPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits the text into pieces. Every occurrence of a term is a match, and matches that touch are joined. */
export function markMatches(text: string, terms: readonly string[]): TextPiece[] {
  if (terms.length === 0 || text === '') return [{ text, isMatch: false }];
  const { folded, starts, ends } = foldWithPositions(text);
  const isMatched = Array.from({ length: text.length }, () => false);
  for (const term of terms) {
    for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1)) {
      isMatched.fill(true, starts[at], ends[at + term.length - 1]);
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

/** Folds the text, and maps each folded position to the start and the end (exclusive) of its original character. */
function foldWithPositions(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let position = 0;
  // A letter and the accents that follow it are one character for users.
  for (const character of text.match(/\P{M}\p{M}*|\p{M}+/gsu) ?? []) {
    const part = fold(character);
    folded += part;
    for (let count = 0; count < part.length; count += 1) {
      starts.push(position);
      ends.push(position + character.length);
    }
    position += character.length;
  }
  return { folded, starts, ends };
}
