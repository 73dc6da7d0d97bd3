import { findPriceSource, plantedAt, rowAt } from '@mocks/data/price-sources';
import { expect, test } from 'vitest';
import { openTestEngine } from '@/test/analysis-engine';
import { testField } from '@/test/test-price-column';
import { identifier, sql } from '../engine/sql';
import { proposeRoles } from './check-roles';
import { PROPOSED_CHECKS, resolveChecks } from './checks-spec';
import { proposeByValues } from './propose-by-values';
import { runChecks } from './run-checks';

const ROW_COUNT = 6_000;
const { signal } = new AbortController();

const TYPES: Readonly<Record<string, 'number' | 'date' | 'boolean'>> = {
  bigint: 'number',
  int: 'number',
  decimal: 'number',
  date: 'date',
  datetime2: 'date',
  bit: 'boolean',
};

/** The first rows of a demo price column, with its fields. */
function demoRows(name: string) {
  const fields = (findPriceSource(name)?.fields ?? []).map(({ record }) => {
    const type = TYPES[record.typeName] ?? 'text';
    const scale = type === 'number' ? (record.scale ?? 0) : null;
    const isPriceColumn = ['Value', 'ContractValue'].includes(record.name);
    return testField(record.name, { type, scale, isPriceColumn, isPrimaryKey: record.name === 'EntryNo' });
  });
  const rows = Array.from({ length: ROW_COUNT }, (_, index) => {
    const cells = rowAt(name, index);
    return fields.map((field) => {
      const cell = cells[field.name] ?? null;
      return field.type === 'boolean' && cell !== null ? cell === 'true' : cell;
    });
  });
  return { fields, rows };
}

test('as proposed, the checks find the errors of the demo’s prices, and hardly anything else', async () => {
  const { fields, rows } = demoRows('SalesPrice');
  const { engine, table } = await openTestEngine(fields, rows);
  const columns = table.columns.filter(({ name }) => !name.startsWith('_'));
  const byMetadata = proposeRoles(columns, fields);
  const proposals = await proposeByValues(engine, table, fields, byMetadata, signal);
  const resolved = resolveChecks(PROPOSED_CHECKS, proposals, columns, '2026-11-23');
  const checks = resolved.checks.filter(({ isUsed, missing }) => isUsed && missing.length === 0);
  const run = await runChecks(
    engine,
    { ...resolved, table, misfits: {} },
    checks.map(({ definition: { id }, parameters }) => ({ id, parameters })),
    signal,
  );
  const found = new Set<number>();
  for (const { sqlName } of run.results) {
    const query = sql`SELECT row_index FROM ${identifier(sqlName)}`;
    for (const [row] of (await engine.query(query, { signal, maxRows: ROW_COUNT })).rows)
      found.add(Number(row));
  }
  const keyOf = (row: number) =>
    JSON.stringify(resolved.key.map((name) => rows[row]?.[fields.findIndex((field) => field.name === name)]));
  const planted = rows.flatMap((_, row) => (plantedAt('SalesPrice', row) === null ? [] : [row]));
  const kinds = new Set(planted.map((row) => plantedAt('SalesPrice', row)));
  expect(kinds.size).toBeGreaterThan(8);
  expect(planted.filter((row) => !found.has(row))).toEqual([]);
  // Of two rows that contradict each other both are found.
  const keys = new Set(planted.map(keyOf));
  const others = [...found].filter((row) => !keys.has(keyOf(row)));
  expect(others.length).toBeLessThanOrEqual(found.size / 100);
}, 60_000);
