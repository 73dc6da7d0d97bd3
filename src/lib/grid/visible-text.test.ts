import { expect, it } from 'vitest';
import { visibleText, visibleWholeText } from './visible-text';

it.each([
  ['plain 1.234,50 €', 'plain 1.234,50 €'],
  ['Größe <b>12</b> & "x"', 'Größe <b>12</b> & "x"'],
  ['two\nlines', 'two↵lines'],
  ['two\r\nlines', 'two␍↵lines'],
  ['a\tb', 'a⇥b'],
  ['\u0000\u001b[31m', '␀␛[31m'],
  ['\u007f', '␡'],
  ['\u0085', '‹U+0085›'],
  // A right-to-left override, which disguises the extension of a file name.
  ['gpj.\u202eexe', 'gpj.‹U+202E›exe'],
  ['zero\u200bwidth', 'zero‹U+200B›width'],
  ['\ufeffmark', '‹U+FEFF›mark'],
  ['arabic\u061cmark', 'arabic‹U+061C›mark'],
  // Joiners stay: they hold the characters of one emoji together, and some scripts need them.
  ['👩‍👧 नमस्ते שלום 𝒳', '👩‍👧 नमस्ते שלום 𝒳'],
  ['   ', '···'],
  [' a b ', ' a b '],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it('gives a cell no more of a text than it has room for, and whole characters', () => {
  expect(visibleText('x'.repeat(1_000))).toBe('x'.repeat(1_000));
  expect(visibleText('x'.repeat(1_001))).toBe(`${'x'.repeat(1_000)}…`);
  expect(visibleText(`${'x'.repeat(999)}😀 and so on`)).toBe(`${'x'.repeat(999)}…`);
  expect(visibleWholeText('x'.repeat(1_001))).toHaveLength(1_001);
});
