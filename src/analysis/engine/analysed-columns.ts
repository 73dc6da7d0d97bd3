import type { PriceField } from '@/contract/column';
import { ROW_INDEX, type AnalysedColumn } from './analysed-table';
import { MAX_DIGITS, NARROW_DIGITS } from './decimal-units';
import type { TableRequest } from './engine-messages';
import { identifier, sql, type Sql } from './sql';

/** The decimal places of numbers if the metadata state none, and of binary floating-point numbers, which have no scale. */
const USUAL_SCALE = 10;
const WHOLE_TYPES = new Set(['tinyint', 'smallint', 'int', 'bigint']);
const FLOATING_TYPES = new Set(['float', 'real']);

/** Returns how the engine's table stores a column. A column without metadata is stored as text. */
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

/** The decimal places of numbers whose places were guessed from some values: others may have more. Whole numbers are taken as such. */
const GUESSED_SCALE = 4;

function scaleOf({ sqlType, scale, guessedFromRows }: PriceField): number {
  const type = sqlType.trim().toLowerCase();
  if (WHOLE_TYPES.has(type)) return 0;
  if (scale === null || FLOATING_TYPES.has(type)) return USUAL_SCALE;
  const atLeast = guessedFromRows === undefined || scale === 0 ? 0 : GUESSED_SCALE;
  return Math.min(Math.max(scale, atLeast), MAX_DIGITS);
}

/**
 * Returns the statement that creates the table. Numbers have 18 digits at first (`widenColumnSql`), because the engine reads these up to
 * fifty times as fast as 38 digits. Columns of misfits are computed as null until there is one (`storeMisfitsSql`): most tables have none,
 * and storing nulls takes a tenth of the reading time. Other columns are in the order in which `createRowEncoder` writes them.
 */
export function createTableSql(sqlName: string, columns: TableRequest['columns']): Sql {
  const all = columns.flatMap(({ name, field }, index) =>
    definitions(analysedColumn(name, field, index), isStamp(field)),
  );
  return sql`CREATE TABLE ${identifier(sqlName)} (${identifier(ROW_INDEX)} BIGINT, ${all})`;
}

/** A date column with at least this many digits of a second seems to hold times of events. Coarser dates are often days, which recur. */
const STAMP_SCALE = 4;

/** Whether a column seems to hold times of events. Few of them recur, so compressing them takes as long as compressing five columns. */
function isStamp(field: PriceField | null): boolean {
  return field?.type === 'date' && (field.scale ?? 0) >= STAMP_SCALE;
}

function definitions(
  { type, scale, sqlName, orderSqlName, misfitSqlName }: AnalysedColumn,
  isUncompressed: boolean,
): Sql[] {
  const compression = isUncompressed ? sql` USING COMPRESSION uncompressed` : sql``;
  const all = [sql`${identifier(sqlName)} ${sqlType(type, scale)}${compression}`];
  if (orderSqlName !== sqlName) all.push(sql`${identifier(orderSqlName)} TIMESTAMP`);
  if (misfitSqlName !== null) {
    all.push(sql`${identifier(misfitSqlName)} VARCHAR GENERATED ALWAYS AS (NULL) VIRTUAL`);
  }
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

/** Returns the statement that widens a column of numbers from 18 to 38 digits. */
export function widenColumnSql(table: string, { sqlName, scale }: AnalysedColumn): Sql {
  return sql`ALTER TABLE ${identifier(table)} ALTER COLUMN ${identifier(sqlName)}
    SET DATA TYPE ${decimalType(MAX_DIGITS, scale)}`;
}

/** Returns the statements that add a column for the values which do not fit a column, after the columns that are stored already. */
export function storeMisfitsSql(table: string, { misfitSqlName }: AnalysedColumn): Sql[] {
  if (misfitSqlName === null) return [];
  const [rows, column] = [identifier(table), identifier(misfitSqlName)];
  return [
    sql`ALTER TABLE ${rows} DROP COLUMN IF EXISTS ${column}`,
    sql`ALTER TABLE ${rows} ADD COLUMN ${column} VARCHAR`,
  ];
}

/** Whether a column is created for numbers of 38 digits, because its decimal places exceed 18 digits. */
export function hasWideScale(scale: number | null): boolean {
  return (scale ?? 0) > NARROW_DIGITS;
}

function decimalType(digits: number, scale: number | null): Sql {
  return sql`DECIMAL(${digits}, ${scale ?? 0})`;
}
