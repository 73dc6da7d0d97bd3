import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WHOLE_COLUMN } from './draft-query';
import { displayOrder, isOrderOf, withFieldOrder } from './field-order';

const NAMES = ['A', 'B', 'C', 'D', 'E'];

describe('displayOrder', () => {
  it.each([
    [[], ['A', 'B', 'C', 'D', 'E']],
    [
      ['D', 'B'],
      ['A', 'D', 'E', 'B', 'C'],
    ],
    [
      ['E', 'D', 'C', 'B', 'A'],
      ['E', 'D', 'C', 'B', 'A'],
    ],
    [
      ['B', 'Gone', 'D'],
      ['A', 'B', 'C', 'D', 'E'],
    ],
  ])('%j', (chosen, expected) => {
    const order = displayOrder(NAMES, chosen);
    expect([...order].sort()).toEqual(NAMES);
    expect(order).toEqual(expected);
  });

  it('contains every name once and the chosen ones in their order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(NAMES), (chosen) => {
        const order = displayOrder(NAMES, chosen);
        expect([...order].sort()).toEqual(NAMES);
        expect(isOrderOf(order, chosen)).toBe(true);
      }),
    );
  });
});

describe('isOrderOf', () => {
  it('is false for a missing name', () => {
    expect(isOrderOf(NAMES, ['A', 'Gone'])).toBe(false);
    expect(isOrderOf(NAMES, ['B', 'A'])).toBe(false);
    expect(isOrderOf(NAMES, ['A', 'C'])).toBe(true);
  });
});

describe('withFieldOrder', () => {
  it.each([
    ['all fields', null, ['C', 'A', 'B', 'D', 'E'], ['C', 'A', 'B', 'D', 'E']],
    ['all fields, back where they were', ['B', 'A', 'C', 'D', 'E'], NAMES, null],
    ['some fields', ['A', 'C', 'E'], ['E', 'A', 'C'], ['E', 'A', 'C']],
    [
      'a field that has no column yet, behind the one it follows',
      ['A', 'C', 'D'],
      ['C', 'A'],
      ['C', 'D', 'A'],
    ],
    ['a column whose field is no longer wanted', ['A', 'C'], ['C', 'B', 'A'], ['C', 'A']],
    ['all fields of which the grid has two', null, ['B', 'A'], ['B', 'C', 'D', 'E', 'A']],
  ])('%s', (_, fields, order, expected) => {
    expect(withFieldOrder({ ...WHOLE_COLUMN, fields }, order, NAMES).fields).toEqual(expected);
  });
});
