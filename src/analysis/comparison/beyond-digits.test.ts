import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { runs } from '@/test/runs';
import { compare } from './compare';
import type { Comparison, ComparisonSpec } from './comparison';
import type { ComparedSide } from '../matching/matched-sides';

type Cell = string | null;
const FIELDS = [
  { name: 'Key', type: 'text', scale: null },
  { name: 'Price', type: 'number', scale: 6 },
  { name: 'Cost', type: 'number', scale: 6 },
  { name: 'Remark', type: 'text', scale: null },
] as const;
const SPEC = { keys: ['Key'], price: 'Price', compared: ['Cost', 'Remark'] };
const { signal } = new AbortController();

interface Options {
  readonly isOfWorkbook?: boolean;
  readonly isLater?: boolean;
  readonly fields?: Parameters<typeof openTestEngine>[0];
  readonly spec?: ComparisonSpec;
}

async function compared(
  ofWorkbook: readonly Cell[][],
  exact: readonly Cell[][],
  { isOfWorkbook = true, isLater = false, fields = FIELDS, spec = SPEC }: Options = {},
): Promise<Comparison> {
  const { engine, addTable } = await openTestEngine(fields, []);
  const side = (rows: readonly Cell[][]): ComparedSide => ({
    table: addTable(fields, rows),
    rowCount: rows.length,
    coverage: { kind: 'all', rowCount: rows.length },
  });
  const [workbook, other] = [{ ...side(ofWorkbook), isOfWorkbook }, side(exact)];
  const sides = isLater ? { earlier: other, later: workbook } : { earlier: workbook, later: other };
  return compare(engine, sides, spec, signal);
}

const LONG = '1234567890.123456';

test.each<[string, [held: Cell, exact: Cell], number]>([
  ['rounded to 15 digits', ['1234567890.12346', LONG], 1],
  ['cut to 15 digits, as Excel does what is typed', ['1234567890.12345', LONG], 1],
  ['of another 15th digit', ['1234567890.12344', LONG], 0],
  ['with a sixteenth digit of its own', ['1234567890.123457', LONG], 0],
  ['of 15 digits on both sides', ['123456789.123456', '123456789.123457'], 0],
  ['below zero', ['-1234567890.12346', `-${LONG}`], 1],
  ['of the other sign', ['1234567890.12346', `-${LONG}`], 0],
  ['that is rounded to one more digit', ['10000000000', '9999999999.999999'], 1],
  ['without decimals', ['1234567890123460000', '1234567890123456789'], 1],
  ['of thirty digits', ['123456789012346000000000', '123456789012345678901234.567891'], 1],
  ['that one side lacks', [null, LONG], 0],
  ['that is no number', ['on request', LONG], 0],
])('a price %s', async (_, [held, exact], count) => {
  for (const isLater of [false, true]) {
    const rows = [['A', held, '1', 'x']];
    const result = await compared(rows, [['A', exact, '1', 'x']], { isLater });
    // The row still counts as changed.
    expect(result.counts.changed).toBe(1);
    expect(result.beyondDigits).toBe(count);
  }
});

test('a row that differs in something else, too, is no such row, and so is one of a side that is no workbook', async () => {
  const short = '1234567890.12346';
  const exact: Cell[][] = [
    ['A', LONG, LONG, 'x'],
    ['B', LONG, '2', 'x'],
    ['C', LONG, '2', 'x'],
    ['D', '5', '2', 'x'],
    ['E', LONG, '2', 'x'],
  ];
  const held: Cell[][] = [
    ['A', short, short, 'x'],
    ['B', short, '3', 'x'],
    ['C', short, '2', 'y'],
    ['D', '5', '2', 'x'],
    ['F', short, '2', 'x'],
  ];
  const result = await compared(held, exact);
  expect(result).toMatchObject({
    beyondDigits: 1,
    counts: { changed: 3, unchanged: 1, added: 1, removed: 1 },
  });
  expect((await compared(held, exact, { isOfWorkbook: false })).beyondDigits).toBe(0);
});

