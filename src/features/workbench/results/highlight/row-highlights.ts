import type { PriceField } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { createHighlightJudge, type HighlightRule } from '@/contract/row-judge';
import type { GridHighlight, RowHighlight } from '@/lib/grid/grid-model';
import type { Words } from '@/ui/formats/words';
import { refinementText } from '@/analysis/conditions/refinement-text';
import { highlightProblem, rowTestsOf, type Highlight } from '../../model/highlight';
import type { RefineColumn } from '@/analysis/conditions/refinement';

/** A highlight with a description of its condition. */
export interface NamedHighlight extends Highlight {
  readonly words: string;
}

/** Adds a description of its condition to a highlight. `fields` are the fields of the rows. */
export function namedHighlight(
  words: Words,
  fields: readonly PriceField[],
  highlight: Highlight,
): NamedHighlight {
  const conditions = { kind: 'group', join: 'all', parts: [highlight.condition] } as const;
  return { ...highlight, words: refinementText(words, fields, { conditions, computedColumns: [] }) };
}

export interface AppliedHighlight {
  readonly rule: HighlightRule;
  readonly shown: GridHighlight;
}

/** Returns the highlights that can be applied to rows with these columns, in the given order. */
export function appliedHighlights(
  highlights: readonly NamedHighlight[],
  columns: readonly RefineColumn[],
  today: string,
): readonly AppliedHighlight[] {
  return highlights.flatMap((highlight) => {
    if (highlightProblem(highlight, columns) !== null) return [];
    const tests = rowTestsOf(highlight.condition, columns, today);
    if (tests === null) return [];
    const { colour, scope, words, condition } = highlight;
    const { column } = condition;
    return [
      { rule: { colour, scope, column, tests, words }, shown: { colour, note: words, columnId: column } },
    ];
  });
}

/** Returns a function that evaluates a row's highlight and caches it. `columns` are in the order of the row's cells. */
export function createRowHighlight(
  applied: readonly AppliedHighlight[],
  columns: readonly RefineColumn[],
): ((row: SnapshotRow) => RowHighlight | null) | null {
  if (applied.length === 0) return null;
  const judge = createHighlightJudge(
    applied.map(({ rule }) => rule),
    columns,
  );
  const known = new WeakMap<SnapshotRow, RowHighlight | false>();
  return (row) => {
    let highlight = known.get(row);
    if (highlight === undefined) {
      highlight = judgeRow(row);
      known.set(row, highlight);
    }
    return highlight === false ? null : highlight;
  };

  function judgeRow(row: SnapshotRow): RowHighlight | false {
    const judged = judge((index) => row[index]);
    if (judged === null) return false;
    const cells = new Map<string, GridHighlight>();
    for (const [column, index] of judged.cells) {
      const shown = applied[index]?.shown;
      if (shown !== undefined) cells.set(column, shown);
    }
    return { row: judged.row === null ? null : (applied[judged.row]?.shown ?? null), cells };
  }
}
