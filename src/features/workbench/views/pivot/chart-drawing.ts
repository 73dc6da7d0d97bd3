import { fitted, TEXT_SIZE, type Drawing, type Ink, type Shape } from '@/shared/pictures/drawing';
import { markPath } from '@/shared/pictures/mark-path';
import { stacked } from './chart-bars';
import type { ChartData, ChartValue } from './chart-data';
import { linePlot } from './chart-lines';

export interface ChartDrawingTexts {
  readonly title: string;
  readonly axisText: (value: number) => string;
  /** Sentences below the picture. */
  readonly notes: readonly string[];
}

const WIDTH = 960;
const MARGIN = 16;
const LINE = 20;
const BAR = 14;
const LABEL_WIDTH = 160;
const SERIES_WIDTH = 110;
const VALUE_WIDTH = 110;
const PLOT_HEIGHT = 320;
const TITLE_SIZE = 14;

/** Returns the chart of a pivot as a picture to keep. */
export function chartDrawing(data: ChartData, { title, axisText, notes }: ChartDrawingTexts): Drawing {
  const shapes: Shape[] = [
    {
      kind: 'text',
      at: { x: MARGIN, y: MARGIN + TITLE_SIZE },
      text: fitted(title, WIDTH - 2 * MARGIN, TITLE_SIZE),
      size: TITLE_SIZE,
      isBold: true,
      anchor: 'start',
      ink: 'text',
    },
  ];
  let y = MARGIN + LINE + 8;
  if (data.series.length > 0) {
    shapes.push(...legend(data.series, y));
    y += LINE + 8;
  }
  const { shapes: body, height } = data.kind === 'lines' ? lines(data, axisText, y) : bars(data, y);
  shapes.push(...body);
  y += height;
  for (const note of notes) {
    y += LINE;
    shapes.push(text(MARGIN, y, fitted(note, WIDTH - 2 * MARGIN), 'start', 'muted'));
  }
  return { title, width: WIDTH, height: y + MARGIN, shapes };
}

function legend(series: readonly string[], y: number): Shape[] {
  const width = (WIDTH - 2 * MARGIN) / series.length;
  const each = Math.min(width, SERIES_WIDTH * 1.4);
  return series.flatMap((name, index): Shape[] => {
    const x = MARGIN + index * each;
    return [
      { kind: 'mark', at: { x: x + 6, y: y + 8 }, path: markPath(index), ink: inkOf(index) },
      text(x + 18, y + 12, fitted(name, each - 24), 'start', 'text'),
    ];
  });
}

function bars(data: ChartData, top: number): { readonly shapes: Shape[]; readonly height: number } {
  const { groups, series, least, greatest } = data;
  const left = MARGIN + LABEL_WIDTH + 8 + (data.kind === 'bars' && series.length > 0 ? SERIES_WIDTH : 0);
  const right = WIDTH - MARGIN - VALUE_WIDTH;
  const span = greatest - least || 1;
  const xOf = (value: number) => left + ((value - least) / span) * (right - left);
  const shapes: Shape[] = [];
  let y = top;
  const rect = (from: number, to: number, ink: Ink) => {
    const [x, end] = [Math.min(xOf(from), xOf(to)), Math.max(xOf(from), xOf(to))];
    shapes.push({ kind: 'rect', x, y: y + 3, width: Math.max(end - x, 1), height: BAR, ink });
    return { x, width: end - x };
  };
  for (const group of groups) {
    shapes.push(text(MARGIN + LABEL_WIDTH, y + BAR, fitted(group.label, LABEL_WIDTH), 'end', 'text'));
    if (data.kind === 'stacked') {
      for (const { value, from, to } of stacked(group.values)) {
        const { x, width } = rect(from, to, inkOf(value.column ?? 0));
        if (width > 16) {
          const at = { x: x + width / 2, y: y + 3 + BAR / 2 };
          shapes.push({ kind: 'mark', at, path: markPath(value.column ?? 0), ink: 'surface' });
        }
      }
      shapes.push(text(WIDTH - MARGIN, y + BAR, group.total, 'end', 'text'));
      y += LINE;
      continue;
    }
    for (const value of group.values) {
      shapes.push(...seriesLabel(value, series, left, y));
      rect(0, value.value, inkOf(value.column ?? 0));
      shapes.push(text(WIDTH - MARGIN, y + BAR, value.text, 'end', 'text'));
      y += LINE;
    }
    y += group.values.length === 0 ? LINE : 4;
  }
  shapes.push({ kind: 'line', from: { x: xOf(0), y: top }, to: { x: xOf(0), y }, ink: 'axis' });
  return { shapes, height: y - top };
}

function seriesLabel({ column }: ChartValue, series: readonly string[], left: number, y: number): Shape[] {
  if (column === null) return [];
  const x = left - SERIES_WIDTH;
  return [
    { kind: 'mark', at: { x: x + 8, y: y + 10 }, path: markPath(column), ink: inkOf(column) },
    text(x + 20, y + BAR, fitted(series[column] ?? '', SERIES_WIDTH - 28), 'start', 'muted'),
  ];
}

function lines(
  data: ChartData,
  axisText: (value: number) => string,
  top: number,
): { readonly shapes: Shape[]; readonly height: number } {
  const plot = linePlot(data);
  const texts = plot.ticks.map(axisText);
  const left = MARGIN + 16 + Math.max(...texts.map(({ length }) => length), 1) * TEXT_SIZE * 0.6;
  const width = WIDTH - MARGIN - 8 - left;
  const bottom = top + 8 + PLOT_HEIGHT;
  const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: left + x * width,
    y: bottom - y * PLOT_HEIGHT,
  });
  const shapes: Shape[] = plot.ticks.flatMap((tick, index): Shape[] => {
    const y = bottom - plot.shareOfValue(tick) * PLOT_HEIGHT;
    return [
      { kind: 'line', from: { x: left, y }, to: { x: left + width, y }, ink: 'line' },
      text(left - 10, y + 4, texts[index] ?? '', 'end', 'muted'),
    ];
  });
  const count = Math.max(data.series.length, 1);
  for (let series = 0; series < count; series += 1) {
    const ink = inkOf(series);
    for (const { from, to } of plot.lineOf(series)) {
      shapes.push({ kind: 'line', from: at(from), to: at(to), width: 2, ink });
    }
    for (const place of plot.marksOf(series)) {
      shapes.push({ kind: 'mark', at: at(place), path: markPath(series), ink });
    }
  }
  const ends = bottom + LINE;
  shapes.push(text(left, ends, data.groups[0]?.label ?? '', 'start', 'muted'));
  if (data.groups.length > 1) {
    shapes.push(text(left + width, ends, data.groups.at(-1)?.label ?? '', 'end', 'muted'));
  }
  return { shapes, height: ends - top };
}

function inkOf(series: number): Ink {
  return `series-${series + 1}`;
}

function text(x: number, y: number, content: string, anchor: 'start' | 'end', ink: Ink): Shape {
  return { kind: 'text', at: { x, y }, text: content, anchor, ink };
}
