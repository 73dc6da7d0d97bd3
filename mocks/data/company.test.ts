import { describe, expect, test } from 'vitest';
import { PRICE_ROUNDS } from './company/price-rounds';
import type { PlantedError } from './company/planted';
import { plantedAt, rowAt } from './price-sources';
import { ROWS_ADDED_PER_VERSION } from './price-source';

/** So many rows that they contain every kind of article and error. */
const ROWS = 60_000;
type Row = ReturnType<typeof rowAt>;

const rows = Array.from({ length: ROWS }, (_, index) => ({
  row: rowAt('SalesPrice', index),
  error: plantedAt('SalesPrice', index),
}));
const sound = rows.filter(({ error }) => error === null).map(({ row }) => row);
const keyOf = (row: Row) => [row['ItemNumber'], row['PriceList']].join('|');

function grouped(of: readonly Row[], key: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of of) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

const inOrderOf = (name: string) => (a: Row, b: Row) => Number(a[name]) - Number(b[name]);

describe('prices without a planted error', () => {
  test('fall with the quantity', () => {
    const scales = grouped(sound, (row) => `${keyOf(row)}|${row['ValidFrom']}`)
      .filter((group) => group.length > 1)
      .map((group) => group.toSorted(inOrderOf('MinimumQuantity')).map((row) => Number(row['Value'])));
    expect(scales.length).toBeGreaterThan(10_000);
    expect(
      scales.filter((prices) => prices.some((price, at) => price >= (prices[at - 1] ?? Infinity))),
    ).toEqual([]);
  });

  test('end as their market is used to', () => {
    const endings = (currency: string) =>
      new Set(
        sound
          .filter((row) => row['Currency'] === currency && Number(row['Value']) > 25)
          .map((row) => String(row['Value']).split('.')[1]),
      );
    expect(endings('CZK')).toEqual(new Set(['0000']));
    expect(endings('CHF')).toEqual(new Set(['4500', '9500']));
    expect(endings('EUR')).toEqual(new Set(['4900', '9500', '9900']));
  });

  test('are above the cost, wherever both are euros', () => {
    const below = sound.filter((row) => {
      const index = Number(String(row['ItemNumber']).slice(2)) - 100_000_000;
      return (
        row['Currency'] === 'EUR' &&
        plantedAt('CostForPricing', index) === null &&
        Number(row['Value']) < Number(rowAt('CostForPricing', index)['CostForPricing'])
      );
    });
    expect(below).toEqual([]);
  });

  test('of a term begin the day after those of the term before', () => {
    const followers = grouped(sound, (row) => `${keyOf(row)}|${row['MinimumQuantity']}`)
      .filter((group) => group.length > 1)
      .map((group) => group.toSorted((a, b) => String(a['ValidFrom']).localeCompare(String(b['ValidFrom']))));
    expect(followers.length).toBeGreaterThan(5_000);
    const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    for (const [before, after] of followers) {
      expect(nextDay(String(before?.['ValidTo']))).toBe(after?.['ValidFrom']);
    }
  });

  test('lie within reach of the median of their group and currency', () => {
    for (const group of grouped(sound, (row) => `${row['cd_PriceGroup']}|${row['Currency']}`)) {
      const values = group.map((row) => Number(row['Value'])).toSorted((a, b) => a - b);
      const median = values[Math.floor(values.length / 2)] ?? 0;
      expect((values[0] ?? 0) / median).toBeGreaterThan(0.4);
      expect((values.at(-1) ?? 0) / median).toBeLessThan(2.2);
    }
  });
});

