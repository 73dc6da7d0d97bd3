import type { RowRange } from '@/lib/grid/grid-model';
import type { SelectedArea } from '@/lib/grid/selection';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { rowsOfAreas } from './statistics';

/** The selected cells of a snapshot, described independently of the order of the columns. */
export interface SelectedRange {
  /** A text that is equal for the same cells of the same snapshot. */
  readonly key: string;
  /** The columns with a selected cell. */
  readonly columnIds: readonly string[];
  /** Rectangles that do not overlap; their columns are indexes into `columnIds`. */
  readonly areas: readonly SelectedArea[];
  /** The rows with a selected cell, from top to bottom. */
  readonly rowSpans: readonly RowRange[];
  readonly cellCount: number;
}

export function selectedRange(cacheKey: string, cells: SelectedCells | null): SelectedRange {
  const { areas: shownAreas, columnIds: shownIds } = cells ?? { areas: [], columnIds: [] };
  // Columns with the same selected rows are placed next to each other, so that a few rectangles cover the selection.
  const columnsBySpans = new Map<string, { readonly spans: readonly RowRange[]; readonly ids: string[] }>();
  shownIds.forEach((columnId, at) => {
    const spans = rowsOfAreas(shownAreas.filter((area) => at >= area.columnStart && at < area.columnEnd));
    if (spans.length === 0) return;
    const spansKey = JSON.stringify(spans);
    const group = columnsBySpans.get(spansKey) ?? { spans, ids: [] };
    group.ids.push(columnId);
    columnsBySpans.set(spansKey, group);
  });
  const groups = [...columnsBySpans].sort(([one], [other]) => (one < other ? -1 : 1));
  const columnIds: string[] = [];
  const areas: SelectedArea[] = [];
  for (const [, { spans, ids }] of groups) {
    const columnStart = columnIds.length;
    columnIds.push(...ids.sort());
    for (const span of spans) areas.push({ ...span, columnStart, columnEnd: columnIds.length });
  }
  return {
    key: JSON.stringify([cacheKey, columnIds, areas]),
    columnIds,
    areas,
    rowSpans: rowsOfAreas(areas),
    cellCount: areas.reduce(
      (total, area) => total + (area.rowEnd - area.rowStart) * (area.columnEnd - area.columnStart),
      0,
    ),
  };
}
