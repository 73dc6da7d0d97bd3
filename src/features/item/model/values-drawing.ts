import { fitted, TEXT_SIZE, type Drawing, type Shape } from '@/shared/pictures/drawing';
import { markPath } from '@/shared/pictures/mark-path';
import type { PriceLane } from './price-lanes';
import { DRAWING_MARGIN, DRAWING_WIDTH, tickShapes, timeDrawing } from './time-drawing';
import type { TimeScale } from './time-scale';
import type { StepPlot } from './value-steps';

export interface ValuesDrawingTexts {
  readonly title: string;
  readonly nameOf: (lane: PriceLane) => string;
  readonly axisText: (value: number) => string;
  readonly tickText: (day: number) => string;
}

const LINE = 20;
const PLOT_HEIGHT = 280;

/** Returns the picture of values over time to keep. */
export function valuesDrawing(
  lanes: readonly PriceLane[],
  plot: StepPlot,
  scale: TimeScale,
  texts: ValuesDrawingTexts,
): Drawing {
  const axisTexts = plot.ticks.map(({ value }) => texts.axisText(value));
  const left = DRAWING_MARGIN + 12 + Math.max(...axisTexts.map(({ length }) => length), 1) * TEXT_SIZE * 0.6;
  const width = DRAWING_WIDTH - DRAWING_MARGIN - left;
  const legendTop = DRAWING_MARGIN + LINE + 8;
  const top = legendTop + lanes.length * LINE + 8;
  const bottom = top + PLOT_HEIGHT;
  const at = (x: number, y: number) => ({ x: left + x * width, y: bottom - y * PLOT_HEIGHT });
  const shapes: Shape[] = [
    ...lanes.flatMap((lane, index): Shape[] => {
      const y = legendTop + index * LINE;
      const ink = `series-${index + 1}` as const;
      return [
        { kind: 'mark', at: { x: DRAWING_MARGIN + 6, y: y + 8 }, path: markPath(index), ink },
        {
          kind: 'text',
          at: { x: DRAWING_MARGIN + 18, y: y + 12 },
          text: fitted(texts.nameOf(lane), DRAWING_WIDTH / 2),
          anchor: 'start',
          ink: 'text',
        },
      ];
    }),
    ...plot.ticks.flatMap(({ share }, index): Shape[] => [
      { kind: 'line', from: at(0, share), to: at(1, share), ink: 'line' },
      {
        kind: 'text',
        at: { x: left - 8, y: at(0, share).y + 4 },
        text: axisTexts[index] ?? '',
        anchor: 'end',
        ink: 'muted',
      },
    ]),
    ...tickShapes(scale, (share) => at(share, 0).x, bottom + LINE, texts.tickText),
    ...plot.steps.flatMap((steps, index) =>
      steps.flatMap((step, place): Shape[] => {
        const ink = `series-${index + 1}` as const;
        const next = steps[place + 1];
        const line: Shape = {
          kind: 'line',
          from: at(step.x1, step.y),
          to: at(step.x2, step.y),
          width: 2,
          ink,
        };
        const mark: Shape = { kind: 'mark', at: at(step.x1, step.y), path: markPath(index), ink };
        const hasRiser = next !== undefined && Math.abs(next.x1 - step.x2) < 1e-9;
        return hasRiser
          ? [line, { kind: 'line', from: at(step.x2, step.y), to: at(step.x2, next.y), width: 2, ink }, mark]
          : [line, mark];
      }),
    ),
  ];
  return timeDrawing(texts.title, bottom + LINE, shapes);
}
