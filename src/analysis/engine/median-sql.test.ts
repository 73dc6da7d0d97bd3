import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { medianOfMiddles, middlesSql } from './median-sql';
import { identifier, sql } from './sql';
import { runs } from '@/test/runs';

const SCALE = 4;

function decimal(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function expected(values: readonly bigint[]): string | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  const lower = sorted[Math.ceil(values.length / 2) - 1] ?? 0n;
  const upper = sorted[Math.floor(values.length / 2)] ?? 0n;
  const twice = lower + upper;
  return twice % 2n === 0n ? decimal(twice / 2n, SCALE) : decimal(twice * 5n, SCALE + 1);
}

const close = fc.bigInt({ min: -20n, max: 20n });
const wide = fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n });

test('a median is the exact middle of the two values in the middle', async () => {
  const { engine, addTable } = await openTestEngine([{ name: 'Any', type: 'text', scale: null }], []);
  const signal = new AbortController().signal;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(close, wide), { maxLength: 41 }), async (values) => {
      const rows = [...values.map((units) => [decimal(units, SCALE)]), [null]];
      const table = addTable([{ name: 'Value', type: 'number', scale: SCALE }], rows);
      const value = identifier(table.columns[0]?.sqlName ?? '');
      const query = sql`SELECT CAST(${middlesSql(value)} AS VARCHAR) FROM ${identifier(table.sqlName)}`;
      const found = await engine.query(query, { signal, maxRows: 1 });
      expect(medianOfMiddles(found.rows[0]?.[0] ?? null)).toBe(expected(values));
    }),
    { numRuns: runs(100) },
  );
});

test('two middle values of very many are told apart from those beside them', { tags: ['long'] }, async () => {
  const { engine } = await openTestEngine([{ name: 'Any', type: 'text', scale: null }], []);
  const signal = new AbortController().signal;
  for (const count of [1_999_999, 2_000_000]) {
    const query = sql`SELECT CAST(${middlesSql(sql`range`)} AS VARCHAR) FROM range(${count})`;
    const found = await engine.query(query, { signal, maxRows: 1 });
    expect(medianOfMiddles(found.rows[0]?.[0] ?? null)).toBe(count % 2 === 0 ? '999999.5' : '999999');
  }
});
