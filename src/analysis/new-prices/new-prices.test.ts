import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import type { RefineCondition } from '../conditions/refinement';
import type { AnalysedTable } from '../engine/analysed-table';
import {
  CHANGE_KINDS,
  DIRECTIONS,
  FIRST_RULE,
  LIMIT_KINDS,
  ROUNDING_STEPS,
  type PriceLimit,
  type PriceRule,
} from './proposal-spec';
import { openProposal, dropProposal, readProposal, type ProposalRow } from './read-proposal';
import { IS_LONG, runs } from '@/test/runs';

const { signal } = new AbortController();
let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine([], []);
});

/** The cells of a row: decimals as texts, or null. */
interface Item {
  readonly price: string | null;
  readonly cost: string | null;
  readonly list: string | null;
  readonly currency: string;
}
interface Scales {
  readonly price: number;
  readonly cost: number;
  readonly list: number;
}

async function newPrices(
  rules: readonly PriceRule[],
  items: readonly Item[],
  scales: Scales = { price: 2, cost: 2, list: 2 },
  priceDigits?: number,
): Promise<readonly ProposalRow[]> {
  const table = opened.addTable(
    [
      { name: 'Price', type: 'number', scale: scales.price },
      { name: 'Cost', type: 'number', scale: scales.cost },
      { name: 'List', type: 'number', scale: scales.list },
      { name: 'Currency', type: 'text', scale: null },
    ],
    items.map(({ price, cost, list, currency }) => [price, cost, list, currency]),
  );
  return rowsOf(rules, table, 'Cost', priceDigits);
}

async function rowsOf(
  rules: readonly PriceRule[],
  table: AnalysedTable,
  cost: string | null,
  priceDigits: number | null = null,
): Promise<readonly ProposalRow[]> {
  const price = table.columns.find(({ name }) => name === 'Price');
  if (price === undefined) throw new Error('There is no price.');
  const columns = { price: 'Price', cost, currency: 'Currency', group: null };
  const proposal = await readProposal(
    opened.engine,
    rules,
    { table, price, priceDigits, columns, weight: null, today: '2026-11-26' },
    signal,
  );
  const rows = await openProposal(opened.engine, proposal, { kind: 'all' }, [], signal);
  const all = await rows.readPage(1, 10_000, signal);
  await rows.close();
  await dropProposal(opened.engine, proposal);
  return all;
}

const priced = (price: string | null, rest: Partial<Item> = {}): Item => ({
  price,
  cost: null,
  list: null,
  currency: 'EUR',
  ...rest,
});
const rule = (changes: Partial<PriceRule>): PriceRule => ({ ...FIRST_RULE, ...changes });
const byPercent = (percent: string) => ({ change: { kind: 'percent', percent } }) as const;
const toEnding = (ending: string) => ({ rounding: { kind: 'ending', ending } }) as const;
const values = (rows: readonly ProposalRow[]) => rows.map(({ newValue }) => newValue);
const ofCurrency = (currency: string) => {
  const isIt: RefineCondition = {
    kind: 'condition',
    column: 'Currency',
    operator: 'is',
    operand: { kind: 'values', values: [currency] },
  };
  return { conditions: { kind: 'group', join: 'all', parts: [isIt] } } as const;
};

