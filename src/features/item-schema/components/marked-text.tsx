import { markWords } from '../model/marked-text';

export interface MarkedTextProps {
  readonly text: string;
  /** Of the search, folded. */
  readonly words: readonly string[];
  /** The part to show, `start` inclusive and `end` exclusive; matches are looked for in the whole text. Absent: all. */
  readonly start?: number;
  readonly end?: number;
}

/** A text with the matches of the search marked in it. */
export function MarkedText({ text, words, start = 0, end = text.length }: MarkedTextProps) {
  if (words.length === 0) return text.slice(start, end);
  let at = 0;
  return markWords(text, words).map((piece) => {
    const key = at;
    at += piece.text.length;
    const shown = text.slice(Math.max(key, start), Math.min(at, end));
    if (shown === '') return null;
    return piece.isMatch ? <mark key={key}>{shown}</mark> : <span key={key}>{shown}</span>;
  });
}
