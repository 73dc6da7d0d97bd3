import { fitted, TEXT_SIZE, type Drawing, type Shape } from '@/shared/pictures/drawing';
import { applies, type PriceLane } from './price-lanes';
import type { TimeScale } from './time-scale';
import { DRAWING_MARGIN, DRAWING_WIDTH, tickShapes, timeDrawing } from './time-drawing';

export interface ValidityDrawingTexts {
  readonly title: string;
  readonly nameOf: (lane: PriceLane) => string;
  readonly tickText: (day: number) => string;
  readonly gap: string;
  readonly overlap: string;
  readonly today: string;
}

const LABEL_WIDTH = 220;
const LINE = 18;

/** Returns the picture of validities to keep. Gaps and overlaps are named in it. */
export function validityDrawing(
  lines: readonly (
    | { readonly kind: 'heading'; readonly text: string }
    | { readonly kind: 'lane'; readonly lane: PriceLane }
  )[],
  scale: TimeScale,
  today: number,
  texts: ValidityDrawingTexts,
): Drawing {
  const left = DRAWING_MARGIN + LABEL_WIDTH + 8;
  const width = DRAWING_WIDTH - DRAWING_MARGIN - left;
  const top = DRAWING_MARGIN + 2 * LINE + 12;
  const bottom = top + lines.length * LINE;
  const x = (share: number) => left + share * width;
  const text = (at: Shape & { kind: 'text' }) => at;
  const shapes: Shape[] = [
    ...scale.ticks.map(({ share }): Shape => ({
      kind: 'line',
      from: { x: x(share), y: top },
      to: { x: x(share), y: bottom },
      ink: 'line',
    })),
    ...tickShapes(scale, x, top - 6, texts.tickText),
  ];
  for (const [index, line] of lines.entries()) {
    const y = top + index * LINE;
    const isHeading = line.kind === 'heading';
    shapes.push(
      text({
        kind: 'text',
        at: { x: DRAWING_MARGIN, y: y + TEXT_SIZE + 1 },
        text: fitted(isHeading ? line.text : texts.nameOf(line.lane), LABEL_WIDTH),
        isBold: isHeading,
        anchor: 'start',
        ink: 'text',
      }),
    );
    if (isHeading) continue;
    const piece = (from: number | null, to: number | null) => {
      const start = x(scale.shareOf(from, 'start'));
      return { x: start, width: Math.max(x(scale.shareOf(to, 'end')) - start, 2) };
    };
    for (const { span } of line.lane.prices.filter(applies)) {
      shapes.push({ kind: 'rect', ...piece(span.from, span.to), y: y + 4, height: LINE - 8, ink: 'bar' });
    }
    const named = [
      ...line.lane.coverage.gaps.map((gap) => ({ ...gap, name: texts.gap, ink: 'surface' as const })),
      ...line.lane.coverage.overlaps.map((overlap) => ({
        ...overlap,
        name: texts.overlap,
        ink: 'series-2' as const,
      })),
    ];
    for (const { from, to, name, ink } of named) {
      const at = piece(from, to);
      shapes.push(
        { kind: 'rect', ...at, y: y + 3, height: LINE - 6, ink },
        text({
          kind: 'text',
          at: { x: at.x + at.width + 3, y: y + TEXT_SIZE + 1 },
          text: name,
          size: 10,
          anchor: 'start',
          ink: ink === 'surface' ? 'text' : ink,
        }),
      );
    }
  }
  const now = x(scale.shareOf(today, 'start'));
  shapes.push(
    { kind: 'line', from: { x: now, y: top }, to: { x: now, y: bottom }, width: 2, ink: 'series-5' },
    text({
      kind: 'text',
      at: { x: now, y: bottom + LINE },
      text: texts.today,
      anchor: 'middle',
      ink: 'series-5',
    }),
  );
  return timeDrawing(texts.title, bottom + LINE, shapes);
}
