import {
  VALID_ON,
  type InnerGroup,
  type RefineCondition,
  type RefineGroup,
  type Refinement,
} from './refinement';

/** Adds a validity, replacing one on the same columns. Groups nest only once, so nested ones each get it. */
export function withValidity(before: Refinement | null, validity: RefineCondition): Refinement {
  const computedColumns = before?.computedColumns ?? [];
  const conditions = withoutDay(before?.conditions ?? null, validity);
  return { conditions: withDay(conditions, validity), computedColumns };
}

type Part = RefineGroup['parts'][number];

function withDay(conditions: RefineGroup | null, validity: RefineCondition): RefineGroup {
  const all = (parts: readonly Part[]): RefineGroup => ({ kind: 'group', join: 'all', parts });
  if (conditions === null) return all([validity]);
  const { join, parts } = conditions;
  if (join === 'all' || parts.length === 1) return all([...parts, validity]);
  // Flattens alternatives within alternatives.
  const alternatives = parts.flatMap((part): readonly Part[] =>
    part.kind === 'group' && part.join === 'any' ? part.parts : [part],
  );
  const plain = alternatives.filter((part) => part.kind === 'condition');
  if (plain.length === alternatives.length) {
    return all([{ kind: 'group', join: 'any', parts: plain }, validity]);
  }
  return {
    kind: 'group',
    join: 'any',
    parts: alternatives.map((part) => ({
      kind: 'group',
      join: 'all',
      parts: part.kind === 'group' ? [...part.parts, validity] : [part, validity],
    })),
  };
}

/** Removes the validity condition, if it applies to all other conditions. */
function withoutDay(conditions: RefineGroup | null, validity: RefineCondition): RefineGroup | null {
  if (conditions === null) return null;
  const isDay = (part: Part) => part.kind === 'condition' && isSameValidity(part, validity);
  if (conditions.join === 'all') {
    const parts = conditions.parts.filter((part) => !isDay(part));
    return parts.length === 0 ? null : { ...conditions, parts };
  }
  const groups = conditions.parts.filter(
    (part): part is InnerGroup => part.kind === 'group' && part.join === 'all' && part.parts.some(isDay),
  );
  if (groups.length < conditions.parts.length) return conditions;
  const alternatives = groups.map((group) => group.parts.filter((part) => !isDay(part)));
  // An alternative without other conditions is satisfied by every row.
  if (alternatives.some((parts) => parts.length === 0)) return null;
  const parts = alternatives.map((each): Part => {
    const [only] = each;
    return each.length === 1 && only !== undefined ? only : { kind: 'group', join: 'all', parts: each };
  });
  return { kind: 'group', join: 'any', parts };
}

function isSameValidity(one: RefineCondition, other: RefineCondition): boolean {
  return (
    one.operator === VALID_ON &&
    one.column === other.column &&
    one.operand.kind === 'validity' &&
    other.operand.kind === 'validity' &&
    one.operand.to === other.operand.to
  );
}
