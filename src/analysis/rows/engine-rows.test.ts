import { expect, test, vi } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { ROW_INDEX } from '../engine/analysed-table';
import { identifier, sql } from '../engine/sql';
import { keepOrder, markOrder, openEngineRows, type RowOrder, type RowSpan } from './engine-rows';

const ROW_COUNT = 7_500;
const { engine, table } = await openTestEngine(
  [testField('Number')],
  Array.from({ length: ROW_COUNT }, (_, index) => [`N${index}`]),
);
const { signal } = new AbortController();
const place = identifier(ROW_INDEX);

function markedOrder(): Promise<RowOrder> {
  const { sqlName } = table;
  return markOrder(
    engine,
    { sqlName, orderBy: place, condition: sql`${place} % 2 = 1`, maxRows: ROW_COUNT },
    signal,
  );
}

function keptOrder(): Promise<RowOrder> {
  const rows = identifier(table.sqlName);
  return keepOrder(
    engine,
    sql`SELECT ${place} FROM ${rows} WHERE ${place} % 2 = 1 ORDER BY ${place}`,
    signal,
  );
}

async function readPlaces({ count, select }: RowSpan): Promise<readonly number[]> {
  const { rows } = await engine.query(select([place]), { signal, maxRows: count });
  return rows.map(([at]) => Number(at));
}

const ODD = Array.from({ length: ROW_COUNT / 2 }, (_, index) => index * 2 + 1);

test.each([
  ['marked', markedOrder],
  ['kept', keptOrder],
])('pages of %s rows are all of them, in their order', async (_, order) => {
  const opened = await openEngineRows(await order(), readPlaces, signal);
  expect(opened.rowCount).toBe(ODD.length);
  for (const pageSize of [ROW_COUNT, 700, 333]) {
    const pages: number[] = [];
    for (let page = 1; pages.length < opened.rowCount; page += 1) {
      pages.push(...(await opened.readPage(page, pageSize, signal)));
    }
    expect(pages).toEqual(ODD);
    expect(await opened.readPage(Math.ceil(ODD.length / pageSize) + 1, pageSize, signal)).toEqual([]);
  }
});

test('fewer rows than there have to be are a failure, and drop the order', async () => {
  const order = await markedOrder();
  const drop = vi.fn(order.drop);
  const readTooFew = async (span: RowSpan) => (await readPlaces(span)).slice(1);
  await expect(openEngineRows({ ...order, drop }, readTooFew, signal)).rejects.toMatchObject({
    name: 'RowsReadError',
  });
  expect(drop).toHaveBeenCalledOnce();
});
