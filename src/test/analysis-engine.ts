import { createRequire } from 'node:module';
import type { AnalysedColumn, AnalysedTable } from '@/features/workbench/analysis/model/analysed-table';
import { EngineError, type AnalysisEngine } from '@/features/workbench/analysis/engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '@/features/workbench/analysis/engine/sql';
import type { PriceField } from '@/contract/column';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';

/** Loads the engine into this process and puts rows into a table, by plain SQL and without the reader of the product. */
export async function openTestEngine(
  fields: readonly Pick<PriceField, 'name' | 'type' | 'scale'>[],
  rows: readonly (readonly (string | boolean | null)[])[],
): Promise<{ readonly engine: AnalysisEngine; readonly table: AnalysedTable }> {
  const module = (name: string) =>
    createRequire(import.meta.url).resolve(`@duckdb/duckdb-wasm/dist/duckdb-${name}.wasm`);
  const database = await createDuckDB(
    { mvp: { mainModule: module('mvp'), mainWorker: '' }, eh: { mainModule: module('eh'), mainWorker: '' } },
    new VoidLogger(),
    NODE_RUNTIME,
  );
  await database.instantiate();
  database.open({});
  const connection = database.connect();
  connection.query('SET autoinstall_known_extensions = false; SET autoload_known_extensions = false');
  const columns = fields.map((field, index) => analysedColumn(field, index));
  const table: AnalysedTable = { sqlName: 'rows_read', columns };
  const name = identifier(table.sqlName);
  connection.query(sql`CREATE TABLE ${name} (row_index BIGINT, ${columns.flatMap(columnDefinitions)})`.text);
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const values = rows
      .slice(start, start + ROWS_PER_INSERT)
      .map(
        (row, index) =>
          sql`(${start + index}, ${columns.flatMap((column, at) => cells(column, row[at] ?? null))})`,
      );
    connection.query(sql`INSERT INTO ${name} VALUES ${joined(values, ', ')}`.text);
  }

  const engine: AnalysisEngine = {
    query(query, { maxRows }) {
      try {
        const result = connection.query(
          sql`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (${query}) LIMIT ${maxRows + 1}`.text,
        );
        const names = result.schema.fields.map((field) => field.name);
        const texts = result.toArray().map((row) => names.map((_, index) => textOf(row, index)));
        return Promise.resolve({
          columns: names,
          rows: texts.slice(0, maxRows),
          isTruncated: texts.length > maxRows,
        });
      } catch (error) {
        return Promise.reject(new EngineError({ kind: 'query-failed', detail: String(error) }));
      }
    },
  };
  return { engine, table };
}

const ROWS_PER_INSERT = 500;

function analysedColumn(
  { name, type, scale }: Pick<PriceField, 'name' | 'type' | 'scale'>,
  index: number,
): AnalysedColumn {
  const sqlName = `c${index}`;
  return {
    name,
    type,
    scale: type === 'number' ? (scale ?? 0) : null,
    sqlName,
    orderSqlName: type === 'date' ? `${sqlName}_moment` : sqlName,
    misfitSqlName: type === 'text' ? null : `${sqlName}_misfit`,
  };
}

function columnDefinitions({ sqlName, orderSqlName, misfitSqlName, type, scale }: AnalysedColumn): Sql[] {
  const types = {
    text: 'VARCHAR',
    date: 'VARCHAR',
    boolean: 'BOOLEAN',
    number: `DECIMAL(38, ${scale ?? 0})`,
  };
  const definitions = [{ text: `"${sqlName}" ${types[type]}` }];
  if (orderSqlName !== sqlName) definitions.push({ text: `"${orderSqlName}" TIMESTAMP` });
  if (misfitSqlName !== null) definitions.push({ text: `"${misfitSqlName}" VARCHAR` });
  return definitions;
}

/** Whether a value fits is judged on its text: a cast would round. */
function cells({ type, scale, misfitSqlName }: AnalysedColumn, value: string | boolean | null): Sql[] {
  const fits = value === null || FITS[type](value, scale ?? 0);
  const misfit = misfitSqlName === null ? [] : [sql`${fits ? null : String(value)}`];
  const stored = fits ? sql`${value}` : sql`NULL`;
  return type === 'date' ? [stored, sql`CAST(${stored} AS TIMESTAMP)`, ...misfit] : [stored, ...misfit];
}

const FITS: Record<AnalysedColumn['type'], (value: string | boolean, scale: number) => boolean> = {
  text: () => true,
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,7})?)?$/.test(value),
  number: (value, scale) =>
    typeof value === 'string' &&
    /^-?\d{1,19}(\.\d+)?$/.test(value) &&
    (value.split('.')[1] ?? '').length <= scale,
};

function textOf(row: unknown, index: number): string | null {
  const value: unknown = Object.values(row as Record<string, unknown>)[index];
  return typeof value === 'string' ? value : null;
}
