// This script runs in the page: the product's checks, refinement and added columns on a snapshot, in the build's own worker.
import { proposeRolesOfRows } from '@/rows/price-rows/column-roles';
import { canRun, PROPOSED_CHECKS, resolveChecks } from '@/analysis/checks/checks-spec';
import { proposeByValues } from '@/analysis/checks/propose-by-values';
import { dropCheckRun, runChecks } from '@/analysis/checks/run-checks';
import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { identifier, sql } from '@/analysis/engine/sql';
import { joinColumns, type Join } from '@/analysis/steps/joined-columns';
import { refineRows } from '@/analysis/steps/refined-rows';
import {
  connect,
  fieldsOf,
  headersOf,
  readRows,
  takeSnapshot,
  typeOf,
  type Account,
  type Field,
} from './engine-in-page';

interface Checking {
  readonly script: string;
  readonly account: Account;
  readonly pageSize: number;
  readonly part: 'checks' | 'refine' | 'join';
}

const TODAY = '2026-11-23';
/** The number of times that each measurement is repeated; the median counts. */
const TIMES = 3;
const REFINEMENT: Parameters<typeof refineRows>[2] = {
  conditions: {
    kind: 'group',
    join: 'all',
    parts: [
      {
        kind: 'condition',
        column: 'Value',
        operator: 'greater-than',
        operand: { kind: 'values', values: ['10'] },
      },
      {
        kind: 'condition',
        column: 'Value',
        operator: 'less-than',
        operand: { kind: 'column', column: 'PreviousValue' },
      },
      {
        kind: 'condition',
        column: 'ValidFrom',
        operator: 'valid-on',
        operand: { kind: 'validity', to: 'ValidTo', day: 'today' },
      },
    ],
  },
  computedColumns: [
    { name: 'Change', formula: 'round((Value - PreviousValue) / PreviousValue * 100, 1)', places: 1 },
  ],
};
const { signal } = new AbortController();

/** Reads a snapshot into the engine, then checks or refines it. Resolves with the milliseconds, by name. */
export async function measureInPage({
  script,
  account,
  pageSize,
  part,
}: Checking): Promise<Record<string, number>> {
  const cacheKey = await takeSnapshot(account);
  const headers = await headersOf(account);
  const fields = await fieldsOf(headers);
  const connection = connect(script);
  try {
    const rows = await readRows(connection, headers, fields, { cacheKey, pageSize });
    const measured = await {
      checks: () => measureChecks(connection, rows, fields),
      refine: () => measureRefining(connection, rows),
      join: () => measureJoins(connection, rows),
    }[part]();
    return { ...measured, "engine's memory before, MB": Math.round(rows.memoryBytes / 1e6) };
  } finally {
    connection.terminate();
  }
}

type Rows = Awaited<ReturnType<typeof readRows>>;
type DescribedField = Parameters<typeof proposeRolesOfRows>[1][number];

async function measureChecks(
  engine: EngineConnection,
  { table }: Rows,
  described: readonly Field[],
): Promise<Record<string, number>> {
  const fields = described.map(priceFieldOf);
  const { columns } = table;
  const byMetadata = proposeRolesOfRows(columns, fields);
  const proposingMs = performance.now();
  const proposals = await proposeByValues(engine, table, fields, byMetadata, signal);
  const proposedMs = performance.now() - proposingMs;
  const resolved = resolveChecks(PROPOSED_CHECKS, { proposals, fields, columns, today: TODAY });
  const checks = resolved.checks
    .filter(canRun)
    .map(({ definition: { id }, parameters }) => ({ id, parameters }));
  const runs: number[] = [];
  const byCheck = new Map<string, number[]>();
  let found = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const startedMs = performance.now();
    let current: string | null = null;
    let sinceMs = startedMs;
    const endCurrent = () => {
      if (current !== null)
        byCheck.set(current, [...(byCheck.get(current) ?? []), performance.now() - sinceMs]);
      sinceMs = performance.now();
    };
    const run = await runChecks(engine, { ...resolved, table, misfits: {} }, checks, signal, (progress) => {
      endCurrent();
      current = progress.current;
    });
    endCurrent();
    runs.push(performance.now() - startedMs);
    found = run.results.reduce((sum, { rowCount }) => sum + rowCount, 0);
    await dropCheckRun(engine, run);
  }
  return {
    'columns proposed, ms': Math.round(proposedMs),
    [`${checks.length} checks, ms`]: median(runs),
    findings: found,
    ...Object.fromEntries([...byCheck].map(([id, times]) => [`· ${id}, ms`, median(times)])),
  };
}

