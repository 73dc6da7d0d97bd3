import { expect, test } from 'vitest';
import { fold } from '@/lib/base/search-terms';
import { openTestEngine } from '@/test/analysis-engine';
import { foldedTextSql } from './folded-text-sql';
import { identifier, sql } from './sql';

const TEXTS = [
  'Plain TEXT',
  'Cafe\u0301',
  'Café',
  'Straße',
  'GROẞE',
  'İSTANBUL',
  'Diyarbakır',
  'Łódź',
  'Smørrebrød',
  'Ærø',
  'Œuvre',
  'Đorđe',
  'Þór',
  'ΣΊΣΥΦΟΣ',
  '1\u00a0234\u202f567',
  'A\tB\nC',
  'so\u00adft',
  '\ufeffName',
  '名前',
];

test('the engine folds texts as the page does', async () => {
  const { engine, table } = await openTestEngine(
    [{ name: 'Name', type: 'text', scale: null }],
    TEXTS.map((text) => [text]),
  );
  const [column] = table.columns;
  const folded = foldedTextSql(identifier(column?.sqlName ?? ''));
  const { rows } = await engine.query(
    sql`SELECT ${folded} FROM ${identifier(table.sqlName)} ORDER BY row_index`,
    { maxRows: 100 },
  );
  expect(rows.flat()).toEqual(TEXTS.map(fold));
});
