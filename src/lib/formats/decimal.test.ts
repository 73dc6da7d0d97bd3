import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  averageDecimal,
  compareDecimals,
  createDecimalTotals,
  middleDecimal,
  readDecimal,
  roundDecimal,
  shiftDecimal,
  significantDigits,
  significantFractionDigits,
  splitDecimal,
  subtractDecimals,
  sumDecimals,
} from './decimal';
import { isDecimal } from '../base/decimal-grammar';

/** This scale is larger than every scale in the tests, so that the reference calculation needs no alignment. */
const REFERENCE_SCALE = 40;

/** A canonical decimal and its value in units of 10^-40, computed from the same integer in two different ways. */
const decimalPair = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([whole, scale]) => {
    const sign = whole < 0n ? '-' : '';
    const magnitude = whole < 0n ? -whole : whole;
    const unit = 10n ** BigInt(scale);
    const fraction = scale === 0 ? '' : `.${String(magnitude % unit).padStart(scale, '0')}`;
    return {
      text: `${sign}${magnitude / unit}${fraction}`,
      scale,
      units: whole * 10n ** BigInt(REFERENCE_SCALE - scale),
    };
  });

function unitsOf(decimal: string): bigint {
  expect(isDecimal(decimal)).toBe(true);
  const [integer = '', fraction = ''] = decimal.replace('-', '').split('.');
  const magnitude = BigInt(integer + fraction.padEnd(REFERENCE_SCALE, '0'));
  return decimal.startsWith('-') ? -magnitude : magnitude;
}

describe('isDecimal', () => {
  it.each(['0', '0.00', '7', '-7', '12.5000', '-0.01', '123456789012345678.1234'])('accepts %s', (text) => {
    expect(isDecimal(text)).toBe(true);
  });

  it.each(['', '-', '-0', '-0.00', '+1', '01', '.5', '5.', '1e3', '1,5', ' 1', '1\n', 'NaN', '١', '0x1'])(
    'refuses %j',
    (text) => {
      expect(isDecimal(text)).toBe(false);
    },
  );
});

describe('readDecimal', () => {
  it.each([
    ['12.5000', '12.5000'],
    ['+007.50', '7.50'],
    ['-0.0', '0.0'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1e3', '1000'],
    ['1.5E+3', '1500'],
    ['1.50e1', '15.0'],
    ['-1.2345e-7', '-0.00000012345'],
    ['1e+21', '1000000000000000000000'],
    ['0e5', '0'],
  ])('reads %s as %s', (text, decimal) => {
    expect(readDecimal(text)).toBe(decimal);
  });

  it.each(['', '+', '-', '.', '1,5', '1 000', '1e', 'e5', '1e9999', '1e401', 'abc', 'Infinity', '--1'])(
    'finds no number in %j',
    (text) => {
      expect(readDecimal(text)).toBeNull();
    },
  );

  it('reads every double that JavaScript writes', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const decimal = readDecimal(String(value));
        expect(decimal).not.toBeNull();
        // This test converts the decimal back to a double on purpose. The product never does.
        expect(Number(decimal)).toBe(Object.is(value, -0) ? 0 : value);
      }),
    );
  });

  it('never throws and only returns canonical decimals', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123-+.eE'.split('')) })),
        (text) => {
          const decimal = readDecimal(text);
          expect(decimal === null || isDecimal(decimal)).toBe(true);
        },
      ),
    );
  });
});

