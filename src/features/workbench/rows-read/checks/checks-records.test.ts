import { expect, test } from 'vitest';
import { earlierCount, type CheckedRun } from './checks-records';

const run = (takenAtMs: number, rowCount: number, members: Partial<CheckedRun> = {}): CheckedRun => ({
  priceColumn: 'SalesPrice',
  filter: '',
  takenAtMs,
  counts: [{ check: 'gap', setting: 'usual', rowCount }],
  ...members,
});

test('a count is compared with the latest earlier one of the same query and settings', () => {
  const runs = [
    run(10, 1),
    run(30, 3),
    run(20, 2),
    run(40, 4, { filter: 'other' }),
    run(41, 5, { priceColumn: 'Other' }),
    run(50, 6),
    run(60, 7),
  ];
  const current = { priceColumn: 'SalesPrice', filter: '', takenAtMs: 50 };
  expect(earlierCount(runs, current, 'gap', 'usual')).toEqual({ takenAtMs: 30, rowCount: 3 });
  expect(earlierCount(runs, current, 'gap', 'other')).toBeNull();
  expect(earlierCount(runs, current, 'overlap', 'usual')).toBeNull();
});
