import type * as z from 'zod';
import { escape, partsOfParameter, unescape, writeItem, writeParameter } from '../address/notation';
import { VALID_ON } from './operators';
import {
  conditionSchema,
  refinementProblem,
  refinementSchema,
  type RefineColumn,
  type RefineCondition,
  type RefineGroup,
  type Refinement,
  type RefinementProblem,
} from './refinement';

const VERSION = '1';

/** The reason why an address's refinement (filters and computed columns that the browser applies) cannot be used. */
export type RefinementAddressProblem =
  | RefinementProblem
  | { readonly kind: 'unknown-version' | 'unreadable'; readonly text: string };

export type RefinementFromAddress =
  | { readonly ok: true; readonly refinement: Refinement }
  | { readonly ok: false; readonly problem: RefinementAddressProblem };

/**
 * Encodes a refinement in a search parameter; null if it changes nothing:
 *
 *     refine=1;all;Value~greater-than~100;Value~less-than~=~Cost;ValidFrom~valid-on~ValidTo~today;
 *            any(;Country~is~DE;Country~is~AT;);!new~Margin~1~(Value - Cost) / Value * 100
 *
 * `all` or `any` joins the conditions that follow; `any(` and `all(` open a nested group. `!new` begins a computed column. `=~` precedes
 * the name of a column to compare with. `!e~` precedes a single value that is the text `=`.
 */
export function refinementToParameter({ conditions, computedColumns }: Refinement): string | null {
  if (conditions === null && computedColumns.length === 0) return null;
  const grouped = conditions === null ? [] : [conditions.join, ...conditions.parts.flatMap(partTexts)];
  const columns = computedColumns.map(({ name, formula, places }) =>
    [COMPUTED_SIGN, writeItem(name, String(places), formula)].join('~'),
  );
  return writeParameter(VERSION, [...grouped, ...columns]);
}

function partTexts(part: RefineGroup['parts'][number]): readonly string[] {
  return part.kind === 'group'
    ? [`${part.join}(`, ...part.parts.flatMap(partTexts), ')']
    : [conditionText(part)];
}

const COLUMN_SIGN = '=';
// An escaped name or value is never equal to one of these signs.
const PLAIN_SIGN = '!e';
const COMPUTED_SIGN = '!new';
const COMPUTED_LENGTH = 4;
/** The limit of group levels inside the outermost group: alternatives, and the conditions joined to one alternative. */
const MOST_NESTED = 2;

/** Encodes one condition, as a part of a parameter. */
export function conditionText({ column, operator, operand }: RefineCondition): string {
  return [escape(column), operator, ...operandParts()].join('~');

  function operandParts(): string[] {
    switch (operand.kind) {
      case 'none':
        return [];
      case 'column':
        return [COLUMN_SIGN, escape(operand.column)];
      case 'validity':
        return [escape(operand.to), escape(operand.day)];
      case 'values': {
        const values = operand.values.map(escape);
        return values[0] === COLUMN_SIGN ? [PLAIN_SIGN, ...values] : values;
      }
    }
  }
}

/** Decodes a refinement. One unreadable part makes all of it invalid, because the rest would select different rows. Never throws. */
export function refinementFromParameter(
  parameter: string,
  columns: readonly RefineColumn[],
): RefinementFromAddress {
  const read = structureFromParameter(parameter);
  if (!read.ok) return read;
  const problem = refinementProblem(read.refinement, columns);
  return problem === null ? read : { ok: false, problem };
}

/** Decodes the computed columns of a refinement without checking their formulas. Returns [] if the parameter is unreadable. */
export function computedColumnsOfParameter(parameter: string): Refinement['computedColumns'] {
  const read = structureFromParameter(parameter);
  return read.ok ? read.refinement.computedColumns : [];
}

/** Decodes a refinement without checking whether its columns exist. */
function structureFromParameter(parameter: string): RefinementFromAddress {
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) return read;
  const parsed = refinementSchema.safeParse(structureOf(read.parts));
  if (!parsed.success) return { ok: false, problem: { kind: 'unreadable', text: parameter } };
  return { ok: true, refinement: parsed.data };
}

/** Reads the pieces into an unvalidated structure for the schema; null if they have no known form. */
function structureOf(pieces: readonly string[]): z.input<typeof refinementSchema> | null {
  const joins = ['all', 'any'] as const;
  const join = joins.find((each) => each === pieces[0]);
  const parts: unknown[] = [];
  const computedColumns: unknown[] = [];
  // The open groups. The next piece belongs to the last of them.
  const open: unknown[][] = [parts];
  for (const piece of pieces.slice(join === undefined ? 0 : 1)) {
    const opened = joins.find((each) => piece === `${each}(`);
    const current = open.at(-1);
    if (current === undefined) return null;
    if (opened !== undefined) {
      if (open.length > MOST_NESTED) return null;
      const inner: unknown[] = [];
      current.push({ kind: 'group', join: opened, parts: inner });
      open.push(inner);
    } else if (piece === ')') {
      open.pop();
    } else if (
      piece.startsWith(`${COMPUTED_SIGN}~`) &&
      open.length === 1 &&
      piece.split('~').length === COMPUTED_LENGTH
    ) {
      const [, name, places, formula] = textsOf(piece.split('~'));
      computedColumns.push({ name, places: /^\d{1,2}$/.test(places ?? '') ? Number(places) : null, formula });
    } else if (computedColumns.length > 0) {
      return null;
    } else {
      current.push(conditionIn(piece.split('~')));
    }
  }
  if (open.length !== 1 || (join === undefined) !== (parts.length === 0)) return null;
  if (parts.length + computedColumns.length === 0) return null;
  const conditions = join === undefined ? null : { kind: 'group', join, parts };
  // The caller validates this structure with the schema.
  return { conditions, computedColumns } as z.input<typeof refinementSchema>;
}

/** Decodes the notation of `conditionText`; null for any other text. */
export function conditionFromText(text: string): RefineCondition | null {
  const parsed = conditionSchema.safeParse(conditionIn(text.split('~')));
  return parsed.success ? parsed.data : null;
}

function conditionIn([column = '', operator = '', ...rest]: readonly string[]): unknown {
  return { kind: 'condition', column: unescape(column), operator, operand: operandIn() };

  function operandIn(): unknown {
    if (operator === VALID_ON) {
      const [to, day] = textsOf(rest);
      return rest.length === 2 ? { kind: 'validity', to, day } : null;
    }
    if (rest[0] === COLUMN_SIGN && rest.length === 2) return { kind: 'column', column: textsOf(rest)[1] };
    if (rest.length === 0) return { kind: 'none' };
    return { kind: 'values', values: textsOf(rest[0] === PLAIN_SIGN ? rest.slice(1) : rest) };
  }
}

function textsOf(parts: readonly string[]): readonly (string | null)[] {
  return parts.map(unescape);
}