describe('arithmetic', () => {
  it('adds and subtracts exactly and keeps the places of the longer', () => {
    fc.assert(
      fc.property(decimalPair, decimalPair, (a, b) => {
        const sum = addDecimals(a.text, b.text);
        expect(unitsOf(sum)).toBe(a.units + b.units);
        expect(splitDecimal(sum).fraction).toHaveLength(Math.max(a.scale, b.scale));
        expect(unitsOf(subtractDecimals(a.text, b.text))).toBe(a.units - b.units);
      }),
    );
  });

  it('orders by value', () => {
    fc.assert(
      fc.property(decimalPair, decimalPair, (a, b) => {
        expect(compareDecimals(a.text, b.text)).toBe(Number(a.units > b.units) - Number(a.units < b.units));
        expect(compareDecimals(a.text, addDecimals(a.text, '0.00000'))).toBe(0);
      }),
    );
  });

  it('totals a run exactly', () => {
    fc.assert(
      fc.property(fc.array(decimalPair, { maxLength: 30 }), (values) => {
        const running = createDecimalTotals();
        for (const value of values) running.add(value.text);
        const { count, sum, min, max } = running.totals();
        const sorted = values.map((value) => value.units).sort((a, b) => Number(a > b) - Number(a < b));
        expect(count).toBe(values.length);
        expect(unitsOf(sum)).toBe(sorted.reduce((total, units) => total + units, 0n));
        expect(sumDecimals(values.map((value) => value.text))).toBe(sum);
        expect(min === null ? undefined : unitsOf(min)).toBe(sorted[0]);
        expect(max === null ? undefined : unitsOf(max)).toBe(sorted.at(-1));
      }),
    );
  });

  it('sums what a double cannot', () => {
    expect(sumDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(sumDecimals(['99999999999999.9999', '0.0001', '-100000000000000'])).toBe('0.0000');
    expect(sumDecimals([])).toBe('0');
  });

  it('names the first of equal values as least and greatest', () => {
    const running = createDecimalTotals();
    for (const decimal of ['1.50', '1.5', '1.500']) running.add(decimal);
    expect(running.totals()).toEqual({ count: 3, sum: '4.500', min: '1.50', max: '1.50' });
  });

  it('averages to the last place asked for, halves away from zero', () => {
    expect(averageDecimal('10', 4, 1)).toBe('2.5');
    expect(averageDecimal('10.00', 3, 2)).toBe('3.3333');
    expect(averageDecimal('-0.5', 10, 1)).toBe('-0.05');
    expect(averageDecimal('0.1', 4, 1)).toBe('0.03');
    expect(averageDecimal('-0.1', 4, 1)).toBe('-0.03');
    expect(() => averageDecimal('0', 0, 2)).toThrow(RangeError);
  });

  it('averages within half a unit of the last place', () => {
    const count = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(decimalPair, count, fc.integer({ min: 0, max: 6 }), (sum, count, extraDigits) => {
        const average = averageDecimal(sum.text, count, extraDigits);
        const unit = 10n ** BigInt(REFERENCE_SCALE - sum.scale - extraDigits);
        const error = unitsOf(average) * BigInt(count) - sum.units;
        expect((error < 0n ? -error : error) * 2n <= unit * BigInt(count)).toBe(true);
        expect(splitDecimal(average).fraction).toHaveLength(sum.scale + extraDigits);
      }),
    );
  });

  it('rounds halves away from zero and pads', () => {
    expect(roundDecimal('1.005', 2)).toBe('1.01');
    expect(roundDecimal('-1.005', 2)).toBe('-1.01');
    expect(roundDecimal('1.0049', 2)).toBe('1.00');
    expect(roundDecimal('-0.004', 2)).toBe('0.00');
    expect(roundDecimal('999.5', 0)).toBe('1000');
    expect(roundDecimal('7', 3)).toBe('7.000');
  });

  it('moves the point both ways', () => {
    fc.assert(
      fc.property(decimalPair, fc.integer({ min: 0, max: 20 }), (value, power) => {
        expect(unitsOf(shiftDecimal(value.text, power))).toBe(value.units * 10n ** BigInt(power));
        expect(compareDecimals(shiftDecimal(shiftDecimal(value.text, -power), power), value.text)).toBe(0);
      }),
    );
    expect(shiftDecimal('12.50', -3)).toBe('0.01250');
    expect(shiftDecimal('1.50', 2)).toBe('150');
  });

  it.each(['', 'abc', '1,5', '0x10', ' 1'])('refuses to compute with %j', (text) => {
    expect(() => addDecimals(text, '1')).toThrow(RangeError);
    expect(() => significantDigits(text)).toThrow(RangeError);
  });
});

describe('counting digits', () => {
  it.each([
    ['0', 1, 0],
    ['0.000', 1, 0],
    ['12.50', 3, 1],
    ['1200', 2, 0],
    ['-0.0012345', 5, 7],
    ['99999999999999.9999', 18, 4],
    ['100.0100', 5, 2],
  ])('%s has %i significant digits, %i of them needed after the point', (text, digits, fractionDigits) => {
    expect(significantDigits(text)).toBe(digits);
    expect(significantFractionDigits(text)).toBe(fractionDigits);
  });
});

// An algorithm with quadratic run time would not finish this test.
it('zeros without end are counted in one pass', () => {
  expect(significantDigits(`0.${'0'.repeat(2_000_000)}1`)).toBe(1);
  expect(significantDigits(`1${'0'.repeat(2_000_000)}1`)).toBe(2_000_002);
});

describe('middleDecimal', () => {
  it('is exact, with a place more only where that is needed', () => {
    fc.assert(
      fc.property(decimalPair, decimalPair, (a, b) => {
        const middle = middleDecimal(a.text, b.text);
        expect(unitsOf(middle) * 2n).toBe(a.units + b.units);
        const places = (middle.split('.')[1] ?? '').length - Math.max(a.scale, b.scale);
        expect(places === 0 || (places === 1 && middle.endsWith('5'))).toBe(true);
      }),
    );
    expect(middleDecimal('1.00', '2.01')).toBe('1.505');
    expect(middleDecimal('-1', '2')).toBe('0.5');
  });
});
