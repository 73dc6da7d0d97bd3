import type { PriceField } from '@/contract/column';
import { ROW_INDEX, type AnalysedColumn } from '../model/analysed-table';
import { MAX_DIGITS, NARROW_DIGITS } from './decimal-units';
import { identifier, sql, type Sql } from './sql';

/** Decimal places of numbers whose metadata state none, and of binary floating-point numbers, which have no scale. */
const USUAL_SCALE = 10;
const WHOLE_TYPES = new Set(['tinyint', 'smallint', 'int', 'bigint']);
const FLOATING_TYPES = new Set(['float', 'real']);

/** Returns how the engine's table holds a column; without metadata it is text. */
export function analysedColumn(name: string, field: PriceField | null, index: number): AnalysedColumn {
  const type = field?.type ?? 'text';
  const sqlName = `c${index}`;
  return {
    name,
    type,
    scale: field !== null && type === 'number' ? scaleOf(field) : null,
    sqlName,
    orderSqlName: type === 'date' ? `${sqlName}_moment` : sqlName,
    misfitSqlName: type === 'text' ? null : `${sqlName}_misfit`,
  };
}

function scaleOf({ sqlType, scale }: PriceField): number {
  const type = sqlType.trim().toLowerCase();
  if (WHOLE_TYPES.has(type)) return 0;
  if (scale === null || FLOATING_TYPES.has(type)) return USUAL_SCALE;
  return Math.min(Math.max(scale, 0), MAX_DIGITS);
}

/**
 * The statement that creates the table. Numbers have 18 digits at first, which the engine reads up to fifty times as fast as
 * 38 (`widenColumnSql`). Its columns come in the order in which `createRowEncoder` writes them.
 */
export function createTableSql(sqlName: string, columns: readonly AnalysedColumn[]): Sql {
  return sql`CREATE TABLE ${identifier(sqlName)} (${identifier(ROW_INDEX)} BIGINT, ${columns.flatMap(definitions)})`;
}

function definitions({ type, scale, sqlName, orderSqlName, misfitSqlName }: AnalysedColumn): Sql[] {
  const all = [sql`${identifier(sqlName)} ${sqlType(type, scale)}`];
  if (orderSqlName !== sqlName) all.push(sql`${identifier(orderSqlName)} TIMESTAMP`);
  if (misfitSqlName !== null) all.push(sql`${identifier(misfitSqlName)} VARCHAR`);
  return all;
}

function sqlType(type: AnalysedColumn['type'], scale: number | null): Sql {
  switch (type) {
    case 'text':
    case 'date':
      return sql`VARCHAR`;
    case 'boolean':
      return sql`BOOLEAN`;
    case 'number':
      return decimalType(hasWideScale(scale) ? MAX_DIGITS : NARROW_DIGITS, scale);
  }
}

/** Makes room for numbers of 38 digits in a column that was created for 18. */
export function widenColumnSql(table: string, { sqlName, scale }: AnalysedColumn): Sql {
  return sql`ALTER TABLE ${identifier(table)} ALTER COLUMN ${identifier(sqlName)}
    SET DATA TYPE ${decimalType(MAX_DIGITS, scale)}`;
}

/** Whether a column is created for numbers of 38 digits, because it has more decimal places than the others have digits. */
export function hasWideScale(scale: number | null): boolean {
  return (scale ?? 0) > NARROW_DIGITS;
}

function decimalType(digits: number, scale: number | null): Sql {
  return sql`DECIMAL(${digits}, ${scale ?? 0})`;
}
