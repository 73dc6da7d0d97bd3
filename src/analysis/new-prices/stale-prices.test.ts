import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '@/lib/base/languages';
import { openTestEngine, type TestEngine } from '@/test/analysis-engine';
import { identifier, sql } from '../engine/sql';
import { readMessages } from '../../../scripts/read-messages.mjs';
import { findStalePrices, OLD_VALUE_HEADS } from './stale-prices';

const { signal } = new AbortController();
let opened: TestEngine;
beforeAll(async () => {
  opened = await openTestEngine([], []);
});

const field = (name: string, scale: number | null = null) =>
  ({ name, type: scale === null ? 'text' : 'number', scale }) as const;

test('prices that have moved since a proposal are told, with those whose rows are gone', async () => {
  const table = opened.addTable(
    [field('Article'), field('List'), field('Price', 4)],
    [
      ['A', 'DE', '10.0000'],
      ['A', 'AT', '11.0001'],
      ['B', 'DE', null],
      ['C', 'DE', '5.0000'],
      ['D', 'DE', '6.0000'],
      ['E', 'DE', '7.0000'],
    ],
  );
  const file = opened.addTable(
    [field('Price', 2), field('Article'), field('List')],
    [
      ['10.00', 'A', 'DE'],
      ['11.00', 'A', 'AT'],
      ['3.00', 'B', 'DE'],
      ['5.00', 'X', 'DE'],
      ['6.00', 'D', 'DE'],
      ['6.50', 'D', 'DE'],
    ],
  );
  const price = table.columns[2];
  if (price === undefined) throw new Error('There is no price.');
  const stale = await findStalePrices(
    opened.engine,
    { table, price },
    { table: file },
    ['Article', 'List'],
    signal,
  );
  expect(stale).toMatchObject({ rowCount: 2, found: 3, several: 1, gone: 1 });
  const { rows } = await opened.engine.query(
    sql`SELECT row_index FROM ${identifier(stale.sqlName)} ORDER BY row_index`,
    { signal, maxRows: 10 },
  );
  expect(rows.flat()).toEqual(['1', '2']);
});

test.each(LANGUAGES)('the old prices are found in a proposal in %s', (language) => {
  const head: unknown = expect.toBeOneOf([...OLD_VALUE_HEADS]);
  expect(readMessages(language)).toHaveProperty('proposal.fileHeads.oldValue', head);
});