describe('new prices', () => {
  test('a percentage is exact, and halves go away from zero', async () => {
    const rows = await newPrices(
      [rule(byPercent('5'))],
      ['0.10', '0.30', '100.00'].map((price) => priced(price)),
    );
    // The exact new prices are 0.105 and 0.315. They are rounded half up.
    expect(values(rows)).toEqual(['0.11', '0.32', '105.00']);
    const [negative] = await newPrices(
      [rule({ change: { kind: 'value', value: '-0.105' } })],
      [priced('1.00')],
    );
    expect(negative?.newValue).toBe('-0.11');
  });

  test('a price ends as it is asked to, also where the nearest such price is below', async () => {
    const prices = ['3.00', '3.40', '3.45', '3.46', '0.10', '19.99'].map((price) => priced(price));
    expect(values(await newPrices([rule(toEnding('0.95'))], prices))).toEqual([
      '2.95',
      '2.95',
      '3.95',
      '3.95',
      '0.95',
      '19.95',
    ]);
    expect(values(await newPrices([rule({ ...toEnding('0.95'), direction: 'down' })], prices))).toEqual([
      '2.95',
      '2.95',
      '2.95',
      '2.95',
      '0.10',
      '19.95',
    ]);
    expect(values(await newPrices([rule(toEnding('9.90'))], [priced('13.00'), priced('15.00')]))).toEqual([
      '9.90',
      '19.90',
    ]);
  });

  test('a price of zero or below stays and says so, unless the rule sets a value', async () => {
    const prices = [
      priced('0.00', { cost: '1.00', list: '2.00' }),
      priced('-1.20', { cost: '1.00', list: '2.00' }),
    ];
    const changes = [
      byPercent('4').change,
      { kind: 'amount', amount: '5' },
      { kind: 'margin', margin: '20' },
      { kind: 'column', column: 'List', factor: '1' },
    ] as const;
    for (const change of changes) {
      const rows = await newPrices([rule({ change, ...toEnding('0.95') })], prices);
      expect(rows.map(({ newValue, outcome, guard }) => [newValue, outcome, guard])).toEqual([
        ['0.00', 'not-positive', null],
        ['-1.20', 'not-positive', null],
      ]);
    }
    const set = await newPrices(
      [rule({ change: { kind: 'value', value: '5' }, ...toEnding('0.95') })],
      prices,
    );
    expect(set.map(({ newValue, outcome }) => [newValue, outcome])).toEqual([
      ['4.95', 'priced'],
      ['4.95', 'priced'],
    ]);
  });

  test('a price that rounding would make zero stays and says so', async () => {
    const prices = ['0.05', '3.00', '4.99', '14.99', '15.00'].map((price) => priced(price));
    const to = (step: '1' | '10', direction: PriceRule['direction']) =>
      newPrices([rule({ rounding: { kind: 'step', step }, direction })], prices);
    const outcomes = (rows: readonly ProposalRow[]) =>
      rows.map(({ newValue, outcome }) => [newValue, outcome]);
    expect(outcomes(await to('10', 'down'))).toEqual([
      ['0.05', 'rounds-to-zero'],
      ['3.00', 'rounds-to-zero'],
      ['4.99', 'rounds-to-zero'],
      ['10.00', 'priced'],
      ['10.00', 'priced'],
    ]);
    expect(outcomes(await to('10', 'nearest'))).toEqual([
      ['0.05', 'rounds-to-zero'],
      ['3.00', 'rounds-to-zero'],
      ['4.99', 'rounds-to-zero'],
      ['10.00', 'priced'],
      ['20.00', 'priced'],
    ]);
    expect(outcomes(await to('1', 'nearest'))[0]).toEqual(['0.05', 'rounds-to-zero']);
    expect(outcomes(await to('1', 'up'))[0]).toEqual(['1.00', 'priced']);
    const [cent] = await newPrices([rule(byPercent('-60'))], [priced('0.01')]);
    expect(cent).toMatchObject({ newValue: '0.01', outcome: 'rounds-to-zero' });
  });

  test('a price stays and says so where no round one lies in the direction', async () => {
    const [down] = await newPrices([rule({ ...toEnding('0.95'), direction: 'down' })], [priced('0.10')]);
    expect(down).toMatchObject({ newValue: '0.10', outcome: 'none-in-direction', guard: null });
    const [up] = await newPrices(
      [rule({ change: { kind: 'value', value: '-0.50' }, ...toEnding('0.95'), direction: 'up' })],
      [priced('1.00')],
    );
    expect(up).toMatchObject({ newValue: '1.00', outcome: 'none-in-direction' });
  });

  test('zero is the price where it is asked for, whatever the rounding', async () => {
    for (const change of [byPercent('-100').change, { kind: 'value', value: '0' } as const]) {
      const rows = await newPrices(
        [rule({ change, ...toEnding('0.95'), direction: 'up' })],
        [priced('3.00')],
      );
      expect(rows).toMatchObject([{ newValue: '0.00', outcome: 'priced' }]);
    }
  });

  test('a price that a guard holds below its step is not made zero', async () => {
    const step = { rounding: { kind: 'step', step: '10' }, direction: 'down' } as const;
    const [above, within] = await newPrices(
      [rule({ ...step, notBelow: { kind: 'value', value: '8' } })],
      [priced('3.00'), priced('9.00')],
    );
    expect(above).toMatchObject({ newValue: '10.00', guard: { name: 'notBelow', way: 'held' } });
    expect(within).toMatchObject({ newValue: '9.00', outcome: 'rounds-to-zero', guard: null });
    const [below] = await newPrices(
      [rule({ ...step, ...byPercent('100'), notAbove: { kind: 'value', value: '4' } })],
      [priced('3.00')],
    );
    expect(below).toMatchObject({ newValue: '4.00', guard: { name: 'notAbove', way: 'not-rounded' } });
  });

  test('a price that the column of the service has no room for stays and says so', async () => {
    const items = [priced('950.00'), priced('999.99'), priced('1.00')];
    const rows = await newPrices([rule(byPercent('5.3'))], items, undefined, 5);
    expect(rows.map(({ newValue, outcome, guard }) => [newValue, outcome, guard])).toEqual([
      ['950.00', 'too-wide', null],
      ['999.99', 'too-wide', null],
      ['1.05', 'priced', null],
    ]);
    const [rounded] = await newPrices(
      [rule({ rounding: { kind: 'step', step: '10' }, direction: 'up', atMost: '5' })],
      [priced('999.99')],
      undefined,
      5,
    );
    expect(rounded).toMatchObject({ newValue: '999.99', outcome: 'too-wide', guard: null });
  });

  test('the first rule that fits a row applies, and a row that none fits stays as it is', async () => {
    const rows = await newPrices(
      [
        rule({ ...ofCurrency('EUR'), ...byPercent('10') }),
        rule({ ...ofCurrency('EUR'), ...byPercent('50') }),
        rule({ ...ofCurrency('CHF'), change: { kind: 'amount', amount: '-1' } }),
      ],
      [priced('10.00'), priced('10.00', { currency: 'CHF' }), priced('10.00', { currency: 'USD' })],
    );
    expect(rows.map(({ newValue, rule: taken }) => [newValue, taken])).toEqual([
      ['11.00', 0],
      ['9.00', 2],
      ['10.00', null],
    ]);
  });

  test('a value without a price stays without, and a row without a cost has no answer', async () => {
    const rows = await newPrices(
      [rule({ change: { kind: 'margin', margin: '20' } })],
      [priced(null, { cost: '8.00' }), priced('9.00'), priced('9.00', { cost: '8.00' })],
    );
    expect(rows.map(({ newValue, outcome }) => [newValue, outcome])).toEqual([
      [null, 'no-price'],
      ['9.00', 'no-cost'],
      ['10.00', 'priced'],
    ]);
  });

  test('a margin is of the price, and a mark-up of the cost', async () => {
    const items = [priced('80.00', { cost: '88.14' })];
    const of = async (changes: Partial<PriceRule>) => values(await newPrices([rule(changes)], items));
    expect(await of({ change: { kind: 'margin', margin: '20' } })).toEqual(['110.18']);
    expect(await of({ change: { kind: 'markup', markup: '20' } })).toEqual(['105.77']);
    expect(await of({ notBelow: { kind: 'margin', margin: '20' } })).toEqual(['110.18']);
    expect(await of({ notBelow: { kind: 'markup', markup: '20' } })).toEqual(['105.77']);
    expect(await of({ notAbove: { kind: 'markup', markup: '-20' } })).toEqual(['70.51']);
    const [withoutCost] = await newPrices(
      [rule({ notAbove: { kind: 'markup', markup: '5' } })],
      [priced('1.00')],
    );
    expect(withoutCost).toMatchObject({ newValue: '1.00', outcome: 'no-cost' });
  });

  test('no price has a margin of 100 % or more', async () => {
    const items = [priced('9.00', { cost: '8.00' })];
    const [row] = await newPrices([rule({ change: { kind: 'margin', margin: '100' } })], items);
    expect(row).toMatchObject({ newValue: '9.00', outcome: 'margin' });
    const [guarded] = await newPrices(
      [rule({ ...byPercent('5'), notBelow: { kind: 'margin', margin: '100.5' } })],
      items,
    );
    expect(guarded).toMatchObject({ newValue: '9.00', outcome: 'margin' });
  });

  test('a guard holds the price, and the rounding goes to its inner side', async () => {
    const rows = await newPrices(
      [
        rule({
          ...byPercent('3'),
          ...toEnding('0.95'),
          notBelow: { kind: 'margin', margin: '20' },
          atMost: '10',
        }),
      ],
      [
        // 10.30 is rounded to 9.95, which respects the minimum (7.00 / 0.8) and the limit of 10 %.
        priced('10.00', { cost: '7.00' }),
        // 9.95 would be below the minimum of 10.00, so the price is rounded up to 10.95.
        priced('10.00', { cost: '8.00' }),
        // The exact price is 1.03. Neither 0.95 nor 1.95 is between the limits of 1.00 and 1.10.
        priced('1.00', { cost: '0.80' }),
        // The margin requires a price of at least 12.50, but the limit of 10 % allows at most 11.00.
        priced('10.00', { cost: '10.00' }),
      ],
    );
    expect(rows.map(({ newValue, outcome, guard }) => [newValue, outcome, guard])).toEqual([
      ['9.95', 'priced', null],
      ['10.95', 'priced', { name: 'notBelow', way: 'other-side' }],
      ['1.03', 'priced', { name: 'notBelow', way: 'not-rounded' }],
      ['10.00', 'contradiction', null],
    ]);
  });

  test('a row without a value that its price follows from says so, whatever its guards are', async () => {
    const impossible = {
      notBelow: { kind: 'value', value: '12' },
      notAbove: { kind: 'value', value: '8' },
    } as const;
    const rows = await newPrices(
      [rule({ ...impossible, change: { kind: 'column', column: 'List', factor: '1' } })],
      [priced('10.00'), priced(null, { list: '9.00' }), priced('10.00', { list: '9.00' })],
    );
    expect(rows.map(({ newValue, outcome }) => [newValue, outcome])).toEqual([
      ['10.00', 'no-value'],
      [null, 'no-price'],
      ['10.00', 'contradiction'],
    ]);
  });

  test('a currency without decimals has none in its new prices', async () => {
    const yen = priced('1001.00', { currency: 'JPY' });
    expect(values(await newPrices([rule(byPercent('3'))], [yen, priced('1001.00')]))).toEqual([
      '1031.00',
      '1031.03',
    ]);
    expect(values(await newPrices([rule(toEnding('0.95'))], [yen]))).toEqual(['1001.00']);
    expect(values(await newPrices([rule({ rounding: { kind: 'step', step: '10' } })], [yen]))).toEqual([
      '1000.00',
    ]);
  });

  test('a number with too many digits to compute with has no answer', async () => {
    const long = '9'.repeat(36);
    const rows = await newPrices([rule(byPercent('3.1234'))], [priced(`${long}.00`), priced('1.00')]);
    expect(rows.map(({ newValue, outcome }) => [newValue, outcome])).toEqual([
      [`${long}.00`, 'too-long'],
      ['1.03', 'priced'],
    ]);
  });

  test('equals plain whole numbers for any rule and price, also where prices come up again and again', async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(1, 8), async ({ scales, rules, items }, times) => {
        const all = Array.from({ length: times }, () => items).flat();
        const rows = await newPrices(rules, all, scales);
        expect(rows.map(({ newValue, outcome, guard }) => [newValue, outcome, guard])).toEqual(
          all.map((item) => expectedPrice(rules, item, scales)),
        );
      }),
      { numRuns: runs(30) },
    );
  });

  test('equals plain whole numbers at zero, below it, below a step and at the end of the column, for every kind of rule', async () => {
    // With every third rule, each pair of change, rounding, direction and guard occurs. With every 23rd rule, each single one occurs.
    const rules = everyKindOfRule().filter((_, index) => index % (IS_LONG ? 3 : 23) === 0);
    const prices = ['0.00', '-0.01', '-1.20', '0.01', '0.04', '0.05', '0.50', '0.95', '3.00', '4.99', '9.99'];
    const atTheEnd = ['9999.99', '9999.95', '9995.00', '9990.00', '-9999.99'];
    for (let start = 0; start < rules.length; start += 24) {
      const some = rules.slice(start, start + 24);
      const items = some.flatMap((_, index) =>
        [...prices, ...atTheEnd].map((price) =>
          priced(price, { cost: '0.04', list: '0.50', currency: `C${index}` }),
        ),
      );
      const rows = await newPrices(
        some.map((each, index) => ({ ...each, ...ofCurrency(`C${index}`) })),
        items,
        undefined,
        6,
      );
      expect(rows.map(({ newValue, outcome, guard }) => [newValue, outcome, guard])).toEqual(
        items.map((item) => {
          const each = some[Number(item.currency.slice(1))];
          return expectedPrice(each === undefined ? [] : [each], item, { price: 2, cost: 2, list: 2 }, 6);
        }),
      );
    }
  });

  test('a price that comes up again and again is that of its own rule, currency and cost', async () => {
    const rules = [
      rule({ ...byPercent('10'), ...ofCurrency('EUR'), ...toEnding('0.95') }),
      rule({ ...ofCurrency('CHF'), change: { kind: 'margin', margin: '20' } }),
      rule({ ...byPercent('7.5'), ...ofCurrency('JPY') }),
    ];
    const items = [
      priced('10.00'),
      priced('10.00', { currency: 'CHF', cost: '12.00' }),
      priced('10.00', { currency: 'CHF' }),
      priced('10.00', { currency: 'JPY' }),
      priced('10.00', { currency: 'USD' }),
      priced(null),
    ];
    const rows = await newPrices(rules, Array.from({ length: 20 }, () => items).flat());
    const expected = [
      ['10.95', 'priced', 0],
      ['15.00', 'priced', 1],
      ['10.00', 'no-cost', 1],
      ['11.00', 'priced', 2],
      ['10.00', 'no-rule', null],
      [null, 'no-price', 0],
    ];
    expect(rows.map(({ newValue, outcome, rule: taken }) => [newValue, outcome, taken])).toEqual(
      rows.map((_, index) => expected[index % expected.length]),
    );
    expect(rows).toHaveLength(120);
  });
});

