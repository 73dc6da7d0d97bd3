import { expect, it } from 'vitest';
import { sql } from '@/analysis/engine/sql';
import { openTestEngine } from './analysis-engine';

it('holds exact values, nulls, empty texts and misfits', async () => {
  const { engine } = await openTestEngine(
    [
      { name: 'Value', type: 'number', scale: 4 },
      { name: 'Na"me', type: 'text', scale: null },
      { name: 'From', type: 'date', scale: null },
      { name: 'Is', type: 'boolean', scale: null },
    ],
    [
      ['12345678901234.5678', "a'b\0c", '2026-01-31T10:00:00.1234567', true],
      [null, '', 'later', 'yes'],
    ],
  );
  const { rows } = await engine.query(sql`SELECT * FROM rows_read ORDER BY row_index`, { maxRows: 5 });
  expect(rows).toEqual([
    [
      '0',
      '12345678901234.5678',
      null,
      "a'b\0c",
      '2026-01-31T10:00:00.1234567',
      '2026-01-31 10:00:00.123456',
      null,
      'true',
      null,
    ],
    ['1', null, null, '', null, null, 'later', null, 'yes'],
  ]);
});
