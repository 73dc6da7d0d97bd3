import type { AnalysedColumn, AnalysedTable } from '@/analysis/engine/analysed-table';
import { encodeTexts } from '@/analysis/engine/encoded-texts';
import { engineFailure } from '@/analysis/engine/database';
import { EngineError, type AnalysisEngine } from '@/analysis/engine/analysis-engine';
import { identifier, joined, sql, type Sql } from '@/analysis/engine/sql';
import type { PriceField } from '@/contract/column';
import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { duckDBInProcess } from './duckdb-in-process';
import { readIsoDateTime } from '@/lib/formats/iso-date';
import { oncePerFile } from './once-per-file';

type TestFields = readonly Pick<PriceField, 'name' | 'type' | 'scale'>[];
type TestRows = readonly (readonly (string | boolean | null)[])[];

export interface TestEngine {
  readonly engine: AnalysisEngine;
  readonly table: AnalysedTable;
  /** Puts rows into a new table. */
  readonly addTable: (fields: TestFields, rows: TestRows) => AnalysedTable;
}

const databaseOfFile = oncePerFile(async (): Promise<DuckDBBindings> => {
  const loaded = await duckDBInProcess();
  loaded.open({});
  return loaded;
});
let openedCount = 0;

/**
 * Puts rows into a table of the engine in this process, with plain SQL instead of the product's reader. The tests of a file share a
 * database, in which each opened engine has a separate schema.
 */
