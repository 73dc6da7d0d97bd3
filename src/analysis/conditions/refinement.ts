import * as z from 'zod';
import type { ColumnType } from '@/contract/column';
import { isDecimal } from '@/lib/base/decimal-grammar';
import { parseFormula, type FormulaColumn, type FormulaProblem } from './formula';
import {
  operatorFor,
  operatorIds,
  VALID_ON,
  type ColumnComparison,
  type Operator,
  type OperatorId,
} from './operators';
import { DAYS_LIMIT, isDateOperand } from './relative-day';

const OPERATOR_IDS = [
  ...new Set<OperatorId>([
    ...operatorIds('text'),
    ...operatorIds('number'),
    ...operatorIds('date'),
    ...operatorIds('boolean'),
  ]),
];

const operatorSchema = z.enum(OPERATOR_IDS);

const nameSchema = z.string().min(1);

const operandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** Values in canonical form: decimals, ISO or relative days, `true` or `false`, numbers of days, or texts. */
  z.object({ kind: z.literal('values'), values: z.array(z.string()).readonly() }),
  /** The value of another column of the same type, in the same row. */
  z.object({ kind: z.literal('column'), column: nameSchema }),
  /** The column with the end of the validity, and the day to check, which may be relative. */
  z.object({ kind: z.literal('validity'), to: nameSchema, day: z.string() }),
]);
export type RefineOperand = z.output<typeof operandSchema>;

export const conditionSchema = z.object({
  kind: z.literal('condition'),
  column: nameSchema,
  operator: operatorSchema,
  operand: operandSchema,
});
/** A condition that the browser applies to rows. A row without a value satisfies no comparison, as in filters of the service. */
export type RefineCondition = z.output<typeof conditionSchema>;

/** A group of conditions and groups; all or any of them must hold. */
export interface RefineGroup {
  readonly kind: 'group';
  readonly join: 'all' | 'any';
  readonly parts: readonly (RefineCondition | RefineGroup)[];
}

const groupSchema: z.ZodType<RefineGroup> = z.object({
  kind: z.literal('group'),
  join: z.enum(['all', 'any']),
  parts: z.lazy(() =>
    z
      .array(z.union([conditionSchema, groupSchema]))
      .min(1)
      .readonly(),
  ),
});

const computedColumnSchema = z.object({
  name: nameSchema,
  /** The formula in the notation of `formula.ts`. */
  formula: z.string(),
  /** The decimal places of the result. Halves are rounded away from zero. */
  places: z.number().int(),
});
/** A number computed from other numbers of its row. Its formula may use the computed columns that precede it. */
export type ComputedColumn = z.output<typeof computedColumnSchema>;

/** The stored form of the conditions and columns that only the browser can apply. `refinementProblem` checks them. */
export const refinementSchema = z.object({
  conditions: groupSchema.nullable(),
  computedColumns: z.array(computedColumnSchema).readonly(),
});
export type Refinement = z.output<typeof refinementSchema>;

/** A column that conditions and formulas may name. */
export interface RefineColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** The steps of the column's formula, as in `FormulaColumn`. Only computed columns have them. */
  readonly steps?: number | undefined;
}

export type RefinementProblem =
  /** The rows do not have the column, or the account may not view it. */
  | { readonly kind: 'unknown-field'; readonly text: string }
  /** The column's type does not have the operator. */
  | { readonly kind: 'unknown-operator'; readonly text: string }
  /** The column cannot hold the value, or the operator takes a different number of values. */
  | { readonly kind: 'unreadable-value'; readonly text: string }
  | { readonly kind: 'other-type'; readonly text: string }
  | { readonly kind: 'name-taken'; readonly text: string }
  | { readonly kind: 'formula'; readonly text: string; readonly problem: FormulaProblem }
  | { readonly kind: 'places'; readonly text: string }
  | { readonly kind: 'too-many'; readonly text: string };

export const MAX_CONDITIONS = 50;
export const MAX_COMPUTED_COLUMNS = 20;
export const MAX_PLACES = 10;
const MAX_NAME_LENGTH = 80;
/** The limit of values in one condition, because the address holds them all. */
export const MAX_VALUES = 500;

/** Returns the day on which rows must be valid, which may be relative. Returns null if the conditions also require anything else. */
export function validityDay(conditions: RefineGroup | null): string | null {
  const days = (conditions?.parts ?? []).map((part) =>
    part.kind === 'condition' && part.operand.kind === 'validity' ? part.operand.day : null,
  );
  const [day = null] = days;
  return days.every((each) => each === day) ? day : null;
}

export type RefinementKind = 'filters' | 'computed';

/** Returns whether a refinement filters rows, or only computes columns. */
export function refinementKind({ conditions }: Refinement): RefinementKind {
  return conditions === null ? 'computed' : 'filters';
}

/** Returns the columns that conditions can name: the columns read, and computed columns whose name is not taken. */
export function refinedColumns(
  columns: readonly RefineColumn[],
  computed: readonly ComputedColumn[],
): readonly RefineColumn[] {
  return computed.reduce<readonly RefineColumn[]>((known, { name, formula }) => {
    if (isNameTaken(name, known)) return known;
    const parsed = parseFormula(formula, formulaColumnsOf(known));
    return [...known, { name, type: 'number', steps: parsed.ok ? parsed.steps : undefined }];
  }, columns);
}

