import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, markWords, searchWords } from './marked-text';

function marked(text: string, search: string): string {
  return markWords(text, searchWords(search))
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');
}

describe('marking what a search found', () => {
  test.each([
    ['CostForPricing', 'pri', 'CostFor[Pri]cing'],
    ['CostForPricing', 'PRI cost', '[Cost]For[Pri]cing'],
    ['decimal(18,4)', '18,4', 'decimal([18,4])'],
    ['aaaa', 'aa', '[aaaa]'],
    ['abcabc', 'abc', '[abcabc]'],
    ['Müller', 'mull', '[Müll]er'],
    ['Mu\u0308ller', 'mü', '[Mu\u0308]ller'],
    ['Straße', 'e', 'Straß[e]'],
    ['İstanbul', 'ist', '[İst]anbul'],
    ['ΟΔΟΣ ΑΒ', 'οδος', '[ΟΔΟΣ] ΑΒ'],
    // A syllable of three letters: found by its first, marked as one.
    ['한국', '\u1112', '[한]국'],
    ['Name', '', 'Name'],
    ['Name', 'x', 'Name'],
    ['', 'x', ''],
  ])('%s, searched for %s', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });

  test('pieces make up the text, and something is marked exactly when the folded text has a word', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme', maxLength: 3 }),
        (text, search) => {
          const words = searchWords(search);
          const pieces = markWords(text, words);
          expect(pieces.map((piece) => piece.text).join('')).toBe(text);
          const isFound = words.some((word) => fold(text).includes(word));
          expect(pieces.some((piece) => piece.isMatch)).toBe(isFound);
        },
      ),
    );
  });
});
