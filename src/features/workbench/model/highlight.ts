import type { RowTest } from '@/contract/row-judge';
import { HIGHLIGHT_COLOURS, type HighlightColour } from '@/lib/grid/grid-model';
import { LAST_MOMENT, timeSpan } from '@/analysis/conditions/calendar';
import { partsOfParameter, writeParameter } from '@/analysis/address/notation';
import { operatorFor } from '@/analysis/conditions/operators';
import {
  conditionProblem,
  type RefineColumn,
  type RefineCondition,
  type RefinementProblem,
} from '@/analysis/conditions/refinement';
import { conditionFromText, conditionText } from '@/analysis/conditions/refinement-address';
import { resolveDay } from '@/analysis/conditions/relative-day';
import type { AddressProblem } from './workbench-search';

/** A condition whose rows are highlighted with a color. */
export interface Highlight {
  readonly colour: HighlightColour;
  /** The cells to fill: the whole row, or only the cell of the condition's column. */
  readonly scope: HighlightScope;
  readonly condition: RefineCondition;
}

export const HIGHLIGHT_SCOPES = ['row', 'cell'] as const;
export type HighlightScope = (typeof HIGHLIGHT_SCOPES)[number];

/** The limit of highlights. Users could not tell more colors apart. */
export const MOST_HIGHLIGHTS = 10;

const VERSION = '1';

/**
 * Encodes highlights in a search parameter, in the order in which they apply; undefined if there are none:
 *
 *     highlight=1;red~row~Value~less-than~=~Cost;amber~cell~ValidTo~before~today
 */
export function highlightsToParameter(highlights: readonly Highlight[]): string | undefined {
  if (highlights.length === 0) return undefined;
  return writeParameter(
    VERSION,
    highlights.map(({ colour, scope, condition }) => [colour, scope, conditionText(condition)].join('~')),
  );
}

/** Decodes `highlightsToParameter` into the readable highlights, and a problem for each unreadable part. Never throws. */
export function highlightsFromParameter(parameter: string | undefined): {
  readonly highlights: readonly Highlight[];
  readonly problems: readonly AddressProblem[];
} {
  if (parameter === undefined) return { highlights: [], problems: [] };
  const read = partsOfParameter(parameter, VERSION);
  if (!read.ok) {
    const text = `highlight=${read.problem.text}`;
    return { highlights: [], problems: [{ part: 'highlight', kind: 'unknown-version', text }] };
  }
  const highlights: Highlight[] = [];
  const problems: AddressProblem[] = [];
  for (const part of read.parts) {
    const [colourText, scopeText, ...rest] = part.split('~');
    const colour = HIGHLIGHT_COLOURS.find((each) => each === colourText);
    const scope = HIGHLIGHT_SCOPES.find((each) => each === scopeText);
    const condition = conditionFromText(rest.join('~'));
    if (
      colour === undefined ||
      scope === undefined ||
      condition === null ||
      highlights.length === MOST_HIGHLIGHTS
    ) {
      problems.push({ part: 'highlight', kind: 'unreadable', text: part });
    } else {
      highlights.push({ colour, scope, condition });
    }
  }
  return { highlights, problems };
}

/** Returns why a highlight cannot be applied to rows with these columns; null if it can. */
export function highlightProblem(
  { condition }: Highlight,
  columns: readonly RefineColumn[],
): RefinementProblem | null {
  return conditionProblem(condition, columns);
}

/** Returns a problem for each highlight that cannot apply to any rows of the price column. `fields` are all fields of the column. */
export function highlightAddressProblems(
  highlights: readonly Highlight[],
  fields: readonly RefineColumn[],
): readonly AddressProblem[] {
  return highlights.flatMap((highlight): AddressProblem[] => {
    const problem = highlightProblem(highlight, fields);
    if (problem === null) return [];
    const { kind, text } = problem;
    if (kind === 'unknown-field' || kind === 'unknown-operator') return [{ part: 'highlight', kind, text }];
    return [{ part: 'highlight', kind: 'unreadable-value', text: conditionText(highlight.condition) }];
  });
}

/** Returns the comparisons that a row must pass to satisfy the condition; null if no row can. `today` is `YYYY-MM-DD`. */
export function rowTestsOf(
  { column, operator, operand }: RefineCondition,
  columns: readonly RefineColumn[],
  today: string,
): readonly RowTest[] | null {
  const type = columns.find(({ name }) => name === column)?.type;
  if (type === undefined) return null;
  if (operand.kind === 'validity') {
    const span = timeSpan(resolveDay(operand.day, today) ?? operand.day);
    if (span === null) return null;
    const begun = { kind: 'value', column, orEmpty: true } as const;
    return [
      span.end === null
        ? { ...begun, op: 'lessThanOrEquals', values: [LAST_MOMENT] }
        : { ...begun, op: 'lessThan', values: [span.end] },
      { kind: 'value', column: operand.to, op: 'greaterThanOrEquals', values: [span.start], orEmpty: true },
    ];
  }
  const definition = operatorFor(type, operator);
  if (definition === null) return null;
  const isNegated = definition.finds === 'negation';
  if (operand.kind === 'column') {
    const { ofColumn: op } = definition;
    return op === null ? null : [{ kind: 'column', column, op, other: operand.column, isNegated }];
  }
  const values = operand.kind === 'values' ? operand.values : [];
  const operands = type === 'date' ? values.map((value) => resolveDay(value, today) ?? value) : values;
  const filters = definition.conditions(column, operands, today);
  // A relative span outside the calendar yields no comparisons, and no row can be in it.
  return filters.length === 0 ? null : filters.map((filter) => ({ kind: 'value', ...filter, isNegated }));
}
