import { fitted, type Drawing, type Shape } from '@/shared/pictures/drawing';
import type { TimeScale } from './time-scale';

/** The width of all pictures over time, in pixels. */
export const DRAWING_WIDTH = 960;
export const DRAWING_MARGIN = 16;

const TITLE_SIZE = 14;

/** Returns a picture over time to keep: the shapes below its title. `bottom`: of the lowest shape. */
export function timeDrawing(title: string, bottom: number, shapes: readonly Shape[]): Drawing {
  const heading: Shape = {
    kind: 'text',
    at: { x: DRAWING_MARGIN, y: DRAWING_MARGIN + TITLE_SIZE },
    text: fitted(title, DRAWING_WIDTH - 2 * DRAWING_MARGIN, TITLE_SIZE),
    size: TITLE_SIZE,
    isBold: true,
    anchor: 'start',
    ink: 'text',
  };
  return { title, width: DRAWING_WIDTH, height: bottom + DRAWING_MARGIN, shapes: [heading, ...shapes] };
}

/** Returns the texts at the ticks of a time scale. `xOf` takes a share of the width. */
export function tickShapes(
  { ticks }: TimeScale,
  xOf: (share: number) => number,
  y: number,
  tickText: (day: number) => string,
): readonly Shape[] {
  return ticks.map(({ day, share }) => ({
    kind: 'text',
    at: { x: xOf(share), y },
    text: tickText(day),
    anchor: 'middle',
    ink: 'muted',
  }));
}
