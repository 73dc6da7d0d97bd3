import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import {
  ALL_DIFFERENCES,
  shownChangesFromParameter,
  shownChangesToParameter,
  type ShownChanges,
} from './changes-address';
import { ROW_KINDS } from './comparison';

const NAMES = ['Value', 'Country', 'a~b', 'a;b', '!none', "x'); --", '"', '\ud800', 'ß🙂'];
const COLUMNS = { differing: NAMES, groups: NAMES, weights: NAMES };
const decimal = fc.constantFrom('0', '-2.5', '10', '123456789012345678.25');

const anyShown: fc.Arbitrary<ShownChanges> = fc.record({
  kinds: fc.subarray([...ROW_KINDS]),
  column: fc.option(fc.constantFrom(...NAMES)),
  range: fc.option(
    fc
      .record({ from: fc.option(decimal), to: fc.option(decimal), includesEnd: fc.boolean() })
      .filter(({ from, to }) => from !== null || to !== null),
  ),
  movement: fc.option(fc.constantFrom('raised', 'lowered'), { nil: undefined }),
  sort: fc.option(
    fc.record({
      by: fc.constantFrom('kind', 'delta', 'percent', 'key'),
      isDescending: fc.boolean(),
    }),
  ),
  find: fc.string({ unit: anyChar, maxLength: 40 }),
  group: fc.constantFrom(...NAMES),
  weight: fc.option(fc.constantFrom(...NAMES)),
});

test('an address brings back what was shown, whatever the names and texts', () => {
  fc.assert(
    fc.property(anyShown, (shown) => {
      expect(shownChangesFromParameter(shownChangesToParameter(shown), COLUMNS)).toEqual({ ok: true, shown });
    }),
  );
});

test('all differences need no parameter', () => {
  expect(shownChangesToParameter(ALL_DIFFERENCES)).toBeUndefined();
  expect(shownChangesFromParameter(undefined, COLUMNS)).toEqual({ ok: true, shown: ALL_DIFFERENCES });
});

test('is short and readable', () => {
  expect(
    shownChangesToParameter({
      kinds: ['changed', 'unchanged'],
      column: 'Value',
      range: { from: '-2.5', to: null, includesEnd: true },
      movement: 'lowered',
      sort: { by: 'percent', isDescending: true },
      find: 'AB 1',
      group: 'Country',
      weight: 'Quantity',
    }),
  ).toBe(
    '1;rows~changed~unchanged;differs~Value;up-to~-2.5~!none;price~lowered;sort~percent~descending;find~AB 1;group~Country~Quantity',
  );
});

test.each([
  ['2;find~a', 'unknown-version'],
  ['', 'unknown-version'],
  ['1;', 'unreadable'],
  ['1;find', 'unreadable'],
  ['1;find~a~b', 'unreadable'],
  ['1;find~!q', 'unreadable'],
  [`1;find~${'a'.repeat(201)}`, 'unreadable'],
  ['1;find~a;find~b', 'unreadable'],
  ['1;below~1~2;up-to~1~2', 'unreadable'],
  ['1;below~!none~!none', 'unreadable'],
  ['1;below~1e3~2', 'unreadable'],
  ['1;rows~all', 'unreadable'],
  ['1;sort~Value~ascending', 'unreadable'],
  ['1;sort~delta~down', 'unreadable'],
  ['1;differs~Nobody', 'unknown-column'],
  ['1;group~__proto__', 'unknown-column'],
  ['1;group~Value~Nobody', 'unknown-column'],
])('an address with %j is refused', (parameter, kind) => {
  expect(shownChangesFromParameter(parameter, COLUMNS)).toMatchObject({ ok: false, problem: { kind } });
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyChar }), (text) => {
      expect(() => shownChangesFromParameter(`1;${text}`, COLUMNS)).not.toThrow();
    }),
  );
});
