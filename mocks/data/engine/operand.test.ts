import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPriceSource } from '../price-sources';
import { compareWith, operandOf } from './operand';

function fieldOf(priceColumn: string, name: string) {
  const field = findPriceSource(priceColumn)?.fields.find(({ record }) => record.name === name);
  if (field === undefined) throw new Error(`${priceColumn} has no ${name}.`);
  return field;
}

// Both fields store four decimals. The cells of the second one consist of two numbers (major and minor part).
const PLAIN = fieldOf('SalesPrice', 'PreviousValue');
const WIDE = fieldOf('SalesPrice', 'Value');

/** Compares a cell with a value as the engine does. Returns -1 if the cell is less, 0 if equal, and 1 if it is greater. */
function sign(field: typeof PLAIN, cell: bigint, text: string): number {
  const base = 1_000_000_000n;
  const minor = field.minorAt === null ? 0n : ((cell % base) + base) % base;
  const major = field.minorAt === null ? cell : (cell - minor) / base;
  return Math.sign(compareWith(operandOf(field, text), Number(major), Number(minor)));
}

describe.each([
  ['one part', PLAIN],
  ['two parts', WIDE],
])('a value compared with cells of %s', (_, field) => {
  test.each([
    // The value has more digits than the field stores, so it is between two possible cells.
    ['-1.00005', -10_001n, -1],
    ['-1.00005', -10_000n, 1],
    ['-0.00001', -1n, -1],
    ['-0.00001', 0n, 1],
    ['1.00005', 10_000n, -1],
    ['1.00005', 10_001n, 1],
    // Zeros beyond the scale of the field have no effect.
    ['-1.00000', -10_000n, 0],
    ['1.000000', 10_000n, 0],
  ])('%s against %i ten-thousandths', (text, cell, expected) => {
    expect(sign(field, cell, text)).toBe(expected);
  });

  test('lies where the exact numbers lie', () => {
    const cells = fc.bigInt({ min: -9_000_000_000_000_000n, max: 9_000_000_000_000_000n });
    fc.assert(
      fc.property(cells, fc.integer({ min: -20_000, max: 20_000 }), (cell, distance) => {
        // The value is near the cell. It is in hundred-millionths, and the cell in ten-thousandths.
        const value = cell * 10_000n + BigInt(distance);
        const magnitude = String(value < 0n ? -value : value).padStart(9, '0');
        const text = `${value < 0n ? '-' : ''}${magnitude.slice(0, -8)}.${magnitude.slice(-8)}`;
        expect(sign(field, cell, text)).toBe(Math.sign(0 - distance));
      }),
    );
  });
});
