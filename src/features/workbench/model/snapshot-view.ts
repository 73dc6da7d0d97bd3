import { VIEWS, type ViewName } from './views';
import type { WorkbenchSearch } from './workbench-search';

/** A view of a snapshot, as `show` names it in the address. */
export type SnapshotView = 'rows' | ViewName;

const ONLY_ROWS: readonly SnapshotView[] = ['rows'];
const ALL_VIEWS: readonly SnapshotView[] = ['rows', ...VIEWS.map(({ name }) => name)];

/** Returns the views to choose from. `hasAnalysis` is whether the configuration allows the analysis views. */
export function snapshotViews(hasAnalysis: boolean): readonly SnapshotView[] {
  return hasAnalysis ? ALL_VIEWS : ONLY_ROWS;
}

/** Returns the view that an address shows: the rows, unless it names another existing view. */
export function viewOfAddress(
  { show }: Pick<WorkbenchSearch, 'show'>,
  views: readonly SnapshotView[],
): SnapshotView {
  return views.find((view) => view === show) ?? 'rows';
}
