import { expect, it } from 'vitest';
import { visibleText } from './visible-text';

it.each([
  ['plain 1.234,50 €', 'plain 1.234,50 €'],
  ['Größe <b>12</b> & "x"', 'Größe <b>12</b> & "x"'],
  ['two\nlines', 'two↵lines'],
  ['two\r\nlines', 'two␍↵lines'],
  ['a\tb', 'a⇥b'],
  ['\u0000\u001b[31m', '␀␛[31m'],
  ['\u007f', '␡'],
  ['\u0085', '‹U+0085›'],
  // An override that would make a file name lie.
  ['gpj.\u202eexe', 'gpj.‹U+202E›exe'],
  ['zero\u200bwidth', 'zero‹U+200B›width'],
  ['\ufeffmark', '‹U+FEFF›mark'],
  // A family is one sign, held together by joiners; scripts need them too.
  ['👩‍👧 नमस्ते שלום 𝒳', '👩‍👧 नमस्ते שלום 𝒳'],
  ['   ', '···'],
  [' a b ', ' a b '],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
