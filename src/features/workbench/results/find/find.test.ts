import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { SnapshotRow } from '@/contract/extraction';
import { UNKNOWN_RIGHTS } from '@/session/rights/rights';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { resultColumns } from '@/rows/price-rows/result-columns';
import { MAX_MATCHES, cellMatcher, findInRows, firstMatchFrom, matchBeside } from './find-in-rows';

const NAMES = ['Number', 'Name', 'Value', 'ValidFrom', 'NeedsPrice', 'Cost'];
const TEXTS = {
  true: 'Wahr',
  false: 'Falsch',
  notSent: 'nicht gesendet',
  needsRight: (right: string) => right,
  ended: 'ended',
  startsLater: 'starts later',
  typeText: () => 'a type',
};
const ROW: SnapshotRow = ['A-1', 'Größe XL', '1234.5000', '2026-01-31T00:00:00.0000000', true, undefined];

function columnsFound(text: string, locale: string, row: SnapshotRow = ROW): string[] {
  const holds = cellMatcher(
    text,
    resultColumns(NAMES, TEST_PRICE_COLUMN, locale, TEXTS, UNKNOWN_RIGHTS),
    locale,
  );
  return NAMES.filter((name) => holds(row, name));
}

describe('cellMatcher', () => {
  it.each([
    ['größe', 'de', ['Name']],
    ['GROSSE', 'de', ['Name']],
    ['gro\u0308ße xl', 'de', ['Name']],
    ['a-1', 'de', ['Number']],
    // Finds the displayed value, the stored value, and a number in the notation of the user's locale.
    ['1.234,5', 'de', ['Value']],
    ['1234.5', 'de', ['Value']],
    ['1234,5', 'de', ['Value']],
    ['wahr', 'de', ['NeedsPrice']],
    ['2026-01-31', 'en-GB', ['ValidFrom']],
    ['zzz', 'en-GB', []],
  ])('finds %s in %s', (text, locale, found) => {
    expect(columnsFound(text, locale)).toEqual(found);
  });

  it('finds nothing in withheld and empty cells, not even the text shown in their place', () => {
    const row: SnapshotRow = ['', null, null, null, null, undefined];
    for (const text of ['∅', 'locked', 'Not visible', 'nicht', 'null', 'undefined', ' ']) {
      expect(columnsFound(text, 'en-GB', row)).toEqual([]);
    }
  });
});

const rowsOf = (count: number): SnapshotRow[] => Array.from({ length: count }, (_, index) => [`r${index}`]);

function input(loaded: readonly SnapshotRow[], wanted: (rowIndex: number) => boolean) {
  const getRow = vi.fn((rowIndex: number) => loaded[rowIndex] ?? null);
  return {
    getRow,
    ranges: [{ rowStart: 0, rowEnd: loaded.length }],
    columnIds: ['only'],
    holds: (row: SnapshotRow) => wanted(Number(String(row[0]).slice(1))),
  };
}

describe('findInRows', () => {
  const { signal } = new AbortController();

  it('returns all matches from top to bottom, in whatever order the rows were loaded', async () => {
    const found = await findInRows(
      {
        ...input(rowsOf(300), (index) => index % 100 === 7),
        ranges: [
          { rowStart: 200, rowEnd: 300 },
          { rowStart: 0, rowEnd: 150 },
        ],
      },
      signal,
    );
    expect(found.matches.map(({ rowIndex }) => rowIndex)).toEqual([7, 107, 207]);
    expect(found).toMatchObject({ isCapped: false, rowCount: 250 });
  });

  it('stops at its limit and reports that it did', async () => {
    const looked = input(rowsOf(MAX_MATCHES + 500), () => true);
    const found = await findInRows(looked, signal);
    expect(found.matches).toHaveLength(MAX_MATCHES);
    expect(found).toMatchObject({ isCapped: true, rowCount: MAX_MATCHES + 500 });
    expect(looked.getRow).toHaveBeenCalledTimes(MAX_MATCHES + 1);
  });

  it('yields to the page, and stops when it is aborted', async () => {
    const searching = new AbortController();
    vi.spyOn(performance, 'now').mockImplementation(
      (
        (ms) => () =>
          (ms += 10)
      )(0),
    );
    const turns = vi.fn(() => {
      if (turns.mock.calls.length === 3) searching.abort(new Error('another text'));
      return Promise.resolve();
    });
    const looked = input(rowsOf(10_000), () => false);
    await expect(findInRows(looked, searching.signal, turns)).rejects.toThrow('another text');
    expect(looked.getRow.mock.calls.length).toBeLessThan(500);
    vi.restoreAllMocks();
  });
});

it('begins at the active cell, and wraps around to the top', () => {
  const columnIds = ['a', 'b'];
  const place = fc.record({ rowIndex: fc.nat(20), columnId: fc.constantFrom(...columnIds) });
  const order = ({ rowIndex, columnId }: { rowIndex: number; columnId: string }) =>
    rowIndex * 2 + columnIds.indexOf(columnId);
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: order }), place, (places, from) => {
      const matches = places.toSorted((one, other) => order(one) - order(other));
      const first = matches[firstMatchFrom(matches, from, columnIds)];
      const following = matches.filter((match) => order(match) >= order(from));
      expect(first).toEqual(following[0] ?? matches[0]);
      const beside = (by: 1 | -1) => matches[matchBeside(matches, from, by, columnIds)];
      expect(beside(1)).toEqual(matches.find((match) => order(match) > order(from)) ?? matches[0]);
      expect(beside(-1)).toEqual(matches.findLast((match) => order(match) < order(from)) ?? matches.at(-1));
    }),
  );
});
