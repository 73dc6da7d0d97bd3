import * as z from 'zod';
import {
  columnText,
  parseFormula,
  partsOf,
  type Formula,
  type FormulaColumn,
} from '@/analysis/conditions/formula';
import { MAX_PLACES, type ComputedColumn } from '@/analysis/conditions/refinement';

export const COMPUTED_KINDS = [
  'formula',
  'difference',
  'difference-percent',
  'margin',
  'ratio',
  'rounded',
] as const;
export type ComputedKind = (typeof COMPUTED_KINDS)[number];

export const draftComputedColumnSchema = z.object({
  id: z.string().min(1),
  kind: z.enum(COMPUTED_KINDS),
  /** The two columns that a ready-made formula uses: `one` and `other`. */
  one: z.string().nullable(),
  other: z.string().nullable(),
  name: z.string(),
  /** The name that the rest of the query uses for this column while `name` is empty or taken by another field. */
  knownAs: z.string().optional(),
  places: z.number(),
  /** Whether the user has chosen the decimal places. If not, they follow from the columns of the formula. */
  hasChosenPlaces: z.boolean(),
  /** The formula as typed, for the kind `formula`. */
  formula: z.string(),
});
/** A computed column being edited: parts may be missing or invalid. */
export type DraftComputedColumn = Readonly<z.output<typeof draftComputedColumnSchema>>;

/** Returns the formula of a computed column: as typed, or the ready-made one with its columns. It is empty while a column is missing. */
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

/** Returns the column with the decimal places that its formula needs, unless the user has chosen them. */
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

/** Creates a computed column with an empty formula. */
export function emptyComputed(id: string, name: string): DraftComputedColumn {
  return {
    id,
    kind: 'formula',
    one: null,
    other: null,
    name,
    places: USUAL_PLACES,
    hasChosenPlaces: false,
    formula: '',
  };
}

/** Turns a computed column into a draft. `numbers`: the number columns that ready-made formulas may use. */
export function draftOfComputed(
  column: ComputedColumn,
  id: string,
  numbers: readonly string[],
): DraftComputedColumn {
  const typed: DraftComputedColumn = {
    id,
    kind: 'formula',
    one: null,
    other: null,
    name: column.name,
    places: column.places,
    hasChosenPlaces: true,
    formula: column.formula,
  };
  const named = numbers.filter((name) => column.formula.includes(columnText(name)));
  for (const kind of COMPUTED_KINDS) {
    if (kind === 'formula') continue;
    for (const one of named) {
      for (const other of kind === 'rounded' ? [null] : named) {
        const ready = { ...typed, kind, one, other };
        if (formulaOf(ready) === column.formula) return ready;
      }
    }
  }
  return typed;
}

/** Turns a draft into a computed column. Parts may be missing; `computedColumnProblem` reports them. */
export function computedOf(draft: DraftComputedColumn): ComputedColumn {
  return { name: draft.name.trim(), formula: formulaOf(draft), places: draft.places };
}