async function measureRefining(engine: EngineConnection, { table }: Rows): Promise<Record<string, number>> {
  const times: number[] = [];
  let rowCount = 0;
  for (let time = 0; time < TIMES; time += 1) {
    const startedMs = performance.now();
    const refined = await refineRows(engine, table, REFINEMENT, { today: TODAY, signal });
    times.push(performance.now() - startedMs);
    ({ rowCount } = refined);
    await engine.drop(refined.table.sqlName);
  }
  return { 'three conditions and a computed column, ms': median(times), 'rows left': rowCount };
}

/** The measured joins, each with its key columns and the number of rows of the joined table. */
const JOINS = [
  { keys: ['ItemNumber', 'PriceList'], rowCount: 100_000, what: 'joined with a tenth of them, ms' },
  { keys: ['EntryNo', 'PriceList'], rowCount: 1_000_000, what: 'joined with as many, ms' },
];
const AMOUNT = 'Value';

async function measureJoins(engine: EngineConnection, { table }: Rows): Promise<Record<string, number>> {
  const measured: Record<string, number> = {};
  for (const { keys, rowCount, what } of JOINS) {
    const columns = table.columns.filter(({ name }) => keys.includes(name) || name === AMOUNT);
    const names = columns.flatMap(({ sqlName, orderSqlName, misfitSqlName }) =>
      [...new Set([sqlName, orderSqlName, misfitSqlName])].flatMap((name) =>
        name === null ? [] : [identifier(name)],
      ),
    );
    const keyNames = columns.flatMap(({ name, sqlName }) =>
      keys.includes(name) ? [identifier(sqlName)] : [],
    );
    // The joined table has one row of each key, from the end of the rows read.
    const others = await engine.materialise(
      [
        sql`SELECT row_index, ${names} FROM (SELECT DISTINCT ON (${keyNames}) * FROM ${identifier(table.sqlName)})
          ORDER BY row_index DESC LIMIT ${rowCount}`,
      ],
      signal,
    );
    const join: Join = {
      keys: keys.map((name) => ({ current: name, reference: name })),
      columns: [{ name: AMOUNT, as: `Other · ${AMOUNT}` }],
      partnersAs: 'Other · #',
      several: { kind: 'empty' },
      isLenient: false,
      today: TODAY,
    };
    const reference = { table: { sqlName: others.sqlName, columns }, isWhole: true };
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const startedMs = performance.now();
      const joined = await joinColumns(engine, table, reference, join, { prefix: 'j', signal });
      times.push(performance.now() - startedMs);
      measured[`${what.replace(', ms', '')}: found`] = joined.counts.found;
      await engine.drop(joined.sqlName);
    }
    measured[what] = median(times);
    measured[`${what.replace(', ms', '')}: rows there`] = others.rowCount;
    await engine.drop(others.sqlName);
  }
  return measured;
}

export function median(times: readonly number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
}

/** Describes a field with the members that the suggestion of column roles uses. */
export function priceFieldOf({ name, typeName, scale }: Field): DescribedField {
  return {
    name,
    type: typeOf(typeName),
    scale,
    maxLength: null,
    isPriceColumn: name === 'Value',
    isPrimaryKey: name === 'EntryNo',
    isKey: name === 'EntryNo',
    isUnique: false,
    foreignKey: /^(?:cd_|PriceList)/.test(name) ? { table: name, column: 'Code' } : null,
  } as unknown as DescribedField;
}

declare global {
  var checking: { measureInPage: typeof measureInPage };
}
