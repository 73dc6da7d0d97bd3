import { formulaColumns, parseFormula, type Formula } from '../conditions/formula';
import { refinedColumns, type Refinement } from '../conditions/refinement';
import { identifier, sql, type Sql } from '../engine/sql';
import type { AnalysedColumn, AnalysedTable } from '../engine/analysed-table';
import { groupSql } from './conditions-sql';
import { formulaSql, type ComputedInput } from './formula-sql';
import { createStaging, sqlTerm } from './staging';

/** Queries the rows of a table that satisfy a refinement, with its computed columns. */
export interface RefinedSql {
  /** A query of the rows, with the table's columns, `rowid`, and the computed columns. */
  readonly rows: Sql;
  /** The table's columns, followed by the computed columns, which are numbers. */
  readonly columns: readonly AnalysedColumn[];
  /** The computed columns with too many digits in an intermediate result. `isTooLong`: the column that contains whether a row has one. */
  readonly tooLong: readonly { readonly name: string; readonly isTooLong: Sql }[];
}

export interface RefinementScope {
  /** The largest absolute value of each number column that a formula names, in units of its last decimal place. */
  readonly maxUnits: ReadonlyMap<string, bigint>;
  /** The day (`YYYY-MM-DD`) against which relative days are resolved. */
  readonly today: string;
  /** The `rowid` of the last row to include. Rows that are added later are left out. */
  readonly lastRow: number;
}

/** Returns the number columns that the formulas of a refinement use. */
export function computedWith(
  { computedColumns }: Refinement,
  { columns }: Pick<AnalysedTable, 'columns'>,
): readonly AnalysedColumn[] {
  const named = new Set<string>();
  for (const [index] of computedColumns.entries()) {
    for (const name of formulaColumns(formulaAt(computedColumns, index, columns))) named.add(name);
  }
  return columns.filter(({ name }) => named.has(name));
}

/** Returns the query of a table's rows that satisfy a refinement. Throws RangeError if `refinementProblem` would refuse the refinement. */
export function refinementSql(
  { conditions, computedColumns }: Refinement,
  table: AnalysedTable,
  { maxUnits, today, lastRow }: RefinementScope,
): RefinedSql {
  const columns = [...table.columns];
  const inputs = new Map<string, ComputedInput>(
    table.columns.map(({ name, sqlName, scale }) => [
      name,
      { column: sqlTerm(identifier(sqlName)), scale: scale ?? 0, maxUnits: maxUnits.get(name) ?? 0n },
    ]),
  );
  const tooLong: { name: string; isTooLong: Sql }[] = [];
  const staging = createStaging();
  const rowId = identifier('rowid');
  const all = table.isView === true ? sql`*` : sql`${rowId} AS ${rowId}, *`;
  const read = sql`SELECT ${all} FROM ${identifier(table.sqlName)} WHERE ${rowId} <= ${lastRow}`;
  for (const [index, { name, places }] of computedColumns.entries()) {
    const formula = formulaAt(computedColumns, index, table.columns);
    const { value, isTooLong, maxUnits: units } = formulaSql(formula, inputs, places, staging);
    const sqlName = `x${index}`;
    inputs.set(name, { column: staging.keep(sqlName, value), scale: places, maxUnits: units });
    columns.push({
      name,
      type: 'number',
      scale: places,
      sqlName,
      orderSqlName: sqlName,
      misfitSqlName: null,
    });
    if (isTooLong !== null) {
      tooLong.push({ name, isTooLong: staging.keep(`${sqlName}_too_long`, isTooLong).sql });
    }
  }
  let rows = staging.rowsWith(read);
  if (conditions !== null) {
    rows = sql`SELECT * FROM (${rows}) WHERE ${groupSql(conditions, columns, today)}`;
  }
  return { rows, columns, tooLong };
}

function formulaAt(
  computedColumns: Refinement['computedColumns'],
  index: number,
  columns: readonly AnalysedColumn[],
): Formula {
  const known = refinedColumns(columns, computedColumns.slice(0, index));
  const parsed = parseFormula(
    computedColumns[index]?.formula ?? '',
    known.map(({ name, type }) => ({ name, isNumber: type === 'number' })),
  );
  if (!parsed.ok) throw new RangeError(`A formula cannot be computed: ${parsed.problem.kind}.`);
  return parsed.formula;
}
