import { expect, test } from 'vitest';
import { findTooNew, usesOf } from './check-browsers.mjs';

test.each([
  ['a.ts', 'export const a = list.toSorted().at(-1);', 0],
  ['a.ts', 'export const a = Promise.try(run);', 1],
  ['a.ts', 'export const a = new Temporal.PlainDate(2026, 1, 31);', 2],
  ['a.ts', 'export const a = one.symmetricDifference(other);', 1],
  ['a.ts', 'await navigator.bluetooth.requestDevice();', 2],
  ['a.ts', 'interface A { symmetricDifference(): void } a.symmetricDifference();', 0],
  ['a.ts', "import { Temporal } from 'polyfill'; Temporal.now();", 0],
  ['a.css', '.a:has(.b) { color: color-mix(in srgb, red, blue); }', 0],
  ['a.css', '.a { anchor-name: --b; }', 1],
  ['a.css', '.a { color: contrast-color(red); }', 1],
  ['a.css', '.a::details-content { display: grid; }', 1],
])('what the oldest supported browsers lack is found: %s %s', (file, source, problems) => {
  expect(findTooNew(usesOf([{ file, source }]))).toHaveLength(problems);
});
