import type { CoreDistribution, EndCount, HistogramBar } from '@/analysis/histograms/distribution';

/** Returns the bars of a histogram: its ranges, and a bar at each end for the values outside of them, so that every value is in a bar. */
export function histogramBars({ belowCount, ranges, aboveCount }: CoreDistribution): readonly HistogramBar[] {
  const below: EndCount = { from: null, to: ranges[0]?.from ?? null, count: belowCount };
  const above: EndCount = { from: ranges.at(-1)?.to ?? null, to: null, count: aboveCount };
  return [below, ...ranges, above].filter((bar) => 'includesEnd' in bar || bar.count > 0);
}

/**
 * Returns the texts at the ends of a histogram's scale: the start of the first bar and the end of the last bar. A bar for all values
 * outside the ranges has only one bound, so its label takes the place of the missing bound.
 */
export function scaleEnds(
  bars: readonly HistogramBar[],
  labelOf: (bar: HistogramBar) => string,
  boundText: (bound: string) => string,
): readonly [first: string, last: string] {
  const end = (bar: HistogramBar | undefined, side: 'from' | 'to') => {
    if (bar === undefined) return '';
    const bound = bar[side];
    return bound === null ? labelOf(bar) : boundText(bound);
  };
  return [end(bars[0], 'from'), end(bars.at(-1), 'to')];
}