describe('planted errors', () => {
  const planted = (...errors: PlantedError[]) =>
    rows.filter(({ error }) => error !== null && errors.includes(error)).map(({ row }) => row);

  test('are each there, in less than one row of a hundred', () => {
    const counts = new Map<string, number>();
    for (const { error } of rows) if (error !== null) counts.set(error, (counts.get(error) ?? 0) + 1);
    const all: PlantedError[] = [
      'missing',
      'zero',
      'negative',
      'times-10',
      'times-100',
      'tenth',
      'hundredth',
      'below-cost',
      'outlier',
      'overlap',
      'gap',
      'wrong-currency',
      'doubled',
    ];
    expect(new Set(counts.keys())).toEqual(new Set(all));
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(ROWS / 100);
  });

  test('are what they are called', () => {
    expect(planted('missing').every((row) => row['Value'] === null)).toBe(true);
    expect(planted('zero').every((row) => Number(row['Value']) === 0)).toBe(true);
    expect(planted('negative').every((row) => Number(row['Value']) < 0)).toBe(true);
    for (const [error, factor] of [
      ['times-10', 10],
      ['times-100', 100],
      ['tenth', 0.1],
      ['hundredth', 0.01],
    ] as const) {
      const ratios = planted(error)
        .filter((row) => row['PreviousValue'] !== null)
        .map((row) => Number(row['Value']) / Number(row['PreviousValue']) / factor);
      expect(ratios.every((ratio) => ratio > 0.9 && ratio < 1.15)).toBe(true);
    }
    const currencyOf = new Map(sound.map((row) => [row['PriceList'], row['Currency']]));
    expect(
      planted('wrong-currency').every((row) => row['Currency'] !== currencyOf.get(row['PriceList'] ?? '')),
    ).toBe(true);
    for (const row of planted('doubled')) {
      const same = ['ItemNumber', 'PriceList', 'MinimumQuantity', 'ValidFrom'];
      const others = rows.filter(({ row: other }) => same.every((name) => other[name] === row[name]));
      expect(others.length).toBe(2);
    }
  });
});

test('a change of the source is a price round, and no other price changes', { tags: ['long'] }, () => {
  for (const [index, round] of PRICE_ROUNDS.entries()) {
    const version = index + 1;
    const at = (of: number) =>
      Array.from({ length: 20_000 }, (_, row) => rowAt('SalesPrice', row + ROWS_ADDED_PER_VERSION * of, of));
    const [before, after] = [at(version - 1), at(version)];
    const changed = after.filter((row, place) => row['Value'] !== before[place]?.['Value']);
    expect(changed.length / after.length).toBeGreaterThan(0.01);
    expect(changed.length / after.length).toBeLessThan(0.06);
    expect(new Set(changed.map((row) => row['PriceList']))).toEqual(new Set(round.priceLists));
    const raises = changed
      .filter((row) => Number(row['PreviousValue']) > 2)
      .map((row) => Number(row['Value']) / Number(row['PreviousValue']) - 1)
      .toSorted((a, b) => a - b);
    expect(raises[Math.floor(raises.length / 2)]).toBeCloseTo(round.permille / 1_000, 2);
  }
});

test('the price history ends with the sales prices of today, and each entry goes on from the one before', () => {
  const today = new Map(
    sound
      .filter((row) => row['MinimumQuantity'] === '1')
      .map((row) => [`${keyOf(row)}|${row['ValidFrom']}`, row['Value']]),
  );
  const values = new Set(
    [...today].map(([key, value]) => `${key.split('|').slice(0, 2).join('|')}|${value}`),
  );
  const known = new Set(sound.map(keyOf));
  let met = 0;
  for (let back = 1; back <= 20_000; back++) {
    const row = rowAt('PriceHistory', 1_000_000_000 - back);
    const key = keyOf(row);
    if (!known.has(key)) continue;
    expect(rowAt('PriceHistory', 1_000_000_000 - back - 250_000)['NewValue']).toBe(row['OldValue']);
    if (values.has(`${key}|${row['NewValue']}`)) met += 1;
    else met -= 100;
  }
  expect(met).toBeGreaterThan(200);
});

test('a customer never pays less than the cost', () => {
  const below = Array.from({ length: 12_000 }, (_, index) => index).filter((index) => {
    const article = Math.floor(index / 12);
    const price = rowAt('CustomerPrice', index)['ContractValue'];
    return (
      plantedAt('CustomerPrice', index) === null &&
      plantedAt('CostForPricing', article) === null &&
      Number(price) < Number(rowAt('CostForPricing', article)['CostForPricing'])
    );
  });
  expect(below).toEqual([]);
});
