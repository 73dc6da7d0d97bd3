import { identifier, type Sql } from '../engine/sql';
import type { ComparedSides, Side } from '../matching/matched-sides';

export interface ComparisonSpec {
  /** Names of columns that both sides have, at least one: rows with equal values in all of them belong together. */
  readonly keys: readonly string[];
  /** A number column of both sides, which Δ is about. */
  readonly price: string | null;
  /** Other columns of both sides. The caller leaves out those that only note when a row was written. */
  readonly compared: readonly string[];
}

/** In the order in which rows are sorted by kind. */
export const CHANGE_KINDS = ['added', 'removed', 'changed', 'unchanged'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * Why a row is not compared: its key stands twice or more, on whichever side, or a part of its key has no value. To match
 * such a row would be to guess.
 */
export const LEFT_OUT_KINDS = ['duplicated', 'missing'] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

/** Every row of both sides is in a comparison once, as one of these; `changed` and `unchanged` hold a row of each side. */
export const ROW_KINDS = [...CHANGE_KINDS, ...LEFT_OUT_KINDS] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export interface Comparison {
  readonly spec: ComparisonSpec;
  readonly sides: ComparedSides;
  /** The identifier of the table of differences; see `compare`. */
  readonly sqlName: string;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Rows that are not compared. They are rows of the comparison all the same, of their own kinds. */
  readonly leftOut: Readonly<Record<Side, Readonly<Record<LeftOutKind, number>>>>;
  /** Rows that `only` of their side leaves out. They are no rows of the comparison. */
  readonly filteredOut: Readonly<Record<Side, number>>;
  /** Number columns with other decimal places on the two sides, where 1.50 equals 1.5000. */
  readonly otherScale: readonly string[];
  /** Rows with two prices of too many digits to compute Δ of; there are none of them among real prices. */
  readonly tooLongForDelta: number;
  /** Changed rows that differ in nothing but digits which a workbook, one of the sides, cannot hold. */
  readonly beyondDigits: number;
  /** Added or removed rows of a workbook whose key differs from that of a row of the other side in nothing but such digits. */
  readonly keysBeyondDigits: number;
  /** Both sides have rows, and no key of one is a key of the other: rows were added and removed, or matched by the wrong columns. */
  readonly hasNoMatch: boolean;
  /** The engine's memory when it was done, in bytes. */
  readonly memoryBytes: number;
}

/** The columns of `d0`, `d1`, …: the price, if there is one, then the others. */
export function differingColumns({ price, compared }: ComparisonSpec): readonly string[] {
  return price === null ? compared : [price, ...compared.filter((name) => name !== price)];
}

/** Whether the column at `index` of `differingColumns` differs. */
export function differsName(index: number): Sql {
  return identifier(`d${index}`);
}
