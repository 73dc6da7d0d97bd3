import { identifier, sql, type Sql } from '../engine/sql';
import type { AnalysedTable } from '../engine/analysed-table';
import type { Coverage } from '../reading/rows-read';
import type { ColumnPair } from './compared-values';

/** One side of a comparison. Both sides are tables of the same engine. */
export interface ComparedSide {
  readonly table: AnalysedTable;
  readonly rowCount: number;
  readonly coverage: Coverage;
  /** The digits of a second that its dates hold; null or absent for all. */
  readonly secondDigits?: number | null;
  /** Whether its texts are never empty, because an empty text may have been stored as no value (`fileSide`). */
  readonly lacksEmptyTexts?: boolean;
  /** The condition of the rows to compare; null or absent for all rows. It is never null for a row. */
  readonly only?: Sql | null;
  /** Whether its numbers were read from a workbook, which holds 15 digits of a number. */
  readonly isOfWorkbook?: boolean;
  /** The view of the table's rows that satisfy a refinement; null or absent for all rows. */
  readonly left?: string | null;
  /** How many values a refinement left empty, because an intermediate result has too many digits; by column, absent for none. */
  readonly tooLong?: Readonly<Record<string, number>>;
}

export interface ComparedSides {
  readonly earlier: ComparedSide;
  readonly later: ComparedSide;
}

export const SIDES = ['earlier', 'later'] as const;
export type Side = (typeof SIDES)[number];

/** The tables in which rows of two sides are matched. */
export type MatchedSides = Readonly<
  Record<Side, Pick<ComparedSide, 'table' | 'only' | 'secondDigits' | 'lacksEmptyTexts'>>
>;

/** The rows of a side to compare, for a `FROM`. */
export function comparedRows({ table, only = null }: MatchedSides[Side]): Sql {
  const name = identifier(table.sqlName);
  return only === null ? name : sql`(SELECT * FROM ${name} WHERE ${only})`;
}

/** Returns the columns with these names. Throws RangeError for a column that a side lacks. */
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
