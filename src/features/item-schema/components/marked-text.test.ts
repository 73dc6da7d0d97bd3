import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { fold, searchTerms } from '@/lib/base/search-terms';
import { markMatches } from './marked-text';

function marked(text: string, search: string): string {
  return markMatches(text, searchTerms(search))
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');
}

describe('matches of a search', () => {
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
    // One syllable consists of three letters. Only its first letter matches, but the whole syllable is marked.
    ['한국', '\u1112', '[한]국'],
    ['Name', '', 'Name'],
    ['Name', 'x', 'Name'],
    ['', 'x', ''],
  ])('%s, searched for %s', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });

  test('the pieces join to the text, and one is a match exactly when the folded text contains a term', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyChar }),
        fc.string({ unit: 'grapheme', maxLength: 3 }),
        (text, search) => {
          const terms = searchTerms(search);
          const pieces = markMatches(text, terms);
          expect(pieces.map((piece) => piece.text).join('')).toBe(text);
          const isFound = terms.some((term) => fold(text).includes(term));
          expect(pieces.some((piece) => piece.isMatch)).toBe(isFound);
        },
      ),
    );
  });
});
