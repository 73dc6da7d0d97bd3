import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { identifier, sql, type Sql } from '../engine/sql';
import type { AnalysedColumn } from '../engine/analysed-table';
import { wireReader, wireSql } from '../engine/wire-value';

/** Functions and SQL that read the values of a column as the service sent them. */
export interface CellReader {
  readonly text: Sql;
  readonly valueOf: (text: string | null) => CellValue;
  /** SQL of the same value as text. Booleans are `true` and `false`, and a text in their column begins with `MISFIT_SIGN`. */
  readonly valueText: Sql;
}

/** The prefix of a text in a boolean column, which distinguishes it from a boolean. */
export const MISFIT_SIGN = '!';

/** Returns the reader of a column. `field`: the column's metadata; undefined if there are none. */
export function cellReader(column: AnalysedColumn, field: PriceField | undefined): CellReader {
  const { type, sqlName, misfitSqlName } = column;
  const name = identifier(sqlName);
  if (misfitSqlName === null) return { text: name, valueOf: (text) => text, valueText: name };
  const misfit = identifier(misfitSqlName);
  const text = sql`coalesce(${misfit}, CAST(${name} AS VARCHAR))`;
  if (type === 'boolean') {
    const signed = sql`coalesce(${MISFIT_SIGN} || ${misfit}, CAST(${name} AS VARCHAR))`;
    return {
      text: signed,
      valueText: signed,
      valueOf: (each) =>
        each?.startsWith(MISFIT_SIGN) === true ? each.slice(1) : each === null ? null : each === 'true',
    };
  }
  return { text, valueOf: wireReader(column, field), valueText: wireSql(column, field, text) };
}
