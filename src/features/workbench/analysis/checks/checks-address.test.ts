import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CHECK_IDS, CHECKS } from './check-definitions';
import { ROLES } from './check-roles';
import { checksFromParameter, checksToParameter } from './checks-address';
import { PROPOSED_CHECKS, type ChecksSpec } from './checks-spec';

const name = fc.string({ minLength: 1, unit: 'binary' });
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
const spec: fc.Arbitrary<ChecksSpec> = fc.record({
  roles: fc.dictionary(fc.constantFrom(...ROLES), fc.option(name)),
  key: fc.option(fc.array(name, { maxLength: 4 })),
  currencyScope: fc.oneof(fc.constant(undefined), fc.constant(null), name),
  day: fc.constantFrom(null, '2026-06-15'),
  used: fc.dictionary(fc.constantFrom(...CHECK_IDS), fc.boolean()),
  parameters,
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

describe('an address with what cannot be used is refused as a whole', () => {
  it.each([
    ['2;use,gap', 'unknown-version', '2'],
    ['1;use,no-such-check', 'unreadable', 'use,no-such-check'],
    ['1;set,changed~percent~-1', 'unreadable', 'set,changed~percent~-1'],
    ['1;set,changed~times~2', 'unreadable', 'set,changed~times~2'],
    ['1;day,2026-02-30', 'unreadable', 'day,2026-02-30'],
    ['1;roles,price~A~B', 'unreadable', 'roles,price~A~B'],
    ['1;constructor,a', 'unreadable', 'constructor,a'],
    ['1;;', 'unreadable', ''],
  ])('%s', (parameter, kind, text) => {
    expect(checksFromParameter(parameter)).toEqual({ ok: false, problem: { kind, text } });
  });
});
