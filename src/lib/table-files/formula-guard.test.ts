import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { guardFormulas, unguardFormulas } from './formula-guard';
import { runs } from '@/test/runs';

const piece = fc.constantFrom(
  ...Array.from('=+-@＝＋－＠﹦\'",;|\t\r\n !(a1'),
  '\u00A0',
  '\u200B',
  '\u0000',
  "'=",
  ',=',
  '\n -x(',
);
const text = fc.oneof(fc.string({ unit: piece }), fc.string({ unit: 'grapheme' }));

it('is reversible for any text, guarded once or several times', () => {
  fc.assert(
    fc.property(text, (original) => {
      const once = guardFormulas(original);
      const twice = guardFormulas(once);
      expect(unguardFormulas(once)).toBe(original);
      expect(unguardFormulas(unguardFormulas(twice))).toBe(original);
    }),
    { numRuns: runs(5_000) },
  );
});

it.each([
  ['=1', "'=1"],
  [' \u00A0=1', "' \u00A0=1"],
  ['\nx', "'\nx"],
  [' \n-x', "' \n-x"],
  ["'=1", "''=1"],
  ['=a;=b', "'=a;=b"],
])('guards %j', (original, guarded) => {
  expect(guardFormulas(original)).toBe(guarded);
});

it.each(['', 'a=1', "'a", '10,-', 'M8|-40|+85 °C', 'first\n- second', 'a (b), c', '1,5', 'a, b'])(
  'leaves %j',
  (original) => {
    expect(guardFormulas(original)).toBe(original);
  },
);

const WITH_FORMULA_INSIDE = [
  'a;=1+1',
  'x,=1+1',
  'x|=1+1',
  'x\t=1+1',
  'a\n@b',
  'a\r\n=1',
  'x; "=1',
  '"=1',
  "a;'=1",
];
it.each(WITH_FORMULA_INSIDE)('leaves %j, whose formula is within the quotes of its cell', (original) => {
  expect(guardFormulas(original)).toBe(original);
});

it('takes linear time', () => {
  for (const unit of ["'", ' ', ',', '|+', ',+', '"', ',"', '\n-', '\u200B']) {
    const long = unit.repeat(200_000);
    expect(unguardFormulas(guardFormulas(`x${long}`))).toBe(`x${long}`);
  }
});
