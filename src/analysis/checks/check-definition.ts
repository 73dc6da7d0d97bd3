import type { Role } from '@/rows/price-rows/column-roles';
import type { Translator } from '@/ui/formats/words';
import type { RefineCondition } from '../conditions/refinement';
import type { Sql } from '../engine/sql';
import type { CheckParameter, CheckParameters } from './check-parameters';
import type { CheckedRows, CheckQuery, PreparedTables } from './checks-sql';

/** The ids of the checks that come with the console, in the order in which users see them. */
export const CHECK_IDS = [
  'no-price',
  'zero-price',
  'below-cost',
  'far-from-group',
  'changed',
  'overlap',
  'gap',
  'ends-before-start',
  'ended',
  'starts-later',
  'key-twice',
  'several-currencies',
  'shifted-decimal',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/** The definition of a check without its id and its name. The name is a message. */
export interface CheckDefinition {
  /** The roles that the check needs, such as price or cost. If one of them has no column, the check is off. */
  readonly needs: readonly Role[];
  /** At least one of these roles must have a column. */
  readonly needsOneOf?: readonly Role[];
  readonly parameters: readonly CheckParameter[];
  /** Whether the check compares rows that have the same values in the columns which identify a price. */
  readonly hasKey?: boolean;
  /** Whether the check also finds rows with the same metadata key. If the rows have such a key, the check needs no role. */
  readonly hasRowKey?: boolean;
  /** The role whose values may come from another snapshot or price column instead of a column of the rows. */
  readonly sourceRole?: Role;
  /** Whether the check judges rows on a day, which is today unless the user chooses another one. */
  readonly hasDay?: boolean;
  /** Whether the check is on until the user chooses. A check is off at first if the rows that it finds are not errors. */
  readonly isUsedAtFirst: boolean;
  /** Returns the prepared tables that the check reads, each after the tables from which it is made; absent for none. */
  readonly reads?: (rows: Pick<CheckedRows, 'roles' | 'start'>) => readonly (keyof PreparedTables)[];
  /**
   * Returns a query of the rows that the check finds: `row_index`, and the figures `f1` to `f4` as texts for `explain`. `f1` is the judged
   * value: while it is the same, the finding counts as the same.
   */
  readonly findings: (query: CheckQuery) => Sql;
  /** Returns a query that counts the rows which the check can judge, such as those with a cost. Absent or null if it judges all rows. */
  readonly judged?: (query: CheckQuery) => Sql | null;
  /** Returns a condition that finds the same rows as the check. Absent or null if no condition does. */
  readonly condition?: (
    rows: Pick<CheckedRows, 'roles' | 'day' | 'misfits'>,
    parameters: CheckParameters,
  ) => RefineCondition | null;
  /** Returns how far a price is from what it should be, to show the worst finding first. The distance need not be exact. */
  readonly distance?: (figures: DistanceFigures) => Sql;
  /** Returns the reason why the check has found a row. */
  readonly explain: (texts: FindingTexts, figures: FindingFigures) => string;
}

/** The figures of a finding as numbers: `price` is `f1`, `other` is `f2`, and `median` is `f2` converted from units of medians. */
export interface DistanceFigures {
  readonly price: Sql;
  readonly other: Sql;
  readonly median: Sql;
}

/** The figures `f1` to `f4` of a finding. */
export type FindingFigures = readonly [
  first: string | null,
  second: string | null,
  third: string | null,
  fourth: string | null,
];

/** Functions that write the figures of a finding as text. */
export interface FindingTexts {
  readonly t: Translator<'checks.finding'>;
  /** Returns the text of a price, which is given as a decimal. */
  readonly price: (decimal: string) => string;
  /** Returns the decimal of a figure that is in units of medians. */
  readonly fromUnits: (figure: string) => string;
  /** Returns the exact quotient of two decimals as a percentage, with halves rounded away from zero. */
  readonly percentOf: (part: string, whole: string) => string;
  readonly signedPercentOf: (part: string, whole: string) => string;
  /** Returns an ISO date in the user's format, and any other text unchanged. */
  readonly date: (text: string) => string;
  /** Returns a whole number with the values that a plural message needs. */
  readonly count: (text: string | null) => { readonly count: number; readonly formatted: string };
}
