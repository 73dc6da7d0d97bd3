import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowSlots } from './row-slots';

test('drawn rows and the gaps around them', () => {
  expect(rowSlots([3, 4, 9], 11)).toEqual([
    { kind: 'gap', firstIndex: 0, rowCount: 3 },
    { kind: 'row', index: 3 },
    { kind: 'row', index: 4 },
    { kind: 'gap', firstIndex: 5, rowCount: 4 },
    { kind: 'row', index: 9 },
    { kind: 'gap', firstIndex: 10, rowCount: 1 },
  ]);
});

test.each([
  [[], 0, []],
  [[0, 1], 0, []],
  [[0], 1, [{ kind: 'row', index: 0 }]],
  [[], 2, [{ kind: 'gap', firstIndex: 0, rowCount: 2 }]],
])('%j of %i', (drawn, rowCount, slots) => {
  expect(rowSlots(drawn, rowCount)).toEqual(slots);
});

test('no row is lost or drawn twice', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(60)), fc.nat(50), (indexes, rowCount) => {
      const drawn = indexes.sort((a, b) => a - b);
      const covered = rowSlots(drawn, rowCount).flatMap((slot) =>
        slot.kind === 'row'
          ? [slot.index]
          : Array.from({ length: slot.rowCount }, (_, offset) => slot.firstIndex + offset),
      );
      expect(covered).toEqual(Array.from({ length: rowCount }, (_, index) => index));
    }),
  );
});
