import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const STYLES = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const SURFACES = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover', 'accent-soft'];
const TEXTS = ['text', 'text-muted', 'text-faint', 'accent', 'danger', 'warning', 'success'];
/** The minimum contrast that WCAG AA requires for text of normal size. */
const LEAST_CONTRAST = 4.5;

/** Returns the colors of a scheme by the names of their tokens. */
function coloursAfter(selector: string): ReadonlyMap<string, string> {
  const start = STYLES.indexOf(selector);
  const block = STYLES.slice(start, STYLES.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--cn-([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

/** Returns the relative luminance of a color as WCAG defines it. */
function luminance(hex = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one?: string, other?: string): number {
  const [darker = NaN, lighter = NaN] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each([
  ['light', ':root {'],
  ['dark', ":root[data-mantine-color-scheme='dark'] {"],
])('texts can be read on every surface: %s', (_, selector) => {
  const colours = coloursAfter(selector);
  const faint = SURFACES.flatMap((surface) =>
    TEXTS.filter((text) => !(contrast(colours.get(text), colours.get(surface)) >= LEAST_CONTRAST)).map(
      (text) => `${text} on ${surface}`,
    ),
  );
  expect(faint).toEqual([]);
});
