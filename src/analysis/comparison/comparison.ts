import { identifier, type Sql } from '../engine/sql';
import type { ComparedSides, Side } from '../matching/matched-sides';

export interface ComparisonSpec {
  /** The names of the key columns, which both sides have. There is at least one. Rows with equal values in all of them match. */
  readonly keys: readonly string[];
  /** The number column from which Δ (the price difference) is computed. Both sides have it. */
  readonly price: string | null;
  /** Other columns of both sides. The caller leaves out columns that only contain the time when a row was written. */
  readonly compared: readonly string[];
}

/** The kinds of compared rows, in the order of a sort by kind. */
export const CHANGE_KINDS = ['added', 'removed', 'changed', 'unchanged'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Why a row is not compared: its key occurs more than once on a side, or lacks a part. A match would be a guess. */
export const LEFT_OUT_KINDS = ['duplicated', 'missing'] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

/** The kinds of rows in a comparison. Each row of a side occurs once. `changed` and `unchanged` combine a row of each side. */
export const ROW_KINDS = [...CHANGE_KINDS, ...LEFT_OUT_KINDS] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export interface Comparison {
  readonly spec: ComparisonSpec;
  readonly sides: ComparedSides;
  /** The identifier of the table that `compare` describes. */
  readonly sqlName: string;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** The numbers of rows that are not compared. They are still rows of the comparison, with separate kinds. */
  readonly leftOut: Readonly<Record<Side, Readonly<Record<LeftOutKind, number>>>>;
  /** The numbers of rows that the condition `only` of their side excludes. They are not rows of the comparison. */
  readonly filteredOut: Readonly<Record<Side, number>>;
  /** The number columns whose decimal places differ between the sides. Their values are still compared: 1.50 equals 1.5000. */
  readonly otherScale: readonly string[];
  /** The number of rows whose prices have too many digits for computing Δ (their difference). Real prices do not. */
  readonly tooLongForDelta: number;
  /** The number of changed rows that differ only in digits which a workbook cannot hold, if a side is a workbook. */
  readonly beyondDigits: number;
  /** The number of added or removed rows of a workbook whose key differs from one of the other side only in digits that it cannot hold. */
  readonly keysBeyondDigits: number;
  /** Whether both sides have rows but no key in common. Then either all rows were replaced, or the key columns are wrong. */
  readonly hasNoMatch: boolean;
  /** The engine's memory after the comparison, in bytes. */
  readonly memoryBytes: number;
}

/** Returns the columns to which `d0`, `d1`, … belong: first the price, if there is one, then the compared columns. */
export function differingColumns({ price, compared }: ComparisonSpec): readonly string[] {
  return price === null ? compared : [price, ...compared.filter((name) => name !== price)];
}

/** Returns the name of the column that contains whether the column at `index` of `differingColumns` differs. */
export function differsName(index: number): Sql {
  return identifier(`d${index}`);
}
