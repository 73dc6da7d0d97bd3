import { expect, test } from 'vitest';
import type { KnownSnapshot } from '../model/known-snapshot';
import { unseenChanges } from './use-unseen-changes';

/** The service's clock is ten seconds ahead. */
const AHEAD_MS = 10_000;

function change(createdAtMs: number) {
  return {
    cacheKey: `k${createdAtMs}`,
    priceColumn: 'SalesPrice',
    createdAtMs,
    changedAtMs: createdAtMs - AHEAD_MS,
  };
}

function known(createdAtMs: number, changes: Partial<KnownSnapshot> = {}): KnownSnapshot {
  return {
    cacheKey: `k${createdAtMs}`,
    priceColumn: 'SalesPrice',
    displayName: 'Sales price',
    rowCount: 3,
    createdAtMs,
    takenAtMs: createdAtMs - AHEAD_MS,
    expiresAtMs: null,
    words: null,
    search: {},
    name: null,
    note: null,
    ...changes,
  };
}

test.each([
  ['no snapshot was opened', [], 40_000],
  ['only an earlier snapshot was opened', [known(49_999)], 40_000],
  ['one of another price column was opened', [known(60_000, { priceColumn: 'TenderPrice' })], 40_000],
  ['its own snapshot was opened', [known(50_000)], undefined],
  ['a later snapshot was opened', [known(50_001)], undefined],
  ['its own snapshot is listed, unopened', [known(50_000, { rowCount: null })], 40_000],
])('a change is unseen as long as nothing newer was opened: %s', (_, snapshots, expected) => {
  expect(unseenChanges([change(50_000)], snapshots).get('SalesPrice')).toBe(expected);
});

test('a change of an earlier visit is unseen until a later snapshot is opened', () => {
  const received = known(50_000, { rowCount: null });
  expect([...unseenChanges([], [received])]).toEqual([['SalesPrice', 40_000]]);
  expect([...unseenChanges([], [received, known(50_001)])]).toEqual([]);
  // Of a record of an earlier version only this computer's time is known.
  expect([...unseenChanges([], [received, known(60_001, { createdAtMs: null })])]).toEqual([]);
});
