import { disjointAreas, type SelectedArea } from '@/lib/grid/selection';
import type { RowRange } from '@/lib/grid/grid-model';

/** Spreadsheets become unresponsive when more cells than this are pasted. */
export const COPY_LIMIT_CELLS = 500_000;

export type CopyPlan =
  | {
      readonly ok: true;
      /** The selected rows, from top to bottom. */
      readonly ranges: readonly RowRange[];
      /** The indexes of the visible columns, from left to right. */
      readonly columns: readonly number[];
      readonly rowCount: number;
      readonly cellCount: number;
    }
  | { readonly ok: false; readonly reason: 'nothing' }
  /** The selected ranges share neither rows nor columns, so they would move relative to each other when pasted. */
  | { readonly ok: false; readonly reason: 'not-aligned' }
  | { readonly ok: false; readonly reason: 'too-many'; readonly cellCount: number };

/** Reduces a selection to what a clipboard can hold: the same columns of some rows. */
export function planCopy(areas: readonly SelectedArea[]): CopyPlan {
  const disjoint = disjointAreas(areas);
  if (disjoint.length === 0) return { ok: false, reason: 'nothing' };
  const cuts = [...new Set(disjoint.flatMap((area) => [area.rowStart, area.rowEnd]))].toSorted(
    (a, b) => a - b,
  );
  const ranges: RowRange[] = [];
  let columns: readonly number[] | null = null;
  for (let index = 0; index + 1 < cuts.length; index += 1) {
    const rowStart = cuts[index] ?? 0;
    const rowEnd = cuts[index + 1] ?? 0;
    const inBand = columnsOf(disjoint.filter((area) => area.rowStart <= rowStart && area.rowEnd >= rowEnd));
    if (inBand.length === 0) continue;
    if (columns !== null && columns.join() !== inBand.join()) return { ok: false, reason: 'not-aligned' };
    columns = inBand;
    const before = ranges.at(-1);
    if (before?.rowEnd === rowStart) ranges.splice(-1, 1, { rowStart: before.rowStart, rowEnd });
    else ranges.push({ rowStart, rowEnd });
  }
  const rowCount = ranges.reduce((total, range) => total + range.rowEnd - range.rowStart, 0);
  const cellCount = rowCount * (columns?.length ?? 0);
  if (columns === null) return { ok: false, reason: 'nothing' };
  if (cellCount > COPY_LIMIT_CELLS) return { ok: false, reason: 'too-many', cellCount };
  return { ok: true, ranges, columns, rowCount, cellCount };
}

function columnsOf(areas: readonly SelectedArea[]): readonly number[] {
  const columns = new Set<number>();
  for (const { columnStart, columnEnd } of areas) {
    for (let column = columnStart; column < columnEnd; column += 1) columns.add(column);
  }
  return [...columns].toSorted((a, b) => a - b);
}
