import type { PriceField } from '@/contract/column';
import { columnText, parseFormula, partsOf, type Formula, type FormulaColumn } from '../../model/formula';
import { NO_OPERAND, type Operand } from '../../model/draft-query';
import { operatorIds } from '../../model/operators';
import {
  MAX_PLACES,
  operatorFor,
  VALID_ON,
  type ComputedColumn,
  type InnerGroup,
  type RefineCondition,
  type RefineGroup,
  type RefineJoin,
  type RefineOperand,
  type RefineOperator,
  type Refinement,
} from '../../model/refinement';

/** A refinement while it is edited: parts may be missing or unreadable. */
export interface RefinementDraft {
  readonly join: RefineJoin;
  readonly parts: readonly (DraftRefineCondition | DraftRefineGroup)[];
  readonly computed: readonly DraftComputedColumn[];
}

export interface DraftRefineGroup {
  readonly kind: 'group';
  readonly id: string;
  readonly join: RefineJoin;
  readonly parts: readonly DraftRefineCondition[];
}

export interface DraftRefineCondition {
  readonly kind: 'condition';
  readonly id: string;
  readonly column: string | null;
  readonly operator: RefineOperator;
  /** Whether it compares with a typed value or with another column. */
  readonly compares: 'value' | 'column';
  /** The other column, or the one where a validity ends. */
  readonly other: string | null;
  readonly values: readonly Operand[];
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
  /** Somebody has chosen them; else they follow the operands. */
  readonly hasChosenPlaces: boolean;
  /** As typed; of a formula. */
  readonly formula: string;
}

let lastId = 0;
/** Returns an id that identifies a part while it is edited. */
export function newId(): string {
  lastId += 1;
  return `refine-${lastId}`;
}

export function emptyCondition(field: PriceField | undefined): DraftRefineCondition {
  return {
    kind: 'condition',
    id: newId(),
    column: field?.name ?? null,
    operator: operatorIds(field?.type ?? 'text')[0] ?? 'is',
    compares: 'value',
    other: null,
    values: [],
  };
}

/** Returns the formula of a computed column: as typed, or the ready-made one of its columns. Empty while one is missing. */
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

/**
 * Returns a computed column with the decimals of its operands, unless somebody has chosen others: of a difference no digit is lost. A
 * quotient has two at least. What is rounded keeps its own.
 */
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

/** Turns a refinement into a draft. `columns`: numbers, of which ready-made formulas may be. */
export function draftOf(refinement: Refinement | null, columns: readonly string[]): RefinementDraft {
  const conditionDraft = ({ column, operator, operand }: RefineCondition): DraftRefineCondition => ({
    kind: 'condition',
    id: newId(),
    column,
    operator,
    compares: operand.kind === 'column' ? 'column' : 'value',
    other: operand.kind === 'column' ? operand.column : operand.kind === 'validity' ? operand.to : null,
    values:
      operand.kind === 'values'
        ? operand.values.map((value) => ({ value, text: null }))
        : operand.kind === 'validity'
          ? [{ value: operand.day, text: null }]
          : [],
  });
  return {
    join: refinement?.conditions?.join ?? 'all',
    parts: (refinement?.conditions?.parts ?? []).map((part) =>
      part.kind === 'condition'
        ? conditionDraft(part)
        : { kind: 'group', id: newId(), join: part.join, parts: part.parts.map(conditionDraft) },
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

/** Returns what a draft says; parts that are missing make conditions and formulas that `refinementProblem` refuses. */
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

/** Returns the condition of a draft. Missing parts are empty, and unreadable. */
export function conditionOf({
  column,
  operator,
  compares,
  other,
  values,
}: DraftRefineCondition): RefineCondition {
  return { kind: 'condition', column: column ?? '', operator, operand: operandOf() };

  function operandOf(): RefineOperand {
    if (operator === VALID_ON) {
      return { kind: 'validity', to: other ?? '', day: (values[0] ?? NO_OPERAND).value ?? '' };
    }
    if (compares === 'column') return { kind: 'column', column: other ?? '' };
    // A column copied from a spreadsheet ends with a line break, after which there is no value.
    const isList = operator === 'is-any-of' || operator === 'is-none-of';
    const texts = values
      .map(({ value, text }) => value ?? text ?? '')
      .filter((text) => !isList || text.trim() !== '');
    return texts.length === 0 ? { kind: 'none' } : { kind: 'values', values: texts };
  }
}

/** How many values the operator of a condition takes; null for a list. */
export function valueCount(type: PriceField['type'], operator: RefineOperator): number | null {
  if (operator === VALID_ON) return 1;
  switch (operatorFor(type, operator)?.editor) {
    case 'none':
    case undefined:
      return 0;
    case 'value':
    case 'days':
      return 1;
    case 'range':
      return 2;
    case 'list':
      return null;
  }
}
