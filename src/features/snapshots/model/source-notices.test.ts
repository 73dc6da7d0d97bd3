import { expect, test } from 'vitest';
import { withReceptionMark, type KnownSnapshot } from './known-snapshot';
import { sourceNotices, type ArrivedChange } from './source-notices';

/** In these tests the service's clock is ten seconds ahead of the computer's clock. */
const AHEAD_MS = 10_000;

function change(createdAtMs: number): ArrivedChange {
  return {
    cacheKey: `k${createdAtMs}`,
    priceColumn: 'SalesPrice',
    createdAtMs,
    changedAtMs: createdAtMs - AHEAD_MS,
    isListed: false,
    isPostponed: false,
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

/** Returns a received snapshot as an earlier page has stored it. `rowCount` is null if it was not opened. */
const stored = (createdAtMs: number, rowCount: number | null, marks = {}) =>
  known(createdAtMs, {
    rowCount,
    received: {
      changedAtMs: createdAtMs - AHEAD_MS,
      isListed: false,
      isPostponed: false,
      ...marks,
    },
  });

function unseenChanges(arrived: readonly ArrivedChange[], snapshots: readonly KnownSnapshot[]) {
  const unseen = sourceNotices(arrived, snapshots).filter(({ isSeen }) => !isSeen);
  return new Map(unseen.map(({ priceColumn, changedAtMs }) => [priceColumn, changedAtMs]));
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
  const received = stored(50_000, null);
  expect([...unseenChanges([], [received])]).toEqual([['SalesPrice', 40_000]]);
  expect([...unseenChanges([], [received, known(50_001)])]).toEqual([]);
});

test('what earlier pages have received is listed with what this one has, the latest of each price column first', () => {
  const tender = { ...change(70_000), priceColumn: 'TenderPrice' };
  const notices = sourceNotices([tender], [stored(50_000, null), stored(30_000, 3), known(40_000)]);
  expect(notices.map(({ cacheKey, isSeen, hasArrived }) => [cacheKey, isSeen, hasArrived])).toEqual([
    ['k70000', false, true],
    ['k50000', false, false],
  ]);
  // A change stays in the list after its snapshot was opened.
  expect(sourceNotices([], [stored(50_000, 3)])).toMatchObject([{ cacheKey: 'k50000', isSeen: true }]);
  expect(sourceNotices([], [known(50_000)])).toEqual([]);
});

test('what was done with a change on another page counts, and with the latest one alone', () => {
  expect(sourceNotices([change(50_000)], [stored(50_000, null, { isPostponed: true })])).toMatchObject([
    { cacheKey: 'k50000', isListed: false, isPostponed: true },
  ]);
  const marked = withReceptionMark([stored(50_000, null), known(60_000)], {
    cacheKeys: ['k50000', 'k60000'],
    mark: 'isListed',
  });
  expect(sourceNotices([change(90_000)], marked)).toMatchObject([{ cacheKey: 'k90000', isListed: false }]);
  expect(sourceNotices([], marked)).toMatchObject([{ cacheKey: 'k50000', isListed: true }]);
  // No event has announced this snapshot, so it gets no mark.
  expect(marked[1]).toEqual(known(60_000));
});