test('what new prices bring is weighed by the volumes, in money and in margins', async () => {
  const number = (name: string) => ({ name, type: 'number', scale: 2 }) as const;
  const table = opened.addTable(
    [number('Price'), number('Cost'), number('Volume')],
    [
      ['10.00', '5.00', '3.00'],
      ['20.00', '15.00', '1.50'],
    ],
  );
  const [price] = table.columns;
  if (price === undefined) throw new Error('There is no price.');
  const columns = { price: 'Price', cost: 'Cost', currency: null, group: null };
  const proposal = await readProposal(
    opened.engine,
    [rule(byPercent('10'))],
    { table, price, priceDigits: null, columns, weight: 'Volume', today: '2026-11-26' },
    signal,
  );
  await dropProposal(opened.engine, proposal);
  // The amount is 3 × 1.00 + 1.5 × 2.00. The prices add up to 60.00 before and 66.00 after, and the costs to 37.50.
  expect(proposal.effects).toMatchObject([{ amount: '6.0000', marginBefore: '37.50', marginAfter: '43.18' }]);
});

/* The code below computes the expected prices with BigInt and plain TypeScript. It tries all nearby round prices, whereas the engine
   computes the right one directly. */

interface Ratio {
  readonly n: bigint;
  readonly d: bigint;
}

