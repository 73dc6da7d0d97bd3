import type { CellValue, SnapshotRow } from '@/contract/extraction';
import type { PriceField } from '@/contract/column';
import type { RowSort } from '../../model/row-order';
import type { RowSubset } from '../../model/row-subset';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import { identifier, sql, type Sql } from '../engine/sql';
import { furtherDigitsSql, subsetSql } from '../engine/subset-sql';
import { columnOf, ROW_INDEX, type AnalysedTable } from '../engine/analysed-table';
import type { RowsRead } from '../reading/rows-read';
import { cellReader } from './cell-reader';
import { markOrder, openEngineRows, sortOrder, type RowSpan } from './engine-rows';

export interface SubsetSource {
  /** The snapshot that the rows were read from; its own rows are not used. */
  readonly whole: Omit<OpenSnapshot, 'rows' | 'readPage'>;
  readonly rowsRead: Pick<RowsRead, 'engine' | 'table' | 'revision'>;
  readonly fields: readonly PriceField[];
}

/**
 * Opens some of the rows read like a separate snapshot, for the grid and its tools. The rows come from the engine, in the order of the
 * snapshot or sorted by `sort`, with the values that the service sent, followed by computed columns. They stay the same while more rows
 * are being read. `snapshotSort`: the rules by which the service has sorted the snapshot. Rejects with EngineError or RowsReadError.
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
  // Rows that are added later have a higher `rowid`.
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
 * Returns what rows are sorted by. Where the service has sorted by the same rules, the rows follow the snapshot: the service alone knows its order
 * of texts and of rows without a value.
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

/** Returns what is equal for rows that are equal to the service in a column. */
function equalitySql({ column: name }: RowSort, table: AnalysedTable): readonly Sql[] {
  const column = columnOf(table, name);
  const value = identifier(column.orderSqlName);
  if (column.type === 'text') return [sql`lower(${value})`];
  const misfit = column.misfitSqlName === null ? [] : [identifier(column.misfitSqlName)];
  return [value, ...(column.type === 'date' ? [furtherDigitsSql(column)] : []), ...misfit];
}

/** Rows without a value come last in both directions. Texts are sorted without regard to case, as the service sorts them. */
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
