import type { ColumnType } from '@/contract/column';
import type { CellValue } from '@/contract/extraction';
import { escape, writeParameter } from '../address/notation';
import type { OperatorId } from './operators';
import {
  conditionsOf,
  MAX_CONDITIONS,
  MAX_VALUES,
  type RefineCondition,
  type RefineGroup,
} from './refinement';
import { refinementToParameter } from './refinement-address';
import type { RowSubset, SimpleCondition, SubsetCondition } from './row-subset';

// Turns chosen rows (of a bar, a pivot cell, findings or a selection) into conditions for the first rule of a price proposal.

export interface NamedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Conditions that select the chosen rows, or the columns whose values no condition can express. */
export type SaidRows =
  | { readonly ok: true; readonly conditions: RefineGroup }
  | { readonly ok: false; readonly columns: readonly string[] };

/** Expresses the rows of a subset as conditions. Fails for a subset of all rows, because it has no conditions. */
export function conditionsOfSubset(
  { conditions }: RowSubset,
  typeOf: (column: string) => ColumnType,
): SaidRows {
  const said = conditions.map((condition) => ({
    column: condition.column,
    parts: partsOf(condition, typeOf(condition.column)),
  }));
  const unsaid = said.filter(({ parts }) => parts === null).map(({ column }) => column);
  if (unsaid.length > 0) return { ok: false, columns: [...new Set(unsaid)] };
  const group = groupOf(
    'all',
    said.flatMap(({ parts }) => parts ?? []),
  );
  return group === null ? { ok: false, columns: [] } : { ok: true, conditions: group };
}

/** Returns parts that together select the same rows as a condition; null if there are no such parts. */
function partsOf(
  condition: SubsetCondition,
  type: ColumnType,
): readonly (RefineCondition | RefineGroup)[] | null {
  if (condition.kind !== 'any-of') return simpleParts(condition, type);
  const { column } = condition;
  const texts = condition.conditions.flatMap((part) =>
    type === 'text' && part.kind === 'is' && typeof part.value === 'string' ? [part.value] : [],
  );
  const others = condition.conditions.filter(
    (part) => type !== 'text' || part.kind !== 'is' || typeof part.value !== 'string',
  );
  const parts = others.map((part) => simpleParts(part, type));
  // An alternative that consists of several conditions would need a third level of groups, which conditions cannot have.
  const single = parts.flatMap((each) => (each?.length === 1 ? each : []));
  if (single.length < parts.length) return null;
  const all = [...textConditions(column, texts), ...single];
  const [only, ...further] = all;
  if (only === undefined) return null;
  return further.length === 0 ? [only] : [{ kind: 'group', join: 'any', parts: all }];
}

/** Returns alternatives for the values. A list cannot hold blank texts, so each blank text becomes a separate condition. */
function textConditions(column: string, values: readonly string[]): readonly RefineCondition[] {
  const listed = values.filter((value) => value.trim() !== '');
  const single = listed.length === 1 ? values : values.filter((value) => value.trim() === '');
  return [
    ...(listed.length > 1 ? [valued(column, 'is-any-of', listed)] : []),
    ...single.map((value) => valued(column, 'is', [value])),
  ];
}

/** Turns a condition of a subset into conditions that must all hold; null if no condition has the same meaning. */
function simpleParts(condition: SimpleCondition, type: ColumnType): readonly RefineCondition[] | null {
  const { column } = condition;
  switch (condition.kind) {
    case 'is': {
      const { value } = condition;
      if (value === null) return [without(column, 'is-empty')];
      return [valued(column, IS[type], [String(value)])];
    }
    case 'between': {
      const operators = type === 'number' ? NUMBER_ENDS : type === 'date' ? DATE_ENDS : null;
      if (operators === null) return null;
      const { from, to, includesEnd } = condition;
      if (from !== null && to !== null && includesEnd) return [valued(column, 'between', [from, to])];
      const parts = [
        ...(from === null ? [] : [valued(column, operators.from, [from])]),
        ...(to === null ? [] : [valued(column, includesEnd ? operators.to : operators.below, [to])]),
      ];
      // A range without ends has no conditions.
      return parts;
    }
    case 'other-than':
      return condition.values.length === 0
        ? [without(column, 'is-not-empty')]
        : [valued(column, 'is-none-of', condition.values)];
    case 'misfit':
      return null;
  }
}

const IS = { text: 'is', number: 'equals', date: 'on', boolean: 'is' } as const;
const NUMBER_ENDS = {
  from: 'greater-than-or-equal-to',
  to: 'less-than-or-equal-to',
  below: 'less-than',
} as const;
const DATE_ENDS = { from: 'on-or-after', to: 'on-or-before', below: 'before' } as const;

function valued(column: string, operator: OperatorId, values: readonly string[]): RefineCondition {
  return { kind: 'condition', column, operator, operand: { kind: 'values', values } };
}