export async function openTestEngine(fields: TestFields, rows: TestRows): Promise<TestEngine> {
  const connection = (await databaseOfFile()).connect();
  openedCount += 1;
  const schema = `opened_${openedCount}`;
  connection.query('SET autoinstall_known_extensions = false; SET autoload_known_extensions = false');
  connection.query("SET disabled_optimizers = 'cte_filter_pusher'");
  connection.query(sql`CREATE SCHEMA ${identifier(schema)}; SET schema = ${schema}`.text);
  let tableCount = 0;
  let materialisedCount = 0;
  const views = new Set<string>();

  const addTable: TestEngine['addTable'] = (someFields, someRows) => {
    const columns = someFields.map((field, index) => analysedColumn(field, index));
    tableCount += 1;
    const added: AnalysedTable = { sqlName: tableCount === 1 ? 'rows_read' : `rows_${tableCount}`, columns };
    const name = identifier(added.sqlName);
    connection.query(
      sql`CREATE TABLE ${name} (row_index BIGINT, ${columns.flatMap((column, at) =>
        columnDefinitions(
          column,
          decimalDigits(
            column,
            someRows.map((row) => row[at] ?? null),
          ),
        ),
      )})`.text,
    );
    for (let start = 0; start < someRows.length; start += ROWS_PER_INSERT) {
      const values = someRows
        .slice(start, start + ROWS_PER_INSERT)
        .map(
          (row, index) =>
            sql`(${start + index}, ${columns.flatMap((column, at) => cells(column, row[at] ?? null))})`,
        );
      connection.query(sql`INSERT INTO ${name} VALUES ${joined(values, ', ')}`.text);
    }
    return added;
  };

  const engine: AnalysisEngine = {
    async materialise(queries, signal) {
      materialisedCount += 1;
      const name = `kept_${materialisedCount}`;
      try {
        for (const [index, query] of queries.entries()) {
          signal.throwIfAborted();
          const head =
            index === 0 ? sql`CREATE TABLE ${identifier(name)} AS` : sql`INSERT INTO ${identifier(name)}`;
          connection.query(sql`${head} ${query}`.text);
        }
        const counted = await engine.query(sql`SELECT count(*) FROM ${identifier(name)}`, { maxRows: 1 });
        return { sqlName: name, rowCount: Number(counted.rows[0]?.[0]), memoryBytes: 0 };
      } catch (error) {
        await engine.drop(name);
        throw error instanceof EngineError || signal.aborted
          ? error
          : new EngineError({ kind: 'query-failed', detail: String(error) });
      }
    },
    // The methods are asynchronous, so that their failures reject like those of the product's engine.
    async createView(query) {
      const name = `view_${views.size + 1}`;
      views.add(name);
      connection.query(sql`CREATE VIEW ${identifier(name)} AS ${query}`.text);
      return name;
    },
    async drop(name) {
      const kind = views.has(name) ? sql`VIEW` : sql`TABLE`;
      connection.query(sql`DROP ${kind} IF EXISTS ${identifier(name)}`.text);
    },
    bytes(query) {
      try {
        const values: unknown = connection.query(query.text).getChildAt(0)?.toArray() ?? [];
        return Promise.resolve(Uint8Array.from(values as ArrayLike<number>));
      } catch (error) {
        return Promise.reject(new EngineError(engineFailure(error)));
      }
    },
    async texts(query) {
      const { columns, rows } = await engine.query(query, { maxRows: Number.MAX_SAFE_INTEGER - 1 });
      return columns.map((_, index) => encodeTexts(rows.map((row) => row[index] ?? null)));
    },
    query(query, { maxRows }) {
      try {
        const result = connection.query(
          sql`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (${query}) LIMIT ${maxRows + 1}`.text,
        );
        const names = result.schema.fields.map((field) => field.name);
        const columns = names.map((_, index) => result.getChildAt(index));
        const texts = Array.from({ length: result.numRows }, (_row, index) =>
          columns.map((column) => textOf(column?.get(index))),
        );
        return Promise.resolve({
          columns: names,
          rows: texts.slice(0, maxRows),
          isTruncated: texts.length > maxRows,
        });
      } catch (error) {
        return Promise.reject(new EngineError(engineFailure(error)));
      }
    },
  };
  return { engine, table: addTable(fields, rows), addTable };
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

/** Returns the total digits of a decimal column, which are as few as in the product's engine. */
function decimalDigits(
  { type, scale }: AnalysedColumn,
  values: readonly (string | boolean | null)[],
): number {
  if (type !== 'number') return 0;
  const places = scale ?? 0;
  const isNarrow = values.every((value) => {
    if (typeof value !== 'string' || !FITS.number(value, places)) return true;
    return (/\d+/.exec(value)?.[0] ?? '').length + places <= 18;
  });
  return isNarrow ? 18 : 38;
}

function columnDefinitions(
  { sqlName, orderSqlName, misfitSqlName, type, scale }: AnalysedColumn,
  digits: number,
): Sql[] {
  const types = {
    text: 'VARCHAR',
    date: 'VARCHAR',
    boolean: 'BOOLEAN',
    number: `DECIMAL(${digits}, ${scale ?? 0})`,
  };
  const definitions = [{ text: `"${sqlName}" ${types[type]}` }];
  if (orderSqlName !== sqlName) definitions.push({ text: `"${orderSqlName}" TIMESTAMP` });
  if (misfitSqlName !== null) definitions.push({ text: `"${misfitSqlName}" VARCHAR` });
  return definitions;
}

/** Returns the stored values of a cell. Its text shows whether it fits, because a cast would round. */
function cells({ type, scale, misfitSqlName }: AnalysedColumn, value: string | boolean | null): Sql[] {
  const fits = value === null || FITS[type](value, scale ?? 0);
  const misfit = misfitSqlName === null ? [] : [sql`${fits ? null : String(value)}`];
  const stored = fits ? sql`${value}` : sql`NULL`;
  return type === 'date' ? [stored, sql`CAST(${stored} AS TIMESTAMP)`, ...misfit] : [stored, ...misfit];
}

const FITS: Record<AnalysedColumn['type'], (value: string | boolean, scale: number) => boolean> = {
  text: () => true,
  boolean: (value) => typeof value === 'boolean',
  date: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,7})?)?$/.test(value) &&
    readIsoDateTime(value) !== null,
  number: (value, scale) =>
    typeof value === 'string' &&
    /^-?\d{1,38}(\.\d+)?$/.test(value) &&
    (value.split('.')[1] ?? '').length <= scale &&
    value.replace('.', '').replace('-', '').length <= 38,
};

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
