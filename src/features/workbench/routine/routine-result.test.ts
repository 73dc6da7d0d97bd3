import { expect, it } from 'vitest';
import { byNews, hasNews, type RoutineResult } from './routine-result';

const SIDE = { copyId: 'copy', takenAtMs: 0, rowCount: 9, search: { v: '1' } };
const COMPARED = {
  keys: ['Number'],
  price: 'Value',
  added: 0,
  removed: 0,
  changed: 0,
  unchanged: 9,
  leftOut: 0,
  effects: [],
  filteredOut: 0,
  onlyThen: [],
  onlyNow: [],
};

function resultOf(viewId: string, changes: Partial<RoutineResult> = {}): RoutineResult {
  return {
    viewId,
    priceColumn: 'SalesPrice',
    ranAtMs: 0,
    now: SIDE,
    before: SIDE,
    comparison: COMPARED,
    checks: [],
    notRun: [],
    isWithoutAdded: false,
    ...changes,
  };
}

const effect = (currency: string, amount: string) => ({ currency, raised: 1, lowered: 0, effect: amount });
const found = (added: number) => [
  { check: 'no-price' as const, name: null, notJudged: 0, now: added, added, gone: 0 },
];

it('puts the largest effect first, whatever its sign, then new findings, then other news', () => {
  const results = [
    resultOf('nothing'),
    resultOf('rows', { comparison: { ...COMPARED, added: 3 } }),
    resultOf('findings', { checks: found(2) }),
    resultOf('small', {
      comparison: { ...COMPARED, changed: 2, effects: [effect('EUR', '5.10'), effect('CHF', '4')] },
    }),
    resultOf('large', { comparison: { ...COMPARED, changed: 1, effects: [effect('EUR', '-80.00')] } }),
  ];
  expect(results.toSorted(byNews).map(({ viewId }) => viewId)).toEqual([
    'large',
    'small',
    'findings',
    'rows',
    'nothing',
  ]);
  expect(results.map(hasNews)).toEqual([false, true, true, true, true]);
});

it.each(['added', 'removed', 'changed'])('has news where a row was %s', (kind) => {
  expect(hasNews(resultOf('view', { comparison: { ...COMPARED, [kind]: 1 } }))).toBe(true);
});