function without(column: string, operator: OperatorId): RefineCondition {
  return { kind: 'condition', column, operator, operand: { kind: 'none' } };
}

/** Joins parts into a group; null if there are no parts, or more than a refinement can hold. */
function groupOf(
  join: RefineGroup['join'],
  parts: readonly (RefineCondition | RefineGroup)[],
): RefineGroup | null {
  const conditions = conditionsOf({ kind: 'group', join, parts });
  const isTooLong = conditions.some(
    ({ operand }) => operand.kind === 'values' && operand.values.length > MAX_VALUES,
  );
  if (parts.length === 0 || conditions.length > MAX_CONDITIONS || isTooLong) return null;
  // A single group needs no group around it.
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'group') return only;
  return { kind: 'group', join, parts };
}

/** Joins groups as alternatives; null if they would be nested too deeply, or are too many. */
export function anyOfGroups(groups: readonly RefineGroup[]): RefineGroup | null {
  const [only] = groups;
  if (groups.length === 1 && only !== undefined) return only;
  const parts: (RefineCondition | RefineGroup)[] = [];
  for (const { join, parts: inner } of groups) {
    const conditions = inner.flatMap((part) => (part.kind === 'condition' ? [part] : []));
    if (join === 'any' || inner.length === 1) parts.push(...inner);
    else if (conditions.length === inner.length) parts.push({ kind: 'group', join, parts: conditions });
    else return null;
  }
  return groupOf('any', parts);
}

/** Returns conditions that select rows by their key values; null if a row lacks a key value, or there are too many rows. */
export function conditionsOfKeys(
  keys: readonly NamedColumn[],
  rows: readonly (readonly CellValue[])[],
): RefineGroup | null {
  const [key, ...further] = keys;
  if (key === undefined || rows.length === 0) return null;
  const texts = rows.map((row) =>
    row.map((value) => (value === null || value === undefined ? null : String(value))),
  );
  if (texts.some((row) => row.length !== keys.length || row.includes(null))) return null;
  if (further.length > 0) {
    return groupOf(
      'any',
      texts.map((row) => ({
        kind: 'group',
        join: 'all',
        parts: keys.map(({ name, type }, index) => valued(name, IS[type], [row[index] ?? ''])),
      })),
    );
  }
  const values = [...new Set(texts.map(([value]) => value ?? ''))];
  if (key.type === 'text') return groupOf('any', textConditions(key.name, values));
  if (key.type === 'number') return groupOf('any', numberConditions(key.name, values));
  return groupOf(
    'any',
    values.map((value) => valued(key.name, IS[key.type], [value])),
  );
}

/** Returns alternatives: spans of consecutive whole numbers, and a list of the other values. */
function numberConditions(column: string, values: readonly string[]): readonly RefineCondition[] {
  const areWhole = values.every((value) => /^\d{1,15}$/.test(value));
  const spans = areWhole ? spansOf(values.map(Number)) : [];
  const long = spans.filter(([from, to]) => to - from >= LEAST_SPAN - 1);
  // One of the allowed conditions is reserved for the list. If there are too many spans, all values go into the list.
  const shown = long.length < MAX_CONDITIONS ? long : [];
  const listed = values.filter(
    (value) => !shown.some(([from, to]) => from <= Number(value) && Number(value) <= to),
  );
  const list = listed.length === 1 ? valued(column, 'equals', listed) : valued(column, 'is-any-of', listed);
  return [
    ...shown.map(([from, to]) => valued(column, 'between', [String(from), String(to)])),
    ...(listed.length === 0 ? [] : [list]),
  ];
}

/** Fewer consecutive numbers than this are listed one by one. */
const LEAST_SPAN = 3;

function spansOf(numbers: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const spans: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans;
}

/** The limit of rules in a price proposal. */
export const MAX_RULES = 20;

const RULE = 'rule';
const PROPOSAL_VERSION = '1';
const UNCHANGED = 'by~percent~0';
/** The rule that a new proposal starts with. It applies to all rows and changes nothing. */
const UNTOUCHED_RULE = `${RULE},${UNCHANGED}`;

/** Adds a first rule, which changes no price yet, and removes an unedited initial rule. Null if the proposal has too many rules. */
export function withRuleFor(proposal: string | undefined, conditions: RefineGroup): string | null {
  const [version, ...parts] = proposal?.split(';') ?? [];
  const rules = parts.filter((part) => part.split(',')[0] === RULE);
  const isUntouched = rules.length === 1 && rules[0] === UNTOUCHED_RULE;
  if (rules.length >= MAX_RULES && version === PROPOSAL_VERSION) return null;
  const refine = refinementToParameter({ conditions, computedColumns: [] }) ?? '';
  const kept = version === PROPOSAL_VERSION ? parts : [];
  return writeParameter(PROPOSAL_VERSION, [
    `${RULE},for~${escape(refine)},${UNCHANGED}`,
    ...(isUntouched ? kept.filter((part) => part !== UNTOUCHED_RULE) : kept),
  ]);
}
