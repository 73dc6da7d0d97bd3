import type { SnapshotView } from '../model/snapshot-view';
import { VIEWS } from '../model/views';

export interface PartsInput {
  readonly view: SnapshotView;
  /** Whether the installation offers analysis views. */
  readonly hasViews: boolean;
  readonly rowCount: number;
  /** The subset of the rows that the grid shows; null if it shows the whole snapshot. `pending`: the subset is not open yet. */
  readonly subset: 'pending' | 'open' | null;
  readonly wantsPictures: boolean;
  /** The state of the list report; null if the query has no lists. */
  readonly listReport: 'open' | 'folded' | null;
  readonly isAdding: boolean;
  /** Whether the checks of the price column run on every snapshot. */
  readonly wantsChecks: boolean;
  /** Whether rows of this snapshot were read before. They are kept while the grid is shown. */
  readonly wereRead: boolean;
}

export interface ShownParts {
  /** Whether something else is shown instead of the grid. The grid keeps its layout, so that scroll position and selection survive. */
  readonly isGridAway: boolean;
  readonly hasPictures: boolean;
  readonly listReport: 'open' | 'folded' | null;
  readonly isAdding: boolean;
  readonly runsChecks: boolean;
  /** Where `RowsReadArea` is rendered. `whole` means in place of the grid. */
  readonly rowsRead: 'absent' | 'hidden' | 'above-grid' | 'below-grid' | 'whole';
}

/** Decides which parts of a snapshot are on screen. */
export function shownParts(input: PartsInput): ShownParts {
  const { view, hasViews, rowCount, subset, wereRead } = input;
  const isGridView = view === 'rows';
  const isWhole = subset === null;
  const isGridAway = !isGridView || subset === 'pending';
  // The charts in the column headers show the whole snapshot, so they would be wrong above a subset of its rows.
  const hasPictures = input.wantsPictures && hasViews && isWhole && rowCount > 0;
  // The report always covers all rows of the snapshot, whichever of them are shown.
  const listReport = hasViews && isGridView ? input.listReport : null;
  const isAdding = input.isAdding && isGridView;
  const runsChecks = input.wantsChecks && hasViews && rowCount > 0;
  const isBeside = hasPictures || listReport !== null;
  const isDue = isGridAway || isBeside || isAdding || runsChecks || !isWhole || wereRead;
  const isShown = !isGridView || !isWhole || isBeside || isAdding;
  function placeOfRowsRead(): ShownParts['rowsRead'] {
    if (!isDue) return 'absent';
    if (!isShown) return 'hidden';
    if (isGridAway) return 'whole';
    return isBeside && isWhole ? 'below-grid' : 'above-grid';
  }
  const rowsRead = placeOfRowsRead();
  return { isGridAway, hasPictures, listReport, isAdding, runsChecks, rowsRead };
}

export interface ReadingInput extends Pick<
  ShownParts,
  'hasPictures' | 'listReport' | 'isAdding' | 'runsChecks'
> {
  readonly view: SnapshotView;
  readonly rowCount: number;
  /** Whether the address states what the snapshot is compared with. */
  readonly compares: boolean;
  /** Whether the address has a refinement (filters and columns for the browser), and whether it can be read. */
  readonly refinement: 'none' | 'readable' | 'unreadable';
  /** Whether the address has a readable subset of the rows. */
  readonly hasSubset: boolean;
  /** Whether the address adds columns of other sources, and whether they can be read. */
  readonly added: 'none' | 'readable' | 'unreadable';
}

/** Decides whether the rows of the snapshot are read. */
export function readsRows(input: ReadingInput): boolean {
  const { view, rowCount, compares, refinement, added, hasPictures, listReport, isAdding, runsChecks } =
    input;
  const needs = VIEWS.find(({ name }) => name === view)?.needs ?? null;
  // A snapshot without rows is read, too, so that the rows of another source can be compared with it.
  if (needs === 'two-sides') return compares;
  const isAsked =
    needs !== null ||
    runsChecks ||
    hasPictures ||
    listReport === 'open' ||
    input.hasSubset ||
    refinement === 'readable' ||
    added === 'readable';
  // If the refinement is unreadable, there are no rows to show, so none are read for it.
  const isReadable = refinement !== 'unreadable' && added !== 'unreadable';
  return rowCount > 0 && ((isAsked && isReadable) || isAdding);
}