function ratio(decimal: string): Ratio {
  const [whole = '', fraction = ''] = decimal.split('.');
  return { n: BigInt(whole + fraction), d: 10n ** BigInt(fraction.length) };
}
const times = (a: Ratio, b: Ratio): Ratio => ({ n: a.n * b.n, d: a.d * b.d });
const over = (a: Ratio, b: Ratio): Ratio =>
  b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };
const plus = (a: Ratio, b: Ratio): Ratio => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const minus = (a: Ratio, b: Ratio) => plus(a, { n: -b.n, d: b.d });
const compare = (a: Ratio, b: Ratio) => a.n * b.d - b.n * a.d;
const magnitude = (a: Ratio): Ratio => ({ n: a.n < 0n ? -a.n : a.n, d: a.d });
const integer = (n: bigint): Ratio => ({ n, d: 1n });
const floor = ({ n, d }: Ratio) => (n >= 0n ? n / d : -((-n + d - 1n) / d));
const ceil = ({ n, d }: Ratio) => -floor({ n: -n, d });

type Expected = readonly [string | null, string, { readonly name: string; readonly way: string } | null];

function expectedPrice(
  rules: readonly PriceRule[],
  item: Item,
  scales: Scales,
  digits: number | null = null,
): Expected {
  if (item.price === null) return [null, 'no-price', null];
  const [taken] = rules;
  if (taken === undefined) return [item.price, 'no-rule', null];
  const stays = (outcome: string): Expected => [item.price, outcome, null];
  const unit = integer(10n ** BigInt(scales.price));
  const old = ratio(item.price);
  const hundred = integer(100n);
  const withMargin = (margin: string) =>
    item.cost === null ? null : over(times(ratio(item.cost), hundred), minus(hundred, ratio(margin)));
  const withMarkup = (markup: string) =>
    item.cost === null ? null : over(times(ratio(item.cost), plus(hundred, ratio(markup))), hundred);
  const isTooMuch = (margin: string) => compare(ratio(margin), hundred) >= 0n;
  const { change, notBelow, notAbove, atMost } = taken;
  const parts = [change, notBelow, notAbove];
  if (parts.some((part) => part?.kind === 'margin' && isTooMuch(part.margin))) return stays('margin');
  if (old.n <= 0n && change.kind !== 'value') return stays('not-positive');

  const changed = (): Ratio | null => {
    switch (change.kind) {
      case 'percent':
        return over(times(old, plus(hundred, ratio(change.percent))), hundred);
      case 'amount':
        return plus(old, ratio(change.amount));
      case 'value':
        return ratio(change.value);
      case 'margin':
        return withMargin(change.margin);
      case 'markup':
        return withMarkup(change.markup);
      case 'column':
        return item.list === null ? null : times(ratio(item.list), ratio(change.factor));
    }
  };
  const limit = (part: PriceLimit | null): Ratio | null | undefined => {
    if (part === null) return undefined;
    if (part.kind === 'value') return ratio(part.value);
    if (part.kind === 'margin') return withMargin(part.margin);
    if (part.kind === 'markup') return withMarkup(part.markup);
    return item.list === null ? null : ratio(item.list);
  };
  const exact = changed();
  const isOfCost = (part: { readonly kind: string } | null) =>
    part?.kind === 'margin' || part?.kind === 'markup';
  if (exact === null) return stays(isOfCost(change) ? 'no-cost' : 'no-value');
  const [least, most] = [limit(notBelow), limit(notAbove)];
  for (const [part, found] of [
    [notBelow, least],
    [notAbove, most],
  ] as const) {
    if (found === null) return stays(isOfCost(part) ? 'no-cost' : 'no-limit');
  }
  const bounds: { at: bigint; name: string; isLower: boolean }[] = [];
  const inUnits = (of: Ratio) => times(of, unit);
  if (least != null) bounds.push({ at: ceil(inUnits(least)), name: 'notBelow', isLower: true });
  if (most != null) bounds.push({ at: floor(inUnits(most)), name: 'notAbove', isLower: false });
  if (atMost !== null) {
    const reach = over(times(magnitude(old), ratio(atMost)), hundred);
    bounds.push({ at: ceil(inUnits(minus(old, reach))), name: 'atMost', isLower: true });
    bounds.push({ at: floor(inUnits(plus(old, reach))), name: 'atMost', isLower: false });
  }
  const strictest = (isLower: boolean) =>
    bounds
      .filter((bound) => bound.isLower === isLower)
      .reduce<(typeof bounds)[number] | null>((best, bound) => {
        if (best === null) return bound;
        return (isLower ? bound.at > best.at : bound.at < best.at) ? bound : best;
      }, null);
  const [low, high] = [strictest(true), strictest(false)];
  if (low !== null && high !== null && low.at > high.at) return stays('contradiction');
  const fits = (price: bigint) => (low === null || price >= low.at) && (high === null || price <= high.at);

  const wanted = inUnits(exact);
  let held = wanted;
  let guard: string | null = null;
  if (low !== null && compare(wanted, integer(low.at)) < 0n) [held, guard] = [integer(low.at), low.name];
  else if (high !== null && compare(wanted, integer(high.at)) > 0n) {
    [held, guard] = [integer(high.at), high.name];
  }
  const wasHeld = guard !== null;

  const isWhole = item.currency === 'JPY' && inUnits(old).n % (unit.n * inUnits(old).d) === 0n;
  const { ending, step } = gridOf(taken, scales.price, isWhole);
  const isNegative = held.n < 0n;
  const size = magnitude(held);
  const steps = floor(over(minus(size, integer(ending)), integer(step)));
  const isZero = held.n === 0n;
  const around = [steps, steps + 1n].map((count) => ending + count * step).filter((price) => price >= ending);
  const inner = isZero ? 0n : around.findLast((price) => compare(integer(price), size) <= 0n);
  const outer = isZero ? 0n : (around.find((price) => compare(integer(price), size) >= 0n) ?? 0n);
  const signed = (price: bigint | undefined) => (isNegative && price !== undefined ? -price : price);
  const [below, above] = isNegative ? [signed(outer), signed(inner)] : [inner, outer];
  const isRound = (price: bigint | undefined): price is bigint =>
    price !== undefined && (price !== 0n || isZero);
  const nearest = (): bigint | undefined => {
    if (inner === undefined) return signed(outer);
    const [toInner, toOuter] = [minus(size, integer(inner)), minus(integer(outer), size)];
    return signed(compare(toInner, toOuter) < 0n ? inner : outer);
  };
  const rounded = taken.direction === 'up' ? above : taken.direction === 'down' ? below : nearest();
  const is = (price: bigint, guardOf: Expected[2]): Expected =>
    digits !== null && magnitude(integer(price)).n >= 10n ** BigInt(digits)
      ? stays('too-wide')
      : [decimalOf(price, scales.price), 'priced', guardOf];
  if (!isRound(rounded) && !wasHeld) {
    return stays(rounded === undefined ? 'none-in-direction' : 'rounds-to-zero');
  }
  if (isRound(rounded) && fits(rounded)) {
    return is(rounded, guard === null ? null : { name: guard, way: 'held' });
  }
  // If rounding found no price, zero is compared with the limit instead.
  const isBelow = low !== null && (rounded ?? 0n) < low.at;
  guard ??= (isBelow ? low : high)?.name ?? '';
  const other = isBelow ? above : below;
  if (isRound(other) && fits(other)) return is(other, { name: guard, way: wasHeld ? 'held' : 'other-side' });
  const units = inUnits(old).n / inUnits(old).d;
  const cents = 10n ** BigInt(Math.max(0, scales.price - 2));
  const sizes = [...(isWhole ? [unit.n] : units % cents === 0n ? [cents] : []), 1n];
  for (const fine of sizes) {
    const plain = ((2n * size.n + size.d * fine) / (2n * size.d * fine)) * fine;
    const price = isNegative ? -plain : plain;
    const isRight = fits(price) && (price !== 0n || isZero);
    if (!isRight && fine !== 1n) continue;
    return price === 0n && !isZero ? stays('rounds-to-zero') : is(price, { name: guard, way: 'not-rounded' });
  }
  throw new Error('There is always a last one.');
}

