import { beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { sql } from '../engine/sql';
import { countFindings, openFindings } from './finding-rows';
import { runChecks, type CheckRun } from './run-checks';

const number = (name: string) => testField(name, { type: 'number', sqlType: 'decimal', scale: 2 });
const FIELDS = [
  testField('Article'),
  number('Price'),
  number('Cost'),
  number('PriceBefore'),
  number('Quantity'),
];
const ROWS = [
  // This price is 2 below its cost, for one piece.
  ['A', '8.00', '10.00', '8.00', '1.00'],
  ['B', null, '10.00', '8.00', '1000.00'],
  // This price is 0.50 below its cost, for 100 pieces.
  ['C', '9.50', '10.00', '9.50', '100.00'],
  // This price is 9 above the earlier one, and its quantity is not known.
  ['D', '18.00', '10.00', '9.00', null],
  ['E', '12.00', '10.00', '12.00', '1000.00'],
];
const CHECKS = ['no-price', 'below-cost', 'changed'] as const;
const SIGNAL = new AbortController().signal;

let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine(FIELDS, ROWS);
});

function checkRun(quantity: string | null): Promise<CheckRun> {
  return runChecks(
    opened.engine,
    {
      table: opened.table,
      roles: {
        price: 'Price',
        earlierPrice: 'PriceBefore',
        cost: 'Cost',
        currency: null,
        unit: null,
        group: null,
        article: 'Article',
        validFrom: null,
        validTo: null,
        quantity,
      },
      key: ['Article'],
      currencyScope: null,
      day: '2026-06-15',
      misfits: {},
    },
    [
      { id: 'no-price', parameters: {} },
      { id: 'below-cost', parameters: { margin: '0' } },
      { id: 'changed', parameters: { percent: '10' } },
    ],
    SIGNAL,
  );
}

/** Returns the articles of the rows that were found, in their order. */
async function articlesFound(quantity: string | null): Promise<unknown[]> {
  const run = await checkRun(quantity);
  const found = await openFindings(
    opened.engine,
    run,
    null,
    { checks: [...CHECKS], areDismissed: false },
    SIGNAL,
    FIELDS,
  );
  const rows = await found.readPage(1, found.rowCount, SIGNAL);
  await found.close();
  return rows.map(({ cells }) => cells[0]);
}

test('what is furthest off in money comes first, and last what has no distance', async () => {
  expect(await articlesFound(null)).toEqual(['D', 'A', 'C', 'B']);
});

test('a distance counts as often as the quantity that the price is for', async () => {
  expect(await articlesFound('Quantity')).toEqual(['C', 'D', 'A', 'B']);
});

test('what was dismissed is counted apart', async () => {
  const run = await checkRun(null);
  const belowCost = run.results.findIndex(({ id }) => id === 'below-cost');
  const article = ROWS.findIndex(([name]) => name === 'A');
  const { sqlName } = await opened.engine.materialise(
    [sql`SELECT ${belowCost} AS check_no, ${article} AS row_index`],
    SIGNAL,
  );
  expect(await countFindings(opened.engine, run, sqlName, SIGNAL)).toEqual({
    open: { 'no-price': 1, 'below-cost': 1, changed: 1 },
    dismissed: { 'no-price': 0, 'below-cost': 1, changed: 0 },
    openRows: 3,
  });
});
