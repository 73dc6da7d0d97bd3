import type { ColumnType } from './column';
import type { CellValue, ComparisonOp } from './extraction';
import { compareDecimals, readDecimal } from '@/lib/formats/decimal';
import { readIsoDateTime } from '@/lib/formats/iso-date';

/** A comparison of a row's values. It is plain data, so that it can be sent to a worker. */
export type RowTest = {
  /** Whether the test is negated: a row then passes if it has the values and they do not satisfy the comparison. */
  readonly isNegated?: boolean;
} & (
  | {
      readonly kind: 'value';
      readonly column: string;
      readonly op: ComparisonOp;
      readonly values: readonly string[];
      /** Whether a row without a value also passes. */
      readonly orEmpty?: true;
    }
  | {
      readonly kind: 'column';
      readonly column: string;
      readonly op: Exclude<ComparisonOp, 'containsAny' | 'isNull' | 'isNotNull'>;
      /** The column to compare with. It must have the same type as `column`. */
      readonly other: string;
    }
);

export interface JudgedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

export type CellOf = (columnIndex: number) => CellValue;

/** A rule that highlights rows. It is plain data, so that it can be sent to a worker. */
export interface HighlightRule {
  readonly colour: string;
  /** Whether the rule highlights all cells of the row, or only the cell of `column`. */
  readonly scope: 'row' | 'cell';
  readonly column: string;
  /** A row must pass all of these tests. */
  readonly tests: readonly RowTest[];
  /** The tests as text in the user's language, for a legend. */
  readonly words: string;
}

/** The indexes of the rules that highlight a row. `row` is the rule for all of its cells, or null; `cells` maps columns to rules. */
export interface JudgedHighlight {
  readonly row: number | null;
  readonly cells: ReadonlyMap<string, number>;
}

/** Returns a function that finds a row's highlights, or null. The first matching rule wins; a cell's rule overrides its row's. */
export function createHighlightJudge(
  rules: readonly HighlightRule[],
  columns: readonly JudgedColumn[],
): (cellOf: CellOf) => JudgedHighlight | null {
  const judges = rules.map(({ tests }) => createRowJudge(tests, columns));
  return (cellOf) => {
    let whole: number | null = null;
    const cells = new Map<string, number>();
    for (const [index, { scope, column }] of rules.entries()) {
      const isDecided = scope === 'row' ? whole !== null : cells.has(column);
      if (isDecided || judges[index]?.(cellOf) !== true) continue;
      if (scope === 'row') whole = index;
      else cells.set(column, index);
    }
    return whole === null && cells.size === 0 ? null : { row: whole, cells };
  };
}

/** A value in the form in which it is compared: text in lower case, a canonical decimal, a time as sortable text, or a boolean. */
type Held = string | boolean;

/**
 * Returns a function that says whether a row passes all tests. Values are compared as the service compares them
 * (docs/service-contract.md, section 6): texts ignore case, decimals and times are exact, null passes only `isNull`, and a
 * value that does not fit its column's type passes only `isNotNull`. A value that the service withheld passes no test.
 */
export function createRowJudge(
  tests: readonly RowTest[],
  columns: readonly JudgedColumn[],
): (cellOf: CellOf) => boolean {
  const judges = tests.map((test) => createJudge(test, columns));
  return (cellOf) => judges.every((judge) => judge(cellOf));
}

function createJudge(test: RowTest, columns: readonly JudgedColumn[]): (cellOf: CellOf) => boolean {
  const index = columns.findIndex(({ name }) => name === test.column);
  const type = columns[index]?.type;
  if (type === undefined) return () => false;
  const { isNegated = false } = test;
  if (test.kind === 'column') {
    const otherIndex = columns.findIndex(({ name }) => name === test.other);
    if (columns[otherIndex]?.type !== type) return () => false;
    return (cellOf) => {
      const [one, other] = [heldOf(cellOf(index), type), heldOf(cellOf(otherIndex), type)];
      return one !== null && other !== null && compares(test.op, one, [other], type) !== isNegated;
    };
  }
  const { op, orEmpty = false } = test;
  if (op === 'isNull') return (cellOf) => cellOf(index) === null;
  if (op === 'isNotNull') return (cellOf) => cellOf(index) != null;
  const values = test.values.map((value) => heldOf(value, type)).filter((value) => value !== null);
  // Values that the column's type cannot have are ignored, because no row has them.
  if (values.length === 0 && op !== 'notEquals') return (cellOf) => orEmpty && cellOf(index) === null;
  return (cellOf) => {
    const cell = cellOf(index);
    if (cell === null) return orEmpty;
    const held = heldOf(cell, type);
    return held !== null && compares(op, held, values, type) !== isNegated;
  };
}

function heldOf(cell: CellValue, type: ColumnType): Held | null {
  if (cell === null || cell === undefined) return null;
  switch (type) {
    case 'text':
      return String(cell).toLowerCase();
    case 'number':
      return typeof cell === 'string' ? readDecimal(cell) : null;
    case 'date':
      return typeof cell === 'string' ? momentOf(cell) : null;
    case 'boolean':
      if (typeof cell === 'boolean') return cell;
      return cell === 'true' ? true : cell === 'false' ? false : null;
  }
}

/** Returns a time as a text whose alphabetical order is the order in time. */
function momentOf(text: string): string | null {
  const iso = readIsoDateTime(text);
  if (iso === null) return null;
  const { year, month, day, hour, minute, second, fraction } = iso;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.replace(/0+$/, '')}`;
}

function compares(
  op: Exclude<ComparisonOp, 'isNull' | 'isNotNull'>,
  held: Held,
  values: readonly Held[],
  type: ColumnType,
): boolean {
  const isSame = (value: Held) => order(held, value, type) === 0;
  const [value] = values;
  switch (op) {
    case 'containsAny':
    case 'equals':
      return values.some(isSame);
    case 'notEquals':
      return !values.some(isSame);
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return type === 'text' && typeof value === 'string' && hasPart(op, String(held), value);
    case 'greaterThan':
      return value !== undefined && order(held, value, type) > 0;
    case 'greaterThanOrEquals':
      return value !== undefined && order(held, value, type) >= 0;
    case 'lessThan':
      return value !== undefined && order(held, value, type) < 0;
    case 'lessThanOrEquals':
      return value !== undefined && order(held, value, type) <= 0;
  }
}

function hasPart(op: 'contains' | 'startsWith' | 'endsWith', text: string, part: string): boolean {
  switch (op) {
    case 'contains':
      return text.includes(part);
    case 'startsWith':
      return text.startsWith(part);
    case 'endsWith':
      return text.endsWith(part);
  }
}

function order(one: Held, other: Held, type: ColumnType): number {
  if (type === 'number') return compareDecimals(String(one), String(other));
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
