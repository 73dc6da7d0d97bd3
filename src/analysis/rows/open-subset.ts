import type { CellValue, SnapshotRow } from '@/contract/extraction';
import type { PriceField } from '@/contract/column';
import type { RowSort } from '../conditions/row-order';
import type { RowSubset } from '../conditions/row-subset';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { identifier, sql, type Sql } from '../engine/sql';
import { furtherDigitsSql, subsetSql } from '../engine/subset-sql';
import { columnOf, ROW_INDEX, type AnalysedTable } from '../engine/analysed-table';
import type { RowsRead } from '../reading/rows-read';
import { cellReader } from './cell-reader';
import { markOrder, openEngineRows, sortOrder, type RowSpan } from './engine-rows';

export interface SubsetSource {
  /** The snapshot from which the rows were read. The function gets the rows from the engine, not from the snapshot. */
  readonly whole: Omit<OpenSnapshot, 'rows' | 'readPage'>;
  readonly rowsRead: Pick<RowsRead, 'engine' | 'table' | 'revision'>;
  readonly fields: readonly PriceField[];
}

/**
 * Opens some of the rows read like a separate snapshot, for the grid and its tools. The rows come from the engine, in the order of the
 * snapshot or sorted by `sort`. They have the values that the service sent, followed by computed columns, and do not change while more rows
 * are read. `snapshotSort`: the rules by which the service has sorted the snapshot. Rejects with EngineError or RowsReadError.
 */
export async function openSubset(
  { whole, rowsRead, fields }: SubsetSource,
  subset: RowSubset,
  signal: AbortSignal,
  sort: readonly RowSort[] = [],
  snapshotSort: readonly RowSort[] = [],
): Promise<OpenSnapshot> {
  const { engine, table } = rowsRead;
  const { sqlName } = table;
  const last = await engine.query(sql`SELECT max(rowid) FROM ${identifier(sqlName)}`, { signal, maxRows: 1 });
  // Rows that are added later have a higher `rowid`, so this condition excludes them.
  const condition = sql`${subsetSql(subset, table)} AND rowid <= ${Number(last.rows[0]?.[0] ?? -1)}`;
  const orderBy = identifier(ROW_INDEX);
  const maxRows = whole.snapshot.rowCount;
  const order =
    sort.length === 0
      ? await markOrder(engine, { sqlName, orderBy, condition, maxRows }, signal)
      : await sortOrder(
          engine,
          {
            sqlName,
            place: orderBy,
            condition,
            sort: [...sortSql(sort, snapshotSort, table), orderBy],
          },
          signal,
        );
  const computed = table.columns.flatMap(({ name }) => (whole.columns.includes(name) ? [] : [name]));
  const columns = [...whole.columns, ...computed];
  const readers = columns.map((name) => {
    const column = table.columns.find((each) => each.name === name);
    return (
      column &&
      cellReader(
        column,
        fields.find((field) => field.name === name),
      )
    );
  });
  const selected = readers.flatMap((reader, index) => (reader === undefined ? [] : [{ reader, index }]));
  const cells = selected.map(({ reader, index }) => sql`${reader.text} AS ${identifier(`t${index}`)}`);

  async function readSpan({ count, select }: RowSpan, until: AbortSignal): Promise<readonly SnapshotRow[]> {
    const found = await engine.query(select(cells), { signal: until, maxRows: count });
    return found.rows.map((texts) => {
      const row: CellValue[] = readers.map(() => undefined);
      selected.forEach(({ reader, index }, at) => {
        row[index] = reader.valueOf(texts[at] ?? null);
      });
      return row;
    });
  }

  const { rowCount, rows, readPage } = await openEngineRows(order, readSpan, signal);
  const { openAt: _, ...opened } = whole;
  return {
    ...opened,
    columns,
    ...(computed.length > 0 && { computedFields: fields.filter(({ name }) => computed.includes(name)) }),
    snapshot: { ...whole.snapshot, rowCount },
    rows,
    readPage,
    subsetId: `${rowsRead.table.sqlName} ${rowsRead.revision} ${JSON.stringify([subset, ...sort])}`,
  };
}

/**
 * Returns the terms of an `ORDER BY`. If the service has sorted by the same rules, the rows keep the order of the snapshot, because only
 * the service knows its order of texts and of rows without a value.
 */
function sortSql(
  sort: readonly RowSort[],
  snapshotSort: readonly RowSort[],
  table: AnalysedTable,
): readonly Sql[] {
  const followed: Sql[] = [];
  let followedCount = 0;
  return sort.flatMap((rule) => {
    const ofService = snapshotSort[followedCount];
    const isFollowed = ofService?.column === rule.column && ofService.direction === rule.direction;
    if (!isFollowed) return valueSql(rule, table);
    followedCount += 1;
    followed.push(...equalitySql(rule, table));
    return [sql`min(${identifier(ROW_INDEX)}) OVER (PARTITION BY ${[...followed]})`];
  });
}

/** Returns expressions that are equal for two rows whose values in this column are equal for the service. */
function equalitySql({ column: name }: RowSort, table: AnalysedTable): readonly Sql[] {
  const column = columnOf(table, name);
  const value = identifier(column.orderSqlName);
  if (column.type === 'text') return [sql`lower(${value})`];
  const misfit = column.misfitSqlName === null ? [] : [identifier(column.misfitSqlName)];
  return [value, ...(column.type === 'date' ? [furtherDigitsSql(column)] : []), ...misfit];
}

/** Returns the terms that sort by the values of a column. Missing values come last, and case matters only if texts are otherwise equal. */
function valueSql({ column: name, direction }: RowSort, table: AnalysedTable): readonly Sql[] {
  const column = columnOf(table, name);
  const value = identifier(column.orderSqlName);
  const how = direction === 'ascending' ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`;
  switch (column.type) {
    case 'text':
      return [sql`lower(${value}) ${how}`, sql`${value} ${how}`];
    case 'date':
      return [sql`${value} ${how}`, sql`${furtherDigitsSql(column)} ${how}`];
    case 'number':
    case 'boolean':
      return [sql`${value} ${how}`];
  }
}
