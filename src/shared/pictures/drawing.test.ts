import { expect, test } from 'vitest';
import { barsDrawing } from '@/features/workbench/rows-read/pictures/bars-drawing';
import { fitted, svgOf, type Drawing } from './drawing';

test('a drawing is an SVG file with its title, in the colours of the light scheme', () => {
  const drawing: Drawing = {
    title: 'A < B & "C"',
    width: 20,
    height: 10,
    shapes: [
      { kind: 'rect', x: 1 / 3, y: 0, width: 2, height: 3, ink: 'bar' },
      { kind: 'text', at: { x: 1, y: 2 }, text: '\u0000<&', anchor: 'end', ink: 'muted' },
    ],
  };
  const svg = svgOf(drawing, '@font-face{}');
  expect(svg).toContain('<title>A &lt; B &amp; &quot;C&quot;</title><style>@font-face{}');
  expect(svg).toContain('<rect x="0.33" y="0" width="2" height="3" fill="#0c6a7e"/>');
  expect(svg).toContain('text-anchor="end" fill="#566173">\uFFFD&lt;&amp;</text>');
});

test('a histogram has a bar for each range that has rows, as high as its count', () => {
  const { shapes } = barsDrawing({
    title: 'Distribution',
    counts: [10, 0, 5],
    ends: ['1', '4'],
    countText: String,
    notes: ['15 rows'],
  });
  const heights = shapes.flatMap((shape) => (shape.kind === 'rect' ? [shape.height] : []));
  expect(heights).toEqual([240, 120]);
  const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(texts).toEqual(['Distribution', '0', '5', '10', '1', '4', '15 rows']);
});

test('values have a bar beside them, whose selected part is drawn above all of it', () => {
  const { shapes, height } = barsDrawing({
    title: 'Distribution',
    counts: [],
    ends: ['', ''],
    values: [
      { label: 'EUR', count: 10, selected: 5 },
      { label: 'CHF', count: 5, selected: 0 },
    ],
    countText: String,
  });
  const bars = shapes.flatMap((shape) => (shape.kind === 'rect' ? [[shape.ink, shape.width]] : []));
  expect(bars).toEqual([
    ['rest', 358],
    ['bar', 179],
    ['rest', 179],
  ]);
  const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(texts).toEqual(['Distribution', 'EUR', '10', 'CHF', '5']);
  expect(height).toBe(112);
});

test('a text without room is cut', () => {
  expect(fitted('abcdefghij', 36, 12)).toBe('abcd…');
  expect(fitted('abcde', 36, 12)).toBe('abcde');
});
