import { describe, expect, test } from 'vitest';
import { testField } from '@/test/test-price-column';
import { UNKNOWN_RIGHTS, rightsFromIds } from '@/session/rights/rights';
import { itemSections } from './item-sections';
import { applies, countWrong, lanesOf, rowsOn } from './price-lanes';
import { timeScale } from './time-scale';
import { dayOf } from './validity';
import { drawnLanes, stepGroups, stepPlot } from './value-steps';

const amount = (name: string, members = {}) =>
  testField(name, { type: 'number', sqlType: 'decimal', scale: 4, isFilterable: true, ...members });
const day = (name: string) => testField(name, { type: 'date', sqlType: 'date' });
const text = (name: string, members = {}) => testField(name, { isFilterable: true, ...members });
const priceColumn = (name: string, fields: ReturnType<typeof testField>[]) => ({
  name,
  displayName: name,
  description: null,
  sourceTable: 'T',
  fields,
});

const sales = priceColumn('Sales', [
  testField('EntryNo', { type: 'number', sqlType: 'int', scale: 0, isKey: true, isPrimaryKey: true }),
  text('ItemNumber'),
  text('Name'),
  text('PriceList'),
  text('Currency'),
  amount('Value', { isPriceColumn: true }),
  testField('MinimumQuantity', { type: 'number', sqlType: 'int', scale: 0 }),
  day('ValidFrom'),
  day('ValidTo'),
]);
const history = priceColumn('History', [
  text('ItemNumber'),
  text('PriceList'),
  amount('NewValue', { isPriceColumn: true }),
  testField('ChangedAt', { type: 'date', sqlType: 'datetime2', isSortable: true }),
]);

describe('what is asked about an item', () => {
  test('of each price column that knows items, what matters first', () => {
    const { sections, unsearchable, locked } = itemSections(
      [
        sales,
        history,
        priceColumn('Rates', [text('Currency'), amount('Rate')]),
        priceColumn('Slow', [text('ItemNumber', { isFilterable: false }), amount('Price')]),
        priceColumn('Secret', [text('ItemNumber', { viewRight: 'secret' }), amount('Price')]),
        priceColumn('Costs', [
          text('ItemNumber'),
          amount('Cost', { viewRight: 'secret' }),
          amount('Freight'),
        ]),
      ],
      rightsFromIds([]),
    );
    expect(sections.map(({ priceColumn: { name } }) => name)).toEqual(['Sales', 'History', 'Costs']);
    expect(sections[0]?.columnOrder.slice(0, 6)).toEqual([
      'PriceList',
      'MinimumQuantity',
      'Value',
      'Currency',
      'ValidFrom',
      'ValidTo',
    ]);
    expect(sections[1]?.sort).toEqual([{ column: 'ChangedAt', direction: 'descending' }]);
    expect(sections[2]?.fields).toEqual(['ItemNumber', 'Freight']);
    expect(unsearchable.map(({ name }) => name)).toEqual(['Slow']);
    expect(locked.map((each) => each.right)).toEqual(['secret']);
  });

  test('where rights are unknown, the service chooses the columns', () => {
    const costs = priceColumn('Costs', [text('ItemNumber'), amount('Cost', { viewRight: 'secret' })]);
    expect(itemSections([costs], UNKNOWN_RIGHTS).sections[0]?.fields).toBeNull();
  });
});

