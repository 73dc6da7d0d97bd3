import type { PriceField } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { identifier, sql, type Sql } from '../engine/sql';
import type { AnalysedColumn } from '../engine/analysed-table';
import { wireReader } from '../engine/wire-value';

/** How the values of a column come back as the service sent them. */
export interface CellReader {
  readonly text: Sql;
  readonly valueOf: (text: string | null) => CellValue;
}

/** Before a text in a column of true and false, which would else be taken for them. */
const MISFIT_SIGN = '!';

/** Returns how to read a column. `field` is its metadata, if there are any. */
export function cellReader(column: AnalysedColumn, field: PriceField | undefined): CellReader {
  const { type, sqlName, misfitSqlName } = column;
  const name = identifier(sqlName);
  if (misfitSqlName === null) return { text: name, valueOf: (text) => text };
  const misfit = identifier(misfitSqlName);
  const text = sql`coalesce(${misfit}, CAST(${name} AS VARCHAR))`;
  if (type === 'boolean') {
    return {
      text: sql`coalesce(${MISFIT_SIGN} || ${misfit}, CAST(${name} AS VARCHAR))`,
      valueOf: (each) =>
        each?.startsWith(MISFIT_SIGN) === true ? each.slice(1) : each === null ? null : each === 'true',
    };
  }
  return { text, valueOf: wireReader(column, field) };
}
