import { identifier, sql, type Sql } from '../engine/sql';
import type { AnalysedTable } from '../engine/analysed-table';
import type { Coverage } from '../reading/rows-read';
import type { ColumnPair } from './compared-values';

/** One side of a comparison. Both sides are tables of the same engine. */
export interface ComparedSide {
  readonly table: AnalysedTable;
  readonly rowCount: number;
  readonly coverage: Coverage;
  /** How many digits of a second the side's dates hold; null or absent for all digits. */
  readonly secondDigits?: number | null;
  /** Whether the side has no empty texts, because its file may have stored them as missing values (`fileSide`). */
  readonly lacksEmptyTexts?: boolean;
  /** The condition that selects the rows to compare; null or absent for all rows. Its result is never null. */
  readonly only?: Sql | null;
  /** Whether the side's numbers were read from a workbook, which holds 15 digits of a number. */
  readonly isOfWorkbook?: boolean;
  /** The name of a view with the table's rows that satisfy a refinement (filters on the rows read); null or absent for all rows. */
  readonly left?: string | null;
  /** The number of values by column that are empty because an intermediate result has too many digits; absent if there are none. */
  readonly tooLong?: Readonly<Record<string, number>>;
}

export interface ComparedSides {
  readonly earlier: ComparedSide;
  readonly later: ComparedSide;
}

export const SIDES = ['earlier', 'later'] as const;
export type Side = (typeof SIDES)[number];

/** The tables of two sides whose rows are matched. */
export type MatchedSides = Readonly<
  Record<Side, Pick<ComparedSide, 'table' | 'only' | 'secondDigits' | 'lacksEmptyTexts'>>
>;

/** Returns a side's rows to compare, as an SQL expression for `FROM`. */
export function comparedRows({ table, only = null }: MatchedSides[Side]): Sql {
  const name = identifier(table.sqlName);
  return only === null ? name : sql`(SELECT * FROM ${name} WHERE ${only})`;
}

/** Returns the columns of both sides with these names. Throws RangeError if a side lacks one. */
export function pairsOf(sides: MatchedSides, names: readonly string[]): readonly ColumnPair[] {
  const digits = SIDES.flatMap((side) => sides[side].secondDigits ?? []);
  const secondDigits = digits.length === 0 ? null : Math.min(...digits);
  const isEmptyNone = SIDES.some((side) => sides[side].lacksEmptyTexts === true);
  return names.map((name) => {
    const [earlier, later] = SIDES.map((side) =>
      sides[side].table.columns.find((column) => column.name === name),
    );
    if (earlier === undefined || later === undefined) throw new RangeError('A side has no such column.');
    return { name, earlier, later, secondDigits, isEmptyNone };
  });
}