function gridOf({ rounding }: PriceRule, scale: number, isWhole: boolean): { ending: bigint; step: bigint } {
  const one = 10n ** BigInt(scale);
  const whole = { ending: 0n, step: one };
  if (rounding.kind === 'none') return isWhole ? whole : { ending: 0n, step: 1n };
  const text = rounding.kind === 'step' ? rounding.step : rounding.ending;
  const { n, d } = times(ratio(text), integer(one));
  if (n % d !== 0n) return whole;
  const units = n / d;
  const grid =
    rounding.kind === 'step'
      ? { ending: 0n, step: units }
      : {
          ending: units,
          step: one * 10n ** BigInt(Number(text.split('.')[0]) === 0 ? 0 : (text.split('.')[0] ?? '').length),
        };
  const isFine = grid.step < one || grid.ending % one !== 0n;
  return isWhole && isFine ? whole : grid;
}

function decimalOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

/* The generators below make random rules and prices. */

const decimals = (greatest: bigint, scale: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.bigInt({ min: -500n, max: 5_000n }) },
      { weight: 1, arbitrary: fc.bigInt({ min: -greatest, max: greatest }) },
      { weight: 1, arbitrary: fc.constantFrom(0n, 1n, -1n, greatest, -greatest) },
    )
    .map((units) => decimalOf(units, scale));
