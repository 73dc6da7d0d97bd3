import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyChar } from '@/test/any-char';
import { CHECK_IDS } from './check-definition';
import { CHECKS } from './standard-checks';
import { ROLES } from '@/rows/price-rows/column-roles';
import { checksFromParameter, checksToParameter, withOwnChecks } from './checks-address';
import { PROPOSED_CHECKS, type ChecksSpec } from './checks-spec';
import type { SavedView } from '@/features/workbench/model/saved-view';
import { readViewFile, viewFileText } from '@/features/workbench/model/view-file';
import type { OwnCheck } from './own-checks';

const name = fc.string({ minLength: 1, unit: anyChar });
const parameters = fc.record(
  Object.fromEntries(
    CHECKS.filter((check) => check.parameters.length > 0).map((check) => [
      check.id,
      fc.record(
        Object.fromEntries(
          check.parameters.map((each) => [each.name, fc.constantFrom(each.usual, each.least)]),
        ),
        { requiredKeys: [check.parameters[0]?.name ?? ''] },
      ),
    ]),
  ),
  { requiredKeys: [] },
);
const text = fc.string({ minLength: 1, maxLength: 80, unit: anyChar });
const own: fc.Arbitrary<OwnCheck> = fc.record({
  id: text.map((end): OwnCheck['id'] => `own-${end}`),
  name: text,
  means: text,
  isUsed: fc.boolean(),
  refine: text,
});
const spec: fc.Arbitrary<ChecksSpec> = fc.record({
  roles: fc.dictionary(fc.constantFrom(...ROLES), fc.option(name)),
  key: fc.option(fc.array(name, { maxLength: 4 })),
  currencyScope: fc.oneof(fc.constant(undefined), fc.constant(null), name),
  day: fc.constantFrom(null, '2026-06-15'),
  used: fc.dictionary(fc.constantFrom(...CHECK_IDS), fc.boolean()),
  parameters,
  own: fc.uniqueArray(own, { maxLength: 3, selector: ({ id }) => id }),
  sources: fc.record(
    {
      changed: fc.oneof(
        fc.record({ kind: fc.constant('copy' as const), id: name }),
        fc.record({ kind: fc.constant('snapshot' as const), cacheKey: name }),
      ),
      'below-cost': fc.record({
        kind: fc.constant('price-column' as const),
        name,
        amount: fc.oneof(name, fc.constant(null)),
        matches: fc.dictionary(name, name, { noNullPrototype: true }),
      }),
    },
    { requiredKeys: [] },
  ),
});

test('whatever is chosen comes back from the address', () => {
  fc.assert(
    fc.property(spec, (chosen) => {
      const parameter = checksToParameter(chosen);
      const read = parameter === undefined ? null : checksFromParameter(parameter);
      expect(read === null ? PROPOSED_CHECKS : read.ok && read.spec).toEqual(chosen);
    }),
  );
});

test('own checks and all else come back from the file of a saved view', () => {
  fc.assert(
    fc.property(spec, (chosen) => {
      const checks = checksToParameter(chosen);
      const view: SavedView = {
        id: 'a',
        priceColumn: 'SalesPrice',
        name: 'Wrong prices',
        query: { v: '1' },
        display: { show: 'checks', ...(checks !== undefined && { checks }) },
        arrangement: null,
        isDefault: false,
        runsOnOpen: false,
        savedAtMs: 0,
      };
      const read = readViewFile(viewFileText([view]), [], () => 'b');
      const parameter = read.ok ? read.views[0]?.display?.checks : '';
      const spec = parameter === undefined ? null : checksFromParameter(parameter);
      expect(spec === null ? PROPOSED_CHECKS : spec.ok && spec.spec).toEqual(chosen);
    }),
  );
});

describe('an address with what cannot be used is refused as a whole', () => {
  it.each([
    ['2;use,gap', 'unknown-version', '2'],
    ['1;use,no-such-check', 'unreadable', 'use,no-such-check'],
    ['1;set,changed~percent~-1', 'unreadable', 'set,changed~percent~-1'],
    ['1;set,changed~times~2', 'unreadable', 'set,changed~times~2'],
    ['1;day,2026-02-30', 'unreadable', 'day,2026-02-30'],
    ['1;roles,price~A~B', 'unreadable', 'roles,price~A~B'],
    ['1;against,gap~copy~a', 'unreadable', 'against,gap~copy~a'],
    ['1;against,changed~file~a.csv', 'unreadable', 'against,changed~file~a.csv'],
    ['1;against,changed~price-column~a~b~c', 'unreadable', 'against,changed~price-column~a~b~c'],
    ['1;constructor,a', 'unreadable', 'constructor,a'],
    ['1;;', 'unreadable', ''],
    ['1;own,own-1~used~Dear~Too dear', 'unreadable', 'own,own-1~used~Dear~Too dear'],
    ['1;own,gap~used~Dear~Too dear~1', 'unreadable', 'own,gap~used~Dear~Too dear~1'],
    ['1;own,own-1~used~A~B~1,own-1~used~C~D~1', 'unreadable', 'own,own-1~used~A~B~1,own-1~used~C~D~1'],
  ])('%s', (parameter, kind, text) => {
    expect(checksFromParameter(parameter)).toEqual({ ok: false, problem: { kind, text } });
  });
});

test('an own check is added to what was chosen, also to what was stored before there were any', () => {
  const refine = '1;all;Value~greater-than~100';
  const dear: OwnCheck = { id: 'own-1', name: 'Dear, very', means: 'Too dear.', isUsed: true, refine };
  const added = withOwnChecks('1;skip,gap', (before) => [...before, dear]);
  expect(added).toBe('1;skip,gap;own,own-1~used~Dear!c very~Too dear.~1!sall!sValue!tgreater-than!t100');
  expect(checksFromParameter(added ?? '')).toMatchObject({
    ok: true,
    spec: { used: { gap: false }, own: [dear] },
  });
  expect(withOwnChecks(added ?? '', () => [])).toBe('1;skip,gap');
  expect(withOwnChecks(undefined, () => [])).toBe('1');
  expect(withOwnChecks('2;skip,gap', () => [dear])).toBeNull();
});
