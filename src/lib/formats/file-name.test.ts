import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAfterWord, fileNameOf, withIsoDates } from './file-name';

test.each([
  ['Sales price – valid on 2026-01-01', 'Sales price – valid on 2026-01-01'],
  ['Pivot of Sales/price', 'Pivot of Sales-price'],
  ['at 10:30:00', 'at 10.30.00'],
  ['Name is "a" <b>?', "Name is 'a' _b_"],
  ['ends.. ', 'ends'],
  ['', '_'],
])('%j becomes %j', (text, name) => {
  expect(fileNameOf(text)).toBe(name);
});

test('a long name is cut after a word, and every name is one that file systems take', () => {
  const words = `Sales price – ${'valid on 2026-01-01 · '.repeat(20)}`;
  expect(fileNameOf(words)).toMatch(/^Sales price – valid on .* (?:valid on 2026-01-01|valid on|valid)…$/);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const name = fileNameOf(text);
      expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]|^ | $|\.$|^$/u);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
    }),
  );
});

test('one long word is cut by its signs', () => {
  expect(cutAfterWord('abcdefgh', (part) => part.length <= 4)).toBe('abc…');
});

test.each([
  [
    'en-GB',
    'valid on 01/02/2026 · Value between 1.50 and 2.75',
    'valid on 2026-02-01 · Value between 1.50 and 2.75',
  ],
  ['en-US', 'valid on 1/2/2026', 'valid on 2026-01-02'],
  ['de', 'gültig am 01.02.2026, 3 von 1.234.567', 'gültig am 2026-02-01, 3 von 1.234.567'],
  ['de', 'von 01.02.2026 bis 28.02.2026', 'von 2026-02-01 bis 2026-02-28'],
  ['hu', 'érvényes 2026. 02. 01', 'érvényes 2026-02-01'],
  ['en-GB', 'Code is 1/2/3', 'Code is 1/2/3'],
  ['en-GB', 'on 2026-02-01', 'on 2026-02-01'],
])('in %s the dates of %j are ISO dates', (locale, text, iso) => {
  expect(withIsoDates(text, locale)).toBe(iso);
});
