import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { lookedUpSql } from './looked-up-sql';
import { identifier, sql } from './sql';

test('finds the values of short and long lists, whatever characters they have', async () => {
  const odd = ["it's", 'a\u001fb', '\u001f', 'x,y', '\0', 'ß', '', ' '];
  const names = [...odd, ...Array.from({ length: 1_000 }, (_, index) => `n${index}`)];
  const { engine, table } = await openTestEngine(
    [testField('Name')],
    names.map((name) => [name]),
  );
  const name = identifier(table.columns[0]?.sqlName ?? '');
  for (const values of [
    odd,
    [...odd, ...names.slice(-500)],
    names,
    ['other'],
    names.map((each) => `${each}!`),
  ]) {
    const { rows } = await engine.query(
      sql`SELECT count(*) FROM ${identifier(table.sqlName)} WHERE ${name} IN (${lookedUpSql(values, (text) => text)})`,
      { maxRows: 1 },
    );
    const wanted = new Set(values);
    expect(rows).toEqual([[String(names.filter((each) => wanted.has(each)).length)]]);
  }
});