test('whatever Excel saves of a number is told apart from another number', async () => {
  const units = fc.bigInt(10n ** 16n, 10n ** 30n);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(units, fc.boolean()), { minLength: 1, maxLength: 20 }),
      async (cases) => {
        const text = (number: bigint) =>
          `${number / 1_000_000n}.${String(number % 1_000_000n).padStart(6, '0')}`;
        const held = cases.map(([number, isOther]) => {
          const unit = 10n ** BigInt(String(number).length - 15);
          const rounded = ((number + unit / 2n) / unit) * unit;
          return isOther ? rounded + 2n * unit : rounded;
        });
        const result = await compared(
          held.map((number, index) => [String(index), text(number), '1', 'x']),
          cases.map(([number], index) => [String(index), text(number), '1', 'x']),
        );
        const expected = cases.filter(
          ([number, isOther], index) => !isOther && held[index] !== number,
        ).length;
        expect(result.beyondDigits).toBe(expected);
      },
    ),
    { numRuns: runs(25) },
  );
});

describe('a number that is the key', () => {
  const KEY_FIELDS = [
    { name: 'Entry', type: 'number', scale: 0 },
    { name: 'Line', type: 'number', scale: 0 },
    { name: 'Region', type: 'text', scale: null },
    { name: 'Price', type: 'number', scale: 6 },
  ] as const;
  const KEY_SPEC = { keys: ['Entry', 'Line', 'Region'], price: 'Price', compared: [] };
  const comparedByKey = (held: readonly Cell[][], exact: readonly Cell[][], how = {}) =>
    compared(held, exact, { fields: KEY_FIELDS, spec: KEY_SPEC, ...how });

  test('that a workbook cannot hold is told with its count, whichever side the workbook is', async () => {
    const exact: Cell[][] = [
      ['1234567890123456789', '1', 'North', '5'],
      ['1234567890123456789', '2', 'North', '5'],
      ['-9999999999999999', '3', 'North', '5'],
      ['1234567890123456789', '1234567890123456789', 'South', '5'],
      ['123', '5', 'North', '5'],
      ['1234567890123456789', '6', null, '5'],
    ];
    const held: Cell[][] = [
      // The first key is rounded, the second truncated, the third rounded to one digit more, and the last one has two such numbers.
      ['1234567890123460000', '1', 'North', '5'],
      ['1234567890123450000', '2', 'North', '5'],
      ['-10000000000000000', '3', 'North', '5'],
      ['1234567890123460000', '1234567890123450000', 'South', '5'],
      // No exact row matches these: an additional row, another region, another number, a number that both sides can hold, and no key.
      ['1234567890123460000', '9', 'North', '5'],
      ['1234567890123460000', '2', 'South', '5'],
      ['1234567890123470000', '1', 'North', '5'],
      ['124', '5', 'North', '5'],
      ['1234567890123460000', '6', null, '5'],
    ];
    for (const isLater of [false, true]) {
      const result = await comparedByKey(held, exact, { isLater });
      expect(result).toMatchObject({ keysBeyondDigits: 4, beyondDigits: 0 });
      // The rows still count as added and removed.
      expect(result.counts).toMatchObject({ changed: 0, unchanged: 0 });
    }
    expect((await comparedByKey(held, exact, { isOfWorkbook: false })).keysBeyondDigits).toBe(0);
  });

  test('whatever Excel saves of it is told apart from another number', async () => {
    const units = fc.bigInt(10n ** 15n, 10n ** 30n);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(units, fc.boolean(), fc.boolean()), {
          minLength: 1,
          maxLength: 20,
          selector: ([number]) => number,
        }),
        async (cases) => {
          const heldOf = ([number, isOther, isCut]: (typeof cases)[number]) => {
            const unit = 10n ** BigInt(String(number).length - 15);
            const rounded = isCut ? number - (number % unit) : ((number + unit / 2n) / unit) * unit;
            return isOther ? rounded + 2n * unit : rounded;
          };
          const row = (number: bigint, index: number): Cell[] => [String(number), String(index), 'x', '1'];
          const result = await comparedByKey(
            cases.map((each, index) => row(heldOf(each), index)),
            cases.map(([number], index) => row(number, index)),
          );
          const expected = cases.filter((each) => !each[1] && heldOf(each) !== each[0]).length;
          expect(result.keysBeyondDigits).toBe(expected);
        },
      ),
      { numRuns: runs(25) },
    );
  });
});
