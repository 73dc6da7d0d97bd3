import * as z from 'zod';
import {
  conditionOf,
  draftConditionSchema,
  draftOfCondition,
  newId,
  type DraftRefineCondition,
} from '../../conditions/condition-draft';
import { columnText, parseFormula, partsOf, type Formula, type FormulaColumn } from '../../model/formula';
import {
  MAX_PLACES,
  type ComputedColumn,
  type InnerGroup,
  type RefineCondition,
  type RefineGroup,
  type RefineJoin,
  type Refinement,
} from '../../model/refinement';

/** A refinement while it is edited: parts may be missing or invalid. */
export interface RefinementDraft {
  readonly join: RefineJoin;
  readonly parts: readonly (DraftRefineCondition | DraftRefineGroup)[];
  readonly computed: readonly DraftComputedColumn[];
}

/** Conditions while they are edited, joined by **All of** or **Any of**, and nested once. */
export type DraftConditions = Pick<RefinementDraft, 'join' | 'parts'>;

export interface DraftRefineGroup {
  readonly kind: 'group';
  readonly id: string;
  readonly join: RefineJoin;
  readonly parts: readonly DraftRefineCondition[];
}

export type ComputedKind = (typeof COMPUTED_KINDS)[number];
export const COMPUTED_KINDS = [
  'formula',
  'difference',
  'difference-percent',
  'margin',
  'ratio',
  'rounded',
] as const;

export interface DraftComputedColumn {
  readonly id: string;
  readonly kind: ComputedKind;
  /** The columns of a ready-made formula. */
  readonly one: string | null;
  readonly other: string | null;
  readonly name: string;
  readonly places: number;
  /** Whether the person has chosen the places; if not, they follow the operands. */
  readonly hasChosenPlaces: boolean;
  /** The formula as typed, for the kind `formula`. */
  readonly formula: string;
}

/** Returns the formula of a computed column: the typed one, or the ready-made one of its columns. Empty while a column is missing. */
export function formulaOf({ kind, one, other, places, formula }: DraftComputedColumn): string {
  if (kind === 'formula') return formula;
  if (one === null || (other === null && kind !== 'rounded')) return '';
  const [a, b] = [columnText(one), columnText(other ?? '')];
  switch (kind) {
    case 'difference':
      return `${a} - ${b}`;
    case 'difference-percent':
      return `(${a} - ${b}) / abs(${b}) * 100`;
    case 'margin':
      return `(${a} - ${b}) / ${a} * 100`;
    case 'ratio':
      return `${a} / ${b}`;
    case 'rounded':
      return `round(${a}, ${places})`;
  }
}

const USUAL_PLACES = 2;

/** Returns the column with the decimal places that its formula needs, unless the person has chosen others. */
export function withPlacesOfOperands(
  draft: DraftComputedColumn,
  columns: readonly FormulaColumn[],
  scales: ReadonlyMap<string, number | null>,
): DraftComputedColumn {
  if (draft.hasChosenPlaces || draft.kind === 'rounded') return draft;
  const parsed = parseFormula(formulaOf(draft), columns);
  if (!parsed.ok) return draft;
  const placesOf = (part: Formula): number => {
    switch (part.kind) {
      case 'number':
        return part.value.split('.')[1]?.length ?? 0;
      case 'column':
        return scales.get(part.name) ?? USUAL_PLACES;
      case 'round':
        return Math.max(part.places, 0);
      case 'negative':
      case 'abs':
      case 'min':
      case 'max':
      case 'operation': {
        const places = Math.max(...partsOf(part).map(placesOf));
        return part.kind === 'operation' && part.operator === '/' ? Math.max(places, USUAL_PLACES) : places;
      }
    }
  };
  return { ...draft, places: Math.min(placesOf(parsed.formula), MAX_PLACES) };
}

/** Turns a refinement into a draft. `columns`: the number columns that ready-made formulas may use. */
export function draftOf(refinement: Refinement | null, columns: readonly string[]): RefinementDraft {
  return {
    join: refinement?.conditions?.join ?? 'all',
    parts: (refinement?.conditions?.parts ?? []).map((part) =>
      part.kind === 'condition'
        ? draftOfCondition(part)
        : { kind: 'group', id: newId(), join: part.join, parts: part.parts.map(draftOfCondition) },
    ),
    computed: (refinement?.computedColumns ?? []).map((column) => computedDraft(column, columns)),
  };
}

function computedDraft(column: ComputedColumn, columns: readonly string[]): DraftComputedColumn {
  const typed: DraftComputedColumn = {
    id: newId(),
    kind: 'formula',
    one: null,
    other: null,
    name: column.name,
    places: column.places,
    hasChosenPlaces: true,
    formula: column.formula,
  };
  for (const kind of COMPUTED_KINDS) {
    if (kind === 'formula') continue;
    for (const one of columns) {
      for (const other of kind === 'rounded' ? [null] : columns) {
        const ready = { ...typed, kind, one, other };
        if (formulaOf(ready) === column.formula) return ready;
      }
    }
  }
  return typed;
}

const draftColumnSchema = z.object({
  id: z.string(),
  kind: z.enum(COMPUTED_KINDS),
  one: z.string().nullable(),
  other: z.string().nullable(),
  name: z.string(),
  places: z.number(),
  hasChosenPlaces: z.boolean(),
  formula: z.string(),
});
const joinSchema = z.enum(['all', 'any']);
const draftGroupSchema = z.object({
  kind: z.literal('group'),
  id: z.string(),
  join: joinSchema,
  parts: z.array(draftConditionSchema),
});
const draftSchema = z.object({
  join: joinSchema,
  parts: z.array(z.discriminatedUnion('kind', [draftConditionSchema, draftGroupSchema])),
  computed: z.array(draftColumnSchema),
});

/** Reads a draft that was stored as JSON; null for another text. Its parts get new ids, because other parts may use the old ones by now. */
export function draftFromText(text: string): RefinementDraft | null {
  try {
    const { join, parts, computed } = draftSchema.parse(JSON.parse(text));
    return {
      join,
      parts: parts.map((part) =>
        part.kind === 'condition'
          ? { ...part, id: newId() }
          : { ...part, id: newId(), parts: part.parts.map((each) => ({ ...each, id: newId() })) },
      ),
      computed: computed.map((column) => ({ ...column, id: newId() })),
    };
  } catch {
    return null;
  }
}

/** Returns the refinement of a draft; `refinementProblem` refuses the conditions and formulas of missing parts. */
export function refinementOf({ join, parts, computed }: RefinementDraft): Refinement {
  const groups = parts.flatMap((part): (RefineCondition | InnerGroup)[] => {
    if (part.kind === 'condition') return [conditionOf(part)];
    return part.parts.length === 0
      ? []
      : [{ kind: 'group', join: part.join, parts: part.parts.map(conditionOf) }];
  });
  const conditions: RefineGroup | null = groups.length === 0 ? null : { kind: 'group', join, parts: groups };
  return {
    conditions,
    computedColumns: computed.map((column) => ({
      name: column.name.trim(),
      formula: formulaOf(column),
      places: column.places,
    })),
  };
}
