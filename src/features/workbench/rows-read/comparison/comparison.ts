import { identifier, type Sql } from '../engine/sql';
import type { ComparedSides, Side } from '../matching/matched-sides';

export interface ComparisonSpec {
  /** Names of columns of both sides, at least one: rows with equal values in all of them match. */
  readonly keys: readonly string[];
  /** The number column of both sides that Δ is computed from. */
  readonly price: string | null;
  /** Other columns of both sides. The caller leaves out columns that only note when a row was written. */
  readonly compared: readonly string[];
}

/** Kinds of compared rows, in the order in which a sort by kind lists them. */
export const CHANGE_KINDS = ['added', 'removed', 'changed', 'unchanged'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Why a row is not compared: its key occurs more than once on a side, or a part of its key has no value. A match would be a guess. */
export const LEFT_OUT_KINDS = ['duplicated', 'missing'] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

/** Every row of both sides occurs once in a comparison, with one of these kinds; `changed` and `unchanged` hold a row of each side. */
export const ROW_KINDS = [...CHANGE_KINDS, ...LEFT_OUT_KINDS] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export interface Comparison {
  readonly spec: ComparisonSpec;
  readonly sides: ComparedSides;
  /** The identifier of the table that `compare` describes. */
  readonly sqlName: string;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Rows that are not compared. They are still rows of the comparison, with kinds of their own. */
  readonly leftOut: Readonly<Record<Side, Readonly<Record<LeftOutKind, number>>>>;
  /** Rows that the `only` of their side excludes. They are not rows of the comparison. */
  readonly filteredOut: Readonly<Record<Side, number>>;
  /** Number columns with different decimal places on the two sides; 1.50 equals 1.5000. */
  readonly otherScale: readonly string[];
  /** Rows whose prices have too many digits for computing Δ; real prices do not. */
  readonly tooLongForDelta: number;
  /** Changed rows that differ only in digits that a workbook, as one of the sides, cannot hold. */
  readonly beyondDigits: number;
  /** Added or removed rows of a workbook whose key differs only in such digits from the key of a row of the other side. */
  readonly keysBeyondDigits: number;
  /** Whether both sides have rows, but no key in common: all rows were added and removed, or the key columns are wrong. */
  readonly hasNoMatch: boolean;
  /** The engine's memory after the comparison, in bytes. */
  readonly memoryBytes: number;
}

/** The columns of `d0`, `d1`, …: the price, if any, then the compared columns. */
export function differingColumns({ price, compared }: ComparisonSpec): readonly string[] {
  return price === null ? compared : [price, ...compared.filter((name) => name !== price)];
}

/** Whether the column at `index` of `differingColumns` differs. */
export function differsName(index: number): Sql {
  return identifier(`d${index}`);
}