/** Whether a column has the name, ignoring case. */
function isNameTaken(name: string, columns: readonly { readonly name: string }[]): boolean {
  return columns.some((column) => column.name.toLowerCase() === name.toLowerCase());
}

/** Returns the columns in the form that `parseFormula` takes. */
export function formulaColumnsOf(columns: readonly RefineColumn[]): readonly FormulaColumn[] {
  return columns.map(({ name, type, steps }) => ({ name, isNumber: type === 'number', steps }));
}

/** Returns the conditions of a group and of its subgroups, in the order on screen. */
export function conditionsOf(group: RefineGroup | null): readonly RefineCondition[] {
  return (group?.parts ?? []).flatMap((part) => (part.kind === 'group' ? conditionsOf(part) : [part]));
}

/** Returns the names of the columns that the conditions of a refinement compare, each once. */
export function comparedColumns({ conditions }: Refinement): readonly string[] {
  const names = conditionsOf(conditions).flatMap(({ column, operand }) => {
    if (operand.kind === 'column') return [column, operand.column];
    return operand.kind === 'validity' ? [column, operand.to] : [column];
  });
  return [...new Set(names)];
}

/** Returns why a refinement cannot be applied to rows with these columns; null if it can. */
export function refinementProblem(
  { conditions, computedColumns }: Refinement,
  columns: readonly RefineColumn[],
): RefinementProblem | null {
  if (computedColumns.length > MAX_COMPUTED_COLUMNS) {
    return { kind: 'too-many', text: String(computedColumns.length) };
  }
  for (const [index, column] of computedColumns.entries()) {
    const problem = computedColumnProblem(column, refinedColumns(columns, computedColumns.slice(0, index)));
    if (problem !== null) return problem;
  }
  const all = conditionsOf(conditions);
  if (all.length > MAX_CONDITIONS) return { kind: 'too-many', text: String(all.length) };
  const known = refinedColumns(columns, computedColumns);
  for (const condition of all) {
    const problem = conditionProblem(condition, known);
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns why a column cannot be computed; null if it can. `columns` are the columns that the formula may name. */
export function computedColumnProblem(
  { name, formula, places }: ComputedColumn,
  columns: readonly RefineColumn[],
): RefinementProblem | null {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH) return { kind: 'unreadable-value', text: name };
  if (isNameTaken(name, columns)) return { kind: 'name-taken', text: name };
  if (!Number.isInteger(places) || places < 0 || places > MAX_PLACES) {
    return { kind: 'places', text: String(places) };
  }
  const parsed = parseFormula(formula, formulaColumnsOf(columns));
  return parsed.ok ? null : { kind: 'formula', text: formula, problem: parsed.problem };
}

/** Returns why a condition cannot be applied; null if it can. */
export function conditionProblem(
  { column, operator, operand }: RefineCondition,
  columns: readonly RefineColumn[],
): RefinementProblem | null {
  const typeOf = (name: string) => columns.find((each) => each.name === name)?.type;
  const type = typeOf(column);
  if (type === undefined) return { kind: 'unknown-field', text: column };
  if (operand.kind === 'column' || operand.kind === 'validity') {
    const other = operand.kind === 'column' ? operand.column : operand.to;
    const otherType = typeOf(other);
    if (otherType === undefined) return { kind: 'unknown-field', text: other };
    if (otherType !== type || (operand.kind === 'validity' && type !== 'date')) {
      return { kind: 'other-type', text: other };
    }
  }
  if ((operator === VALID_ON) !== (operand.kind === 'validity')) {
    return { kind: 'unknown-operator', text: operator };
  }
  if (operand.kind === 'validity') {
    return isDateOperand(operand.day) ? null : { kind: 'unreadable-value', text: operand.day };
  }
  const definition = operatorFor(type, operator);
  if (definition === null) return { kind: 'unknown-operator', text: operator };
  if (operand.kind === 'column') {
    return takesColumn(type, operator) ? null : { kind: 'unknown-operator', text: operator };
  }
  const values = operand.kind === 'values' ? operand.values : [];
  const unreadable = values.find((value) => !isValue(value, type, definition));
  if (unreadable !== undefined) return { kind: 'unreadable-value', text: unreadable };
  return isCountRight(definition, values.length)
    ? null
    : { kind: 'unreadable-value', text: values.slice(0, 3).join(' ') };
}

/** Returns how an operator compares with another column; null if it cannot. */
export function columnComparison(type: ColumnType, operator: OperatorId): ColumnComparison | null {
  return operatorFor(type, operator)?.ofColumn ?? null;
}

function takesColumn(type: ColumnType, operator: OperatorId): boolean {
  return columnComparison(type, operator) !== null;
}

function isCountRight({ editor }: Operator, count: number): boolean {
  switch (editor) {
    case 'none':
      return count === 0;
    case 'value':
    case 'days':
      return count === 1;
    case 'range':
      return count === 2;
    case 'list':
      return count > 0 && count <= MAX_VALUES;
  }
}

/** Whether a text is a canonical value of a type, or a count of days. */
function isValue(text: string, type: ColumnType, { editor }: Operator): boolean {
  if (editor === 'days') return /^[1-9]\d{0,5}$/.test(text) && Number(text) <= DAYS_LIMIT;
  switch (type) {
    case 'text':
      return true;
    case 'number':
      return isDecimal(text);
    case 'date':
      return isDateOperand(text);
    case 'boolean':
      return text === 'true' || text === 'false';
  }
}
