import type { SnapshotView } from '../model/snapshot-view';
import { VIEWS } from '../views/registry';

/** The input of the decision which parts of a snapshot are on screen. */
export interface PartsInput {
  readonly view: SnapshotView;
  /** Whether the installation has views of the rows read. */
  readonly hasViews: boolean;
  readonly rowCount: number;
  /** The grid shows some of the rows read; null for all of the snapshot. `pending`: they are not open yet. */
  readonly subset: 'pending' | 'open' | null;
  /** The person wants pictures in the headers. */
  readonly wantsPictures: boolean;
  /** How the report of the lists of the query is, where the query has lists; null for none. */
  readonly listReport: 'open' | 'folded' | null;
  /** The region **Refine here** was opened. */
  readonly isRefineOpen: boolean;
  /** The dialog **Add columns from…** was opened. */
  readonly isAdding: boolean;
  /** The checks of the price column are run on every snapshot. */
  readonly wantsChecks: boolean;
  /** Rows of this snapshot have been needed before; they stay while the grid is shown. */
  readonly wereRead: boolean;
}

/** Which parts of a snapshot are on screen. */
export interface ShownParts {
  /** The grid is laid out behind something else, so that its scroll position and its selection survive. */
  readonly isGridAway: boolean;
  readonly hasPictures: boolean;
  readonly listReport: 'open' | 'folded' | null;
  readonly hasRefine: boolean;
  readonly isAdding: boolean;
  readonly runsChecks: boolean;
  /**
   * Where the area of the rows read is: not mounted yet, mounted but hidden, above or below the grid, or in its place. */
  readonly rowsRead: 'absent' | 'hidden' | 'above-grid' | 'below-grid' | 'whole';
}

/** Decides which parts of a snapshot are on screen. */
export function shownParts(input: PartsInput): ShownParts {
  const { view, hasViews, rowCount, subset, wereRead } = input;
  const isGridView = view === 'rows';
  const isWhole = subset === null;
  const isGridAway = !isGridView || subset === 'pending';
  // The pictures show the whole snapshot, so they would be wrong above a subset of its rows.
  const hasPictures = input.wantsPictures && hasViews && isWhole && rowCount > 0;
  // What was not found is of all rows, whichever of them are shown.
  const listReport = hasViews && isGridView ? input.listReport : null;
  const hasRefine = input.isRefineOpen && isGridView;
  const isAdding = input.isAdding && isGridView;
  const runsChecks = input.wantsChecks && hasViews && rowCount > 0;
  const isBeside = hasPictures || listReport !== null;
  const isDue = isGridAway || isBeside || hasRefine || isAdding || runsChecks || !isWhole || wereRead;
  const isShown = !isGridView || !isWhole || isBeside || hasRefine || isAdding;
  function placeOfRowsRead(): ShownParts['rowsRead'] {
    if (!isDue) return 'absent';
    if (!isShown) return 'hidden';
    if (isGridAway) return 'whole';
    return isBeside && isWhole && !hasRefine ? 'below-grid' : 'above-grid';
  }
  const rowsRead = placeOfRowsRead();
  return { isGridAway, hasPictures, listReport, hasRefine, isAdding, runsChecks, rowsRead };
}

/** The input of the decision whether rows are read. */
export interface ReadingInput extends Pick<
  ShownParts,
  'hasPictures' | 'listReport' | 'hasRefine' | 'runsChecks'
> {
  readonly view: SnapshotView;
  readonly rowCount: number;
  /** The address says what the snapshot is compared with. */
  readonly compares: boolean;
  /** Whether the address has a refinement, and whether it can be read. */
  readonly refinement: 'none' | 'readable' | 'unreadable';
  /** Whether the address names some of the rows, in a way that can be read. */
  readonly hasSubset: boolean;
  /** Whether the address adds columns of other sources, and whether it can be read. */
  readonly added: 'none' | 'readable' | 'unreadable';
}

/** Decides whether the rows of the snapshot are read. */
export function readsRows(input: ReadingInput): boolean {
  const { view, rowCount, compares, refinement, added, hasPictures, listReport, hasRefine, runsChecks } =
    input;
  const needs = VIEWS.find(({ name }) => name === view)?.needs ?? null;
  // A side without rows has a table, too; the other side is compared with it.
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
  return rowCount > 0 && ((isAsked && isReadable) || hasRefine);
}
