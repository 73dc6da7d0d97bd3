import type { GridSelection, SelectionSpan } from '@/shared/grid/selection';
import type { CarriedSelection } from './place';
import type { RowKey } from './row-identity';

/** Rows remembered at each end of a range, from the end inwards: the first of them that is still there is the end then. */
const END_LANDMARKS = 5;

/** Ranges of up to this many rows are compared row by row. */
const MOST_COMPARED_ROWS = 1_000;

/** Of several parts of a selection, the gravest is told. */
const GRAVITY: readonly CarriedSelection[] = ['same', 'unchecked', 'changed', 'lost'];

/** What was found where. */
export interface FoundKeys {
  /** Indices in the new snapshot by those in the old one. */
  readonly rows: ReadonlyMap<number, number>;
  /** The key of a row of the new snapshot; undefined where it was not looked at. */
  readonly keyAt: (rowIndex: number) => RowKey | undefined;
}

/** A selection and, for each of its spans, what `keysOfSpan` made of it. */
interface KeptSelection {
  readonly selection: GridSelection;
  readonly spanKeys: readonly (ReadonlySet<RowKey> | null)[];
}

interface RowEnds {
  readonly anchorRow: number;
  readonly headRow: number;
}

/** Null where a span is no matter of rows. */
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

/** The rows by which the ends of a span are found again. */
export function spanLandmarks(span: SelectionSpan): readonly number[] {
  const ends = rowEnds(span);
  return ends === null
    ? []
    : [...inwards(ends.anchorRow, ends.headRow), ...inwards(ends.headRow, ends.anchorRow)];
}

/** From `rowIndex` on towards the other end. */
function inwards(rowIndex: number, otherEnd: number): readonly number[] {
  const length = Math.min(END_LANDMARKS, Math.abs(otherEnd - rowIndex) + 1);
  return Array.from({ length }, (_, steps) => rowIndex + steps * Math.sign(otherEnd - rowIndex));
}

/** The keys of all rows of a span; null where it has none, too many, or some are not known. */
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
 * What was selected, from the same row to the same row. Where an end is gone, the range ends at the last row before it
 * that is not; where nothing near an end is found, it is selected no more. So no row is selected that was not between
 * the ends, and where others have come or gone between them, that is told.
 */
export function carrySelection(
  { selection, spanKeys }: KeptSelection,
  found: FoundKeys,
): { readonly selection: GridSelection; readonly carried: CarriedSelection } {
  const now: SelectionSpan[] = [];
  let carried: CarriedSelection = 'same';
  const tell = (what: CarriedSelection) => {
    if (GRAVITY.indexOf(what) > GRAVITY.indexOf(carried)) carried = what;
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
      tell('lost');
      continue;
    }
    const moved = withEnds(span, { anchorRow, headRow });
    tell(compared(ends, { anchorRow, headRow }, spanKeys[index] ?? null, keysOfSpan(moved, found.keyAt)));
    now.push(moved);
  }
  return { selection: now, carried };
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
): CarriedSelection {
  const rowsBetween = now.headRow - now.anchorRow;
  if (rowsBetween !== before.headRow - before.anchorRow) return 'changed';
  // Then there is nothing but the ends, and those are found.
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
