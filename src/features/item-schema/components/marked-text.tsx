import { markWords } from '../model/marked-text';

export interface MarkedTextProps {
  readonly text: string;
  /** Of the search, folded. */
  readonly words: readonly string[];
}

/** A text with the matches of the search marked in it. */
export function MarkedText({ text, words }: MarkedTextProps) {
  if (words.length === 0) return text;
  let at = 0;
  return markWords(text, words).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.isMatch ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}
