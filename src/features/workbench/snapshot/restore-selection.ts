import type { GridSelection, SelectionSpan } from '@/lib/grid/selection';
import type { SelectionOutcome } from '@/analysis/snapshot/viewport-position';
import type { RowKey } from '@/analysis/snapshot/row-identity';

/** The number of rows captured at each end of a range, from the end inwards. The first of them that still exists becomes the end. */
const END_LANDMARKS = 5;

const MOST_COMPARED_ROWS = 1_000;

/** If the parts of a selection have different outcomes, the most severe is reported. */
const SEVERITY: readonly SelectionOutcome[] = ['same', 'unchecked', 'changed', 'lost'];

/** The captured rows that were found in the new snapshot. */
export interface FoundKeys {
  /** The new row indexes by the old row indexes. */
  readonly rows: ReadonlyMap<number, number>;
  /** Returns the key of a row of the new snapshot; undefined if it was not searched. */
  readonly keyAt: (rowIndex: number) => RowKey | undefined;
}

/** A selection with the result of `keysOfSpan` for each of its spans. */
interface CapturedSelection {
  readonly selection: GridSelection;
  readonly spanKeys: readonly (ReadonlySet<RowKey> | null)[];
}

interface RowEnds {
  readonly anchorRow: number;
  readonly headRow: number;
}

/** Returns the rows at the ends of a span; null for a span of whole columns. */
function rowEnds(span: SelectionSpan): RowEnds | null {
  switch (span.kind) {
    case 'cells':
      return { anchorRow: span.anchor.rowIndex, headRow: span.head.rowIndex };
    case 'rows':
      return span;
    case 'columns':
    case 'all':
      return null;
  }
}

/** Returns the rows whose keys locate the ends of a span. */
export function spanLandmarks(span: SelectionSpan): readonly number[] {
  const ends = rowEnds(span);
  return ends === null
    ? []
    : [...inwards(ends.anchorRow, ends.headRow), ...inwards(ends.headRow, ends.anchorRow)];
}

function inwards(rowIndex: number, otherEnd: number): readonly number[] {
  const length = Math.min(END_LANDMARKS, Math.abs(otherEnd - rowIndex) + 1);
  return Array.from({ length }, (_, steps) => rowIndex + steps * Math.sign(otherEnd - rowIndex));
}

/** Returns the keys of all rows of a span; null if it has no rows, too many, or some without a known key. */
export function keysOfSpan(
  span: SelectionSpan,
  keyAt: (rowIndex: number) => RowKey | undefined,
): ReadonlySet<RowKey> | null {
  const ends = rowEnds(span);
  if (ends === null || Math.abs(ends.headRow - ends.anchorRow) >= MOST_COMPARED_ROWS) return null;
  const keys = new Set<RowKey>();
  const last = Math.max(ends.anchorRow, ends.headRow);
  for (let rowIndex = Math.min(ends.anchorRow, ends.headRow); rowIndex <= last; rowIndex += 1) {
    const key = keyAt(rowIndex);
    if (key === undefined) return null;
    keys.add(key);
  }
  return keys;
}

/**
 * Restores a selection from the same row to the same row. If the row at an end was removed, the nearest captured row inside the range
 * becomes the end. If none is found, the range is no longer selected. Therefore no row outside the previous range is selected. The outcome
 * reports rows that were added or removed within the range.
 */
export function restoreSelection(
  { selection, spanKeys }: CapturedSelection,
  found: FoundKeys,
): { readonly selection: GridSelection; readonly selectionOutcome: SelectionOutcome } {
  const now: SelectionSpan[] = [];
  let selectionOutcome: SelectionOutcome = 'same';
  const report = (outcome: SelectionOutcome) => {
    if (SEVERITY.indexOf(outcome) > SEVERITY.indexOf(selectionOutcome)) selectionOutcome = outcome;
  };
  for (const [index, span] of selection.entries()) {
    const ends = rowEnds(span);
    if (ends === null) {
      now.push(span);
      continue;
    }
    const anchorRow = foundEnd(ends.anchorRow, ends.headRow, found);
    const headRow = foundEnd(ends.headRow, ends.anchorRow, found);
    if (anchorRow === undefined || headRow === undefined) {
      report('lost');
      continue;
    }
    const moved = withEnds(span, { anchorRow, headRow });
    report(compared(ends, { anchorRow, headRow }, spanKeys[index] ?? null, keysOfSpan(moved, found.keyAt)));
    now.push(moved);
  }
  return { selection: now, selectionOutcome };
}

function foundEnd(rowIndex: number, otherEnd: number, { rows }: FoundKeys): number | undefined {
  const landmark = inwards(rowIndex, otherEnd).find((candidate) => rows.has(candidate));
  return landmark === undefined ? undefined : rows.get(landmark);
}

function compared(
  before: RowEnds,
  now: RowEnds,
  keysBefore: ReadonlySet<RowKey> | null,
  keysNow: ReadonlySet<RowKey> | null,
): SelectionOutcome {
  const rowsBetween = now.headRow - now.anchorRow;
  if (rowsBetween !== before.headRow - before.anchorRow) return 'changed';
  // Both ends were found, and the range has no rows between them.
  if (Math.abs(rowsBetween) <= 1) return 'same';
  if (keysBefore === null || keysNow === null) return 'unchecked';
  return [...keysNow].every((key) => keysBefore.has(key)) ? 'same' : 'changed';
}

function withEnds(span: SelectionSpan, { anchorRow, headRow }: RowEnds): SelectionSpan {
  switch (span.kind) {
    case 'cells':
      return {
        ...span,
        anchor: { ...span.anchor, rowIndex: anchorRow },
        head: { ...span.head, rowIndex: headRow },
      };
    case 'rows':
      return { ...span, anchorRow, headRow };
    case 'columns':
    case 'all':
      return span;
  }
}
