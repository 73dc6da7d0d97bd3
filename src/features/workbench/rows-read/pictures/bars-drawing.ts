import { nice, ticks } from 'd3-array';
import { fitted, TEXT_SIZE, type Drawing, type Shape } from '@/shared/pictures/drawing';

/** A value with its bar beside it. */
export interface DrawnValue {
  readonly label: string;
  readonly count: number;
  /** How many of them are selected; absent where nothing is. */
  readonly selected?: number;
}

export interface BarsDrawingOptions {
  readonly title: string;
  /** The counts of upright bars, in the order of their axis. */
  readonly counts: readonly number[];
  /** How many of each of them are selected; absent where nothing is. */
  readonly selected?: readonly number[];
  /** The start of the first and the end of the last bar, in words. */
  readonly ends: readonly [first: string, last: string];
  /** Below the upright bars, or in their place. */
  readonly values?: readonly DrawnValue[];
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
/** The room for the words of a value, and for its count. */
const LABEL_WIDTH = 220;
const COUNT_WIDTH = 110;

/** Returns a histogram to keep, with the axis of its counts, or a list of values with their bars, or both. */
export function barsDrawing(options: BarsDrawingOptions): Drawing {
  const { title, counts, values = [], notes = [] } = options;
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
  let bottom = MARGIN + 2 * LINE_HEIGHT;
  if (counts.length > 0) {
    shapes.push(...histogramShapes(options, bottom));
    bottom += PLOT_HEIGHT + LINE_HEIGHT;
  }
  if (values.length > 0) {
    if (counts.length > 0) bottom += LINE_HEIGHT / 2;
    shapes.push(...valueShapes(options, bottom));
    bottom += values.length * LINE_HEIGHT;
  }
  notes.forEach((text, index) => {
    shapes.push({
      kind: 'text',
      at: { x: MARGIN, y: bottom + (index + 1) * LINE_HEIGHT },
      text: fitted(text, WIDTH - 2 * MARGIN),
      anchor: 'start',
      ink: 'muted',
    });
  });
  return { title, width: WIDTH, height: bottom + notes.length * LINE_HEIGHT + MARGIN, shapes };
}

/** Upright bars with the axis of their counts, and the ends of the axis below them. */
function histogramShapes(
  { counts, selected, ends, countText }: BarsDrawingOptions,
  top: number,
): readonly Shape[] {
  const [, highest] = nice(0, Math.max(...counts, 1), COUNT_TICKS);
  // Rows have no fractions.
  const lines = ticks(0, highest, COUNT_TICKS)
    .filter(Number.isInteger)
    .map((count) => ({ count, text: countText(count) }));
  const left = MARGIN + 8 + Math.max(...lines.map(({ text }) => text.length), 1) * TEXT_SIZE * 0.6;
  const bottom = top + PLOT_HEIGHT;
  const width = WIDTH - MARGIN - left;
  const heightOf = (count: number) => (count / highest) * PLOT_HEIGHT;
  const step = width / counts.length;
  const shapes: Shape[] = [];
  for (const { count, text } of lines) {
    const y = bottom - heightOf(count);
    shapes.push(
      { kind: 'line', from: { x: left, y }, to: { x: left + width, y }, ink: 'line' },
      { kind: 'text', at: { x: left - 8, y: y + 4 }, text, anchor: 'end', ink: 'muted' },
    );
  }
  counts.forEach((count, index) => {
    const x = left + (index + 0.04) * step;
    for (const { ink, count: part } of partsOf(count, selected?.[index])) {
      const height = Math.max(heightOf(part), MIN_BAR);
      shapes.push({ kind: 'rect', x, y: bottom - height, width: step * 0.92, height, ink });
    }
  });
  const below = bottom + LINE_HEIGHT;
  shapes.push(
    { kind: 'line', from: { x: left, y: bottom }, to: { x: left + width, y: bottom }, ink: 'axis' },
    { kind: 'text', at: { x: left, y: below }, text: ends[0], anchor: 'start', ink: 'muted' },
    { kind: 'text', at: { x: left + width, y: below }, text: ends[1], anchor: 'end', ink: 'muted' },
  );
  return shapes;
}

/** A line for each value: its words, its bar and its count. */
function valueShapes({ values = [], countText }: BarsDrawingOptions, top: number): readonly Shape[] {
  const largest = Math.max(...values.map(({ count }) => count), 1);
  const left = MARGIN + LABEL_WIDTH;
  const room = WIDTH - MARGIN - COUNT_WIDTH - left;
  return values.flatMap(({ label, count, selected }, index): readonly Shape[] => {
    const y = top + index * LINE_HEIGHT;
    const baseline = y + LINE_HEIGHT / 2 + 4;
    return [
      {
        kind: 'text',
        at: { x: MARGIN, y: baseline },
        text: fitted(label, LABEL_WIDTH - 8),
        anchor: 'start',
        ink: 'text',
      },
      ...partsOf(count, selected).map((part): Shape => {
        const width = Math.max((part.count / largest) * room, MIN_BAR);
        return { kind: 'rect', x: left, y: y + 3, width, height: LINE_HEIGHT - 6, ink: part.ink };
      }),
      {
        kind: 'text',
        at: { x: WIDTH - MARGIN, y: baseline },
        text: countText(count),
        anchor: 'end',
        ink: 'muted',
      },
    ];
  });
}

/** The bar of all rows, and above it that of the selected ones. A bar without rows is none. */
function partsOf(
  count: number,
  selected: number | undefined,
): readonly { readonly count: number; readonly ink: 'bar' | 'rest' }[] {
  const parts =
    selected === undefined
      ? [{ count, ink: 'bar' as const }]
      : [
          { count, ink: 'rest' as const },
          { count: selected, ink: 'bar' as const },
        ];
  return parts.filter((part) => part.count > 0);
}
