import type { Role } from '@/rows/price-rows/column-roles';
import type { Translator } from '@/ui/formats/words';
import type { RefineCondition } from '../../model/refinement';
import type { Sql } from '../engine/sql';
import type { CheckParameter, CheckParameters } from './check-parameters';
import type { CheckedRows, CheckQuery, PreparedTables } from './checks-sql';

/** The checks that come with the console, in the order in which people see them. */
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

/** All about a check but its id and its name, which is a message. */
export interface CheckDefinition {
  /** If one of these roles has no column, the check is off. */
  readonly needs: readonly Role[];
  /** At least one of these roles must have a column. */
  readonly needsOneOf?: readonly Role[];
  readonly parameters: readonly CheckParameter[];
  /** Compares rows with the same values in the columns that identify a price. */
  readonly hasKey?: boolean;
  /** Also finds rows with the same metadata key, and needs no role if the rows have such a key. */
  readonly hasRowKey?: boolean;
  /** The role whose values may come from the rows of another snapshot or price column instead. */
  readonly sourceRole?: Role;
  /** Judges rows on a day: today, unless a person chooses another one. */
  readonly hasDay?: boolean;
  /** Whether the check is in use until a person chooses. It is not if what it finds is no error. */
  readonly isUsedAtFirst: boolean;
  /** The prepared tables that it reads, each after the tables that it is made from; absent for none. */
  readonly reads?: (rows: Pick<CheckedRows, 'roles' | 'start'>) => readonly (keyof PreparedTables)[];
  /**
   * A query of the rows that it finds: `row_index`, and the figures `f1` to `f4` as texts, for `explain`. `f1` is the judged value: while
   * it stays the same, so does the finding.
   */
  readonly findings: (query: CheckQuery) => Sql;
  /** A query of the number of rows that it judges. Absent or null if it judges all: other rows lack something, such as a cost. */
  readonly judged?: (query: CheckQuery) => Sql | null;
  /** Finds the same rows as the check. Absent or null if no condition does. */
  readonly condition?: (
    rows: Pick<CheckedRows, 'roles' | 'day' | 'misfits'>,
    parameters: CheckParameters,
  ) => RefineCondition | null;
  /** How far a price is from what it should be, which puts the worst first. It need not be exact. */
  readonly distance?: (figures: DistanceFigures) => Sql;
  /** Says why it has found a row. */
  readonly explain: (texts: FindingTexts, figures: FindingFigures) => string;
}

/** Figures of a finding as numbers: `f1`, `f2`, and `f2` from units of medians. */
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

/** How a finding's figures are said. */
export interface FindingTexts {
  readonly t: Translator<'checks.finding'>;
  /** Of a decimal. */
  readonly price: (decimal: string) => string;
  /** The decimal of a figure in units of medians. */
  readonly fromUnits: (figure: string) => string;
  /** The exact quotient of decimals, halves rounded away from zero. */
  readonly percentOf: (part: string, whole: string) => string;
  readonly signedPercentOf: (part: string, whole: string) => string;
  /** Of an ISO date; another text stays as it is. */
  readonly date: (text: string) => string;
  /** A whole number, as the plural of a message takes it. */
  readonly count: (text: string | null) => { readonly count: number; readonly formatted: string };
}