describe('lanes', () => {
  const [salesSection, historySection] = itemSections([sales, history], rightsFromIds([])).sections;
  if (salesSection === undefined || historySection === undefined) throw new Error('There is no section.');
  const columns = ['PriceList', 'Currency', 'MinimumQuantity', 'Value', 'ValidFrom', 'ValidTo'];
  const rows = [
    ['DE', 'EUR', '10', '9.0000', '2026-01-01', '2026-06-30'],
    ['DE', 'EUR', '1', '10.0000', '2026-07-01', null],
    ['DE', 'EUR', '1', '9.5000', '2026-01-01', '2026-06-20'],
    ['AT', 'EUR', '1', '9.9000', '2026-01-01', '9999-12-31'],
    ['CZ', 'CZK', '1', '250.0000', '2027-01-01', null],
  ];
  const lanes = lanesOf(salesSection, { columns, rows });
  const on = (text_: string) => dayOf(text_) ?? Number.NaN;

  test('are in the order of lists, currencies and quantities, prices in that of their days', () => {
    expect(lanes.map(({ parts }) => parts.join(' '))).toEqual([
      'AT EUR 1',
      'CZ CZK 1',
      'DE EUR 1',
      'DE EUR 10',
    ]);
    expect(lanes[2]?.prices.map(({ value }) => value)).toEqual(['9.5000', '10.0000']);
    expect(lanes[2]?.coverage.gaps).toEqual([{ from: on('2026-06-21'), to: on('2026-06-30') }]);
    expect(lanes[0]?.coverage).toEqual({ gaps: [], overlaps: [] });
  });

  test('say which rows are prices on a day', () => {
    expect(rowsOn(salesSection, { rows }, lanes, on('2026-06-25'))).toEqual([0, 3]);
    expect(rowsOn(salesSection, { rows }, lanes, on('2026-07-01'))).toEqual([1, 3]);
  });

  test('tell prices that end before they start, and those whose day is none, from those that apply', () => {
    const wrong = [
      ['DE', 'EUR', '1', '1.0000', '2026-01-01', '2026-03-31'],
      ['DE', 'EUR', '1', '2.0000', '2026-04-01', '2026-02-30'],
      ['DE', 'EUR', '1', '3.0000', '2026-04-01', '2026-03-01'],
    ];
    const [lane] = lanesOf(salesSection, { columns, rows: wrong });
    if (lane === undefined) throw new Error('There is no lane.');
    // 30 February is not a valid day. It must be read neither as 2 March nor as an open end.
    expect(lane.coverage).toEqual({ gaps: [], overlaps: [] });
    expect(lane.prices.map((price) => [price.value, price.notDays, applies(price)])).toEqual([
      ['1.0000', undefined, true],
      ['2.0000', { to: '2026-02-30' }, false],
      ['3.0000', undefined, false],
    ]);
    expect(rowsOn(salesSection, { rows: wrong }, [lane], on('2026-04-02'))).toEqual([]);
    expect(countWrong([lane])).toEqual({ reversed: 1, withoutDay: 1 });
  });

  test('say nothing of gaps and overlaps where a column that tells prices apart is hidden', () => {
    const fields = sales.fields.map((field) =>
      field.name === 'PriceList' ? { ...field, viewRight: 'secret' } : field,
    );
    const [section] = itemSections([{ ...sales, fields }], rightsFromIds([])).sections;
    if (section === undefined) throw new Error('There is no section.');
    expect(section.hiddenLaneColumns).toEqual(['PriceList']);
    const two = [
      ['EUR', '1', '9.0000', '2026-01-01', null],
      ['EUR', '1', '9.9000', '2026-01-01', null],
    ];
    const [lane] = lanesOf(section, { columns: columns.slice(1), rows: two });
    expect(lane?.coverage).toEqual({ gaps: [], overlaps: [] });
  });

  test('of a history end when the next begins, and the last change of a day counts', () => {
    const changes = [
      ['DE', '3.0000', '2026-03-01T10:00:00'],
      ['DE', '2.0000', '2026-02-01T15:00:00'],
      ['DE', '1.0000', '2026-02-01T09:00:00'],
    ];
    const [lane] = lanesOf(historySection, {
      columns: ['PriceList', 'NewValue', 'ChangedAt'],
      rows: changes,
    });
    expect(lane?.prices).toEqual([
      { span: { from: on('2026-02-01'), to: on('2026-02-28') }, value: '2.0000', row: 1 },
      { span: { from: on('2026-03-01'), to: null }, value: '3.0000', row: 0 },
    ]);
    expect(lane?.coverage).toEqual({ gaps: [], overlaps: [] });
    if (lane === undefined) throw new Error('There is no lane.');
    expect(rowsOn(historySection, { rows: changes }, [lane], on('2026-02-10'))).toEqual([1]);
  });

  test('are drawn with those of one currency, the smallest quantities first', () => {
    const groups = stepGroups(lanes);
    expect(groups.map(({ currency, lanes: each }) => [currency, each.length])).toEqual([
      ['EUR', 3],
      ['CZK', 1],
    ]);
    const [euros] = groups;
    if (euros === undefined) throw new Error('There is no group.');
    const drawn = drawnLanes(euros);
    expect(drawn.map(({ parts }) => parts.join(' '))).toEqual(['AT EUR 1', 'DE EUR 1', 'DE EUR 10']);
    const scale = timeScale(drawn, [on('2026-11-25')]);
    const plot = stepPlot(drawn, scale);
    expect(plot.steps.map((steps) => steps.length)).toEqual([1, 2, 1]);
    const [first, second] = plot.steps[1] ?? [];
    // Between the two prices there are ten days without a price.
    expect((second?.x1 ?? 0) - (first?.x2 ?? 0)).toBeCloseTo(10 / (scale.last + 1 - scale.first), 6);
    expect(second?.x2).toBe(1);
    expect(plot.days.map((each) => each.day)).toEqual([on('2026-01-01'), on('2026-07-01')]);
  });
});

test('a scale shows what is near, and puts what is far away to its edge', () => {
  const at = dayOf('2026-11-25') ?? 0;
  const scale = timeScale([], [at]);
  expect(scale.last - scale.first).toBeGreaterThan(360);
  expect(scale.shareOf(null, 'end')).toBe(1);
  expect(scale.shareOf(0, 'start')).toBe(0);
  expect(scale.ticks.length).toBeGreaterThan(3);
});