// With these percentages, many prices are exactly halfway between two round prices.
const percents = fc.oneof(fc.constantFrom('0', '5', '50', '-50', '2.5'), decimals(2_000_000n, 2));
const margins = fc.constantFrom('0', '18', '33.3333', '99.99', '100', '120', '-50');
const amounts = decimals(10n ** 15n, 3);
const limits: fc.Arbitrary<PriceLimit> = fc
  .constantFrom(...LIMIT_KINDS)
  .chain((kind): fc.Arbitrary<PriceLimit> => {
    switch (kind) {
      case 'value':
        return amounts.map((value) => ({ kind, value }));
      case 'column':
        return fc.constant({ kind, column: 'List' });
      case 'margin':
        return margins.map((margin) => ({ kind, margin }));
      case 'markup':
        return margins.map((markup) => ({ kind, markup }));
    }
  });
const changes: fc.Arbitrary<PriceRule['change']> = fc
  .constantFrom(...CHANGE_KINDS)
  .chain((kind): fc.Arbitrary<PriceRule['change']> => {
    switch (kind) {
      case 'percent':
        return percents.map((percent) => ({ kind, percent }));
      case 'amount':
        return amounts.map((amount) => ({ kind, amount }));
      case 'value':
        return amounts.map((value) => ({ kind, value }));
      case 'margin':
        return margins.map((margin) => ({ kind, margin }));
      case 'markup':
        return margins.map((markup) => ({ kind, markup }));
      case 'column':
        return decimals(10n ** 9n, 4).map((factor) => ({ kind, column: 'List', factor }));
    }
  });
