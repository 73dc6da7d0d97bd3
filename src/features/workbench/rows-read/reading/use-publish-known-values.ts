import { useMemo } from 'react';
import type { PriceField } from '@/contract/column';
import { MOST_KNOWN_VALUES, type KnownValueSearch, type KnownValuesSource } from '../../model/known-values';
import { usePublish } from '../../controller/use-published-rows';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { identifier, sql, type Sql } from '@/analysis/engine/sql';
import type { AnalysedColumn, AnalysedTable } from '@/analysis/engine/analysed-table';
import { isEstimate, rowsReadKey, type RowsRead } from '@/analysis/reading/rows-read';
import { wireReader } from '@/analysis/engine/wire-value';
import { fold } from '@/lib/base/search-terms';
import { foldedTextSql } from '@/analysis/engine/folded-text-sql';

/** While there are rows, makes their values available to the filter editors. */
export function usePublishKnownValues(rowsRead: RowsRead | null): void {
  const { priceColumn } = useWorkbenchScope();
  const source = useMemo(
    () => (rowsRead === null ? null : knownValuesSource(rowsRead, priceColumn.fields)),
    [rowsRead, priceColumn],
  );
  usePublish('knownValues', source);
}

/** Returns a source of suggested values. The account's locked columns are not among the rows read, so their values are never suggested. */
export function knownValuesSource(rowsRead: RowsRead, fields: readonly PriceField[]): KnownValuesSource {
  const { engine, table, coverage } = rowsRead;
  return {
    columns: new Set(table.columns.map(({ name }) => name)),
    origin: 'read',
    readCount: coverage.kind === 'all' ? coverage.rowCount : coverage.readCount,
    isPart: isEstimate(coverage),
    queryKey: rowsReadKey(rowsRead),
    find: async (name, search, signal) => {
      const column = table.columns.find((each) => each.name === name);
      if (column === undefined) return { values: [], hasMore: false };
      const wireOf = wireReader(
        column,
        fields.find((field) => field.name === name),
      );
      const query = knownValuesSql(table, column, search, MOST_KNOWN_VALUES + 1);
      const { rows } = await engine.query(query, { signal, maxRows: MOST_KNOWN_VALUES + 1 });
      return {
        values: rows
          .slice(0, MOST_KNOWN_VALUES)
          .map(([value, count]) => ({ value: wireOf(value ?? ''), count: Number(count) })),
        hasMore: rows.length > MOST_KNOWN_VALUES,
      };
    },
  };
}

/** Returns a query of the most frequent values that contain the text and can be used in conditions. Dates are reduced to days. */
function knownValuesSql(
  { sqlName: tableName }: Pick<AnalysedTable, 'sqlName'>,
  { sqlName, orderSqlName, type }: AnalysedColumn,
  search: KnownValueSearch,
  limit: number,
): Sql {
  const value = type === 'date' ? sql`CAST(${identifier(orderSqlName)} AS DATE)` : identifier(sqlName);
  // The query groups before it searches, so that only a few values are converted to text.
  return sql`SELECT CAST(value AS VARCHAR) AS value, value_count FROM (SELECT ${value} AS value, count(*) AS value_count
      FROM ${identifier(tableName)} WHERE ${identifier(sqlName)} IS NOT NULL GROUP BY 1)
    WHERE ${containsSql(type, search)} ORDER BY value_count DESC, value LIMIT ${limit}`;
}

function containsSql(type: AnalysedColumn['type'], { text, dayFormat }: KnownValueSearch): Sql {
  if (text === '') return sql`TRUE`;
  const value = sql`value`;
  const written = type === 'text' ? foldedTextSql(value) : sql`CAST(${value} AS VARCHAR)`;
  const isContained = sql`contains(${written}, ${fold(text)})`;
  return type === 'date'
    ? sql`(${isContained} OR contains(strftime(${value}, ${dayFormat}), ${text}))`
    : isContained;
}
