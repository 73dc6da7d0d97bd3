import { nice, ticks } from 'd3-array';
import { fitted, TEXT_SIZE, type Drawing, type Shape } from './drawing';

export interface BarsDrawingOptions {
  readonly title: string;
  /** In the order of the axis. */
  readonly counts: readonly number[];
  /** The start of the first and the end of the last bar, in words. */
  readonly ends: readonly [first: string, last: string];
  readonly countText: (count: number) => string;
  /** Sentences below. */
  readonly notes?: readonly string[];
}

const WIDTH = 720;
const PLOT_HEIGHT = 240;
const MARGIN = 16;
const LINE_HEIGHT = 20;
const COUNT_TICKS = 3;
/** Bars of few rows stay visible. */
const MIN_BAR = 1.5;

/** Returns a histogram to keep: upright bars with the axis of their counts. */
export function barsDrawing(options: BarsDrawingOptions): Drawing {
  const { title, counts, ends, countText, notes = [] } = options;
  const [, highest] = nice(0, Math.max(...counts, 1), COUNT_TICKS);
  // Rows have no fractions.
  const lines = ticks(0, highest, COUNT_TICKS)
    .filter(Number.isInteger)
    .map((count) => ({ count, text: countText(count) }));
  const left = MARGIN + 8 + Math.max(...lines.map(({ text }) => text.length), 1) * TEXT_SIZE * 0.6;
  const top = MARGIN + 2 * LINE_HEIGHT;
  const bottom = top + PLOT_HEIGHT;
  const width = WIDTH - MARGIN - left;
  const heightOf = (count: number) => (count / highest) * PLOT_HEIGHT;
  const step = width / Math.max(counts.length, 1);
  const shapes: Shape[] = [
    {
      kind: 'text',
      at: { x: MARGIN, y: MARGIN + TEXT_SIZE },
      text: fitted(title, WIDTH - 2 * MARGIN, 14),
      size: 14,
      isBold: true,
      anchor: 'start',
      ink: 'text',
    },
  ];
  for (const { count, text } of lines) {
    const y = bottom - heightOf(count);
    shapes.push(
      { kind: 'line', from: { x: left, y }, to: { x: left + width, y }, ink: 'line' },
      { kind: 'text', at: { x: left - 8, y: y + 4 }, text, anchor: 'end', ink: 'muted' },
    );
  }
  counts.forEach((count, index) => {
    if (count === 0) return;
    const height = Math.max(heightOf(count), MIN_BAR);
    const x = left + (index + 0.04) * step;
    shapes.push({ kind: 'rect', x, y: bottom - height, width: step * 0.92, height, ink: 'bar' });
  });
  shapes.push({
    kind: 'line',
    from: { x: left, y: bottom },
    to: { x: left + width, y: bottom },
    ink: 'axis',
  });
  const below = bottom + LINE_HEIGHT;
  shapes.push(
    { kind: 'text', at: { x: left, y: below }, text: ends[0], anchor: 'start', ink: 'muted' },
    { kind: 'text', at: { x: left + width, y: below }, text: ends[1], anchor: 'end', ink: 'muted' },
  );
  notes.forEach((text, index) => {
    const y = below + (index + 1) * LINE_HEIGHT;
    shapes.push({
      kind: 'text',
      at: { x: MARGIN, y },
      text: fitted(text, WIDTH - 2 * MARGIN),
      anchor: 'start',
      ink: 'muted',
    });
  });
  return { title, width: WIDTH, height: below + notes.length * LINE_HEIGHT + MARGIN, shapes };
}