const anyRule: fc.Arbitrary<PriceRule> = fc.record({
  conditions: fc.constant(null),
  change: changes,
  rounding: fc.oneof(
    fc.constant({ kind: 'none' } as const),
    fc.constantFrom(...ROUNDING_STEPS).map((step) => ({ kind: 'step', step }) as const),
    fc
      .constantFrom('0.95', '0.99', '0.5', '9.90', '9', '99', '0', '0.00')
      .map((ending) => ({ kind: 'ending', ending }) as const),
  ),
  direction: fc.constantFrom(...DIRECTIONS),
  notBelow: fc.option(limits),
  notAbove: fc.option(limits),
  atMost: fc.option(fc.constantFrom('0', '8', '12.5', '250')),
});
/** A rule that adds or subtracts half of the price, so that half of the results are exactly halfway between two units. */
const halvingRule: fc.Arbitrary<PriceRule> = fc.record({
  conditions: fc.constant(null),
  change: fc.constantFrom('50', '-50').map((percent) => ({ kind: 'percent', percent }) as const),
  rounding: fc.constant({ kind: 'none' } as const),
  direction: fc.constantFrom(...DIRECTIONS),
  notBelow: fc.constant(null),
  notAbove: fc.constant(null),
  atMost: fc.constantFrom(null, '60'),
});
/** Combines every change with every rounding and every guard, with numbers for which small and very large prices reach limits. */
function everyKindOfRule(): readonly PriceRule[] {
  const someChanges: readonly PriceRule['change'][] = [
    { kind: 'percent', percent: '4' },
    { kind: 'percent', percent: '-100' },
    { kind: 'amount', amount: '-3' },
    { kind: 'value', value: '0.004' },
    { kind: 'value', value: '-0.5' },
    { kind: 'margin', margin: '20' },
    { kind: 'markup', markup: '20' },
    { kind: 'column', column: 'List', factor: '1' },
  ];
  const roundings: readonly PriceRule['rounding'][] = [
    { kind: 'none' },
    ...ROUNDING_STEPS.map((step) => ({ kind: 'step', step }) as const),
    { kind: 'ending', ending: '0.95' },
    { kind: 'ending', ending: '0.00' },
  ];
  const guards: readonly Partial<PriceRule>[] = [
    {},
    { notBelow: { kind: 'value', value: '0.03' } },
    { notAbove: { kind: 'column', column: 'List' } },
    { atMost: '20' },
  ];
  return someChanges.flatMap((change) =>
    roundings.flatMap((rounding) =>
      (rounding.kind === 'none' ? DIRECTIONS.slice(0, 1) : DIRECTIONS).flatMap((direction) =>
        guards.map((guard) => rule({ change, rounding, direction, ...guard })),
      ),
    ),
  );
}
const scales = fc.record({
  price: fc.constantFrom(0, 2, 4),
  cost: fc.constantFrom(0, 2, 4),
  list: fc.constantFrom(2, 3),
});
const cases = scales.chain((chosen) => {
  // The greatest price has eighteen digits, including the decimal places.
  const greatest = 10n ** 18n - 1n;
  return fc.record({
    scales: fc.constant(chosen),
    rules: fc.array(fc.oneof(anyRule, halvingRule), { minLength: 0, maxLength: 1 }),
    items: fc.array(
      fc.record({
        price: fc.option(decimals(greatest, chosen.price), { freq: 8 }),
        cost: fc.option(decimals(greatest, chosen.cost), { freq: 5 }),
        list: fc.option(decimals(greatest, chosen.list), { freq: 5 }),
        currency: fc.constantFrom('EUR', 'JPY'),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  });
});
