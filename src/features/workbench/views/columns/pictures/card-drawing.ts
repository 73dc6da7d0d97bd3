import { barsDrawing } from '../../../rows-read/pictures/bars-drawing';
import type { Drawing } from '@/shared/pictures/drawing';
import type { Bin } from '../brushing/bins';
import type { ColumnTexts } from '../use-column-texts';
import type { Bar, PictureBars } from './picture-bars';

export interface CardDrawingOptions {
  readonly title: string;
  readonly texts: Pick<ColumnTexts, 'bound' | 'count'>;
  readonly labelOf: (bin: Bin) => string;
  readonly notes: readonly string[];
}

/** Returns the picture of a card to keep. `selected` has the selected rows by the code of their bar; null without a selection. */
export function cardDrawing(
  { ranges, values }: PictureBars,
  selected: Uint32Array | null,
  { title, texts, labelOf, notes }: CardDrawingOptions,
): Drawing {
  const inner = ranges.flatMap(({ bin }) => (bin.kind === 'range' ? [bin] : []));
  const selectedOf = ({ code }: Bar) => selected?.[code] ?? 0;
  return barsDrawing({
    title,
    counts: ranges.map(({ count }) => count),
    ends: [texts.bound(inner[0]?.from ?? ''), texts.bound(inner.at(-1)?.to ?? '')],
    values: values.map((bar) => ({
      label: labelOf(bar.bin),
      count: bar.count,
      ...(selected !== null && { selected: selectedOf(bar) }),
    })),
    ...(selected !== null && { selected: ranges.map(selectedOf) }),
    countText: texts.count,
    notes,
  });
}
