import { expect, test } from 'vitest';
import type { CoreDistribution, HistogramBar } from '@/analysis/histograms/distribution';
import { histogramBars, scaleEnds } from './histogram-bars';

const RANGES = [
  { from: '0', to: '5', includesEnd: false, count: 0 },
  { from: '5', to: '10', includesEnd: true, count: 3 },
];

const labelOf = ({ from, to }: HistogramBar) => (from === null ? `under ${to ?? ''}` : `${from} and more`);
const boundText = (bound: string) => `${bound} %`;

function endsOf(distribution: CoreDistribution) {
  return scaleEnds(histogramBars(distribution), labelOf, boundText);
}

test('every range is a bar, and only an end with values beyond is one', () => {
  expect(histogramBars({ ranges: RANGES, belowCount: 0, aboveCount: 0 })).toEqual(RANGES);
  expect(histogramBars({ ranges: RANGES, belowCount: 2, aboveCount: 1 })).toEqual([
    { from: null, to: '0', count: 2 },
    ...RANGES,
    { from: '10', to: null, count: 1 },
  ]);
  expect(histogramBars({ ranges: [], belowCount: 0, aboveCount: 0 })).toEqual([]);
});

test('a scale ends at the outer bounds, or at the label of a bar without one', () => {
  expect(endsOf({ ranges: RANGES, belowCount: 0, aboveCount: 0 })).toEqual(['0 %', '10 %']);
  expect(endsOf({ ranges: RANGES, belowCount: 2, aboveCount: 1 })).toEqual(['under 0', '10 and more']);
  expect(endsOf({ ranges: [], belowCount: 0, aboveCount: 0 })).toEqual(['', '']);
});
