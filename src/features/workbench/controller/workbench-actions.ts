import type { ColumnState } from '@/lib/grid/grid-model';
import type { ComparisonChoice } from '../model/compare-with';
import type { QueryEdit } from '../model/query-edit';
import type { DraftQuery } from '../model/draft-query';
import type { ComputedColumn } from '@/analysis/conditions/refinement';
import type { RowSubset } from '@/analysis/conditions/row-subset';
import type { SavedView } from '../model/saved-view';
import type { SnapshotView } from '../model/snapshot-view';
import type { Unapplied } from '../model/unapplied';
import type { WorkbenchSearch } from '../model/workbench-search';
import type { SnapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import type { ViewportAnchor } from '../snapshot/viewport-anchor';
import type { ParameterOf, SetUpView } from '../model/views';

/** The parts of a saved view that opening it uses. */
export type OpenableView = Pick<SavedView, 'id' | 'query' | 'display' | 'arrangement' | 'runsOnOpen'>;

interface NavigationOptions {
  /** Whether the navigation replaces the current entry of the browser's history. */
  readonly isReplaced?: boolean;
}

interface SetViewOptions extends NavigationOptions {
  /** Names a series of changes, such as one drag. The changes of a series share one history entry and one undo step. */
  readonly series?: string | undefined;
}

/** Defines every action: its function for components, and its object for the reducer. `nowMs` returns the time of any monotonic clock. */
export function actionCreators(nowMs: () => number) {
  return {
    /** Edits the draft, as one step of undo. Edits with the same `mergeKey` in quick succession share a step. */
    edit: (edit: QueryEdit, mergeKey: string | null = null) =>
      ({ type: 'edit', edit, mergeKey, atMs: nowMs() }) as const,
    /** Reports that the user has left a filter. The reducer removes the filter if it has no value. */
    leaveFilter: (id: string) => ({ type: 'leaveFilter', id }) as const,
    undo: () => ({ type: 'undo' }) as const,
    redo: () => ({ type: 'redo' }) as const,
    /** Sets the draft back to the applied query. */
    reset: () => ({ type: 'reset' }) as const,
    /** Runs the draft, or reports its problems. */
    run: () => ({ type: 'run' }) as const,
    /** Runs the applied query again and scrolls to the anchor. Runs the draft when the applied query cannot be run. */
    refresh: (anchor: ViewportAnchor | null) => ({ type: 'refresh', anchor }) as const,
    /** Shows changed source data: the service's new snapshot of a whole price column, or a rerun of any other applied query. */
    showSourceChange: (cacheKey: string, anchor: ViewportAnchor) => sourceChange(cacheKey, anchor, false),
    /** Shows the data after a change at the source, compared with the snapshot that was on screen. */
    compareSourceChange: (cacheKey: string, anchor: ViewportAnchor) => sourceChange(cacheKey, anchor, true),
    cancelRun: () => ({ type: 'cancelRun' }) as const,
    /** Repeats the failed run, with relative dates resolved to today. `anchor` is the current scroll position. */
    retryRun: (anchor: ViewportAnchor | null) => ({ type: 'retryRun', anchor }) as const,
    dismissFailure: () => ({ type: 'dismissFailure' }) as const,
    /** Reports the router's address. The reducer ignores an address that it already has, unless it is too long and must be replaced. */
    followAddress: (address: WorkbenchSearch, how: { readonly isTooLong?: boolean } = {}) =>
      ({ type: 'addressChanged', address, ...how }) as const,
    /** Reports that the saved views are loaded. An address without a query then opens the view that it names, or the default view. */
    followViews: () => ({ type: 'viewsLoaded' }) as const,
    runAddress: () => ({ type: 'runAddress' }) as const,
    changeColumns: (columnState: ColumnState) => ({ type: 'columnsChanged', columnState }) as const,
    /** Opens a saved view: its query becomes the draft and the address, and runs when the view asks for it. */
    openView: (view: OpenableView) => ({ type: 'openView', view }) as const,
    /** Reports that the draft was saved as a view. Only the `view` parameter of the address changes. */
    adoptView: (view: OpenableView) => ({ type: 'adoptView', view }) as const,
    /** Empties the query, the added columns and the settings of all views, as one undo step. */
    startOver: () => ({ type: 'startOver' }) as const,
    /** Reports that more fields are known. `before` is the applied query as it was read without them. */
    followFields: (before: DraftQuery | null) => ({ type: 'followFields', before }) as const,
    showView: (view: SnapshotView) => ({ type: 'showView', view }) as const,
    /** Sets parameters of a view, which may be off screen. Undefined restores the value that the view suggests. */
    setView: <Name extends SetUpView>(
      view: Name,
      parameters: Readonly<Partial<Record<ParameterOf<Name>, string | undefined>>>,
      { isReplaced = false, series }: SetViewOptions = {},
    ) =>
      ({
        type: 'setView',
        view,
        parameters: parameters as ViewParameters,
        isReplaced,
        atMs: nowMs(),
        ...(series !== undefined && { series }),
      }) as const,
    /** Removes from the address the unreadable filters, formulas and sort rules that the browser would apply. */
    leaveOutUnread: () => ({ type: 'leaveOutUnread' }) as const,
    /** Stores the rules of a proposal while some of their conditions are incomplete; null if all are complete. */
    editRules: (rules: Unapplied | null) => ({ type: 'editRules', rules }) as const,
    /**
     * Adds columns of other sources (`analysis/conditions/added-columns.ts`) to the rows; undefined removes them. `computed` is a column that is computed
     * from them, or null. Filters and computed columns that name a removed column are removed.
     */
    addColumns: (added: string | undefined, computed: ComputedColumn | null = null) =>
      ({ type: 'addColumns', added, computed }) as const,
    foldListReport: (isFolded: boolean) => ({ type: 'foldListReport', isFolded }) as const,
    /** Compares the snapshot with another source, in the **Changes** view. */
    compare: (choice: ComparisonChoice) => ({ type: 'compare', choice }) as const,
    /**
     * Takes the later of two compared snapshots again, with the query of the earlier one. If the later one is on screen, `search` has this
     * query, and the new snapshot replaces the one on screen. If not, `search` is null.
     */
    rerunLaterSide: (search: WorkbenchSearch | null) => ({ type: 'rerunLaterSide', search }) as const,
    /** Compares the snapshot on screen with a new snapshot of the same query. */
    compareWithNew: () => ({ type: 'rerunLaterSide', search: null }) as const,
    /** Shows a subset of the rows, or all rows again. */
    showRows: (subset: RowSubset | null) => ({ type: 'showRows', subset }) as const,
    /** Focuses a field in the list of fields. */
    showField: (name: string) => ({ type: 'showField', name }) as const,
    /** Focuses the place where conditions are added to the query. */
    focusQuery: () => ({ type: 'focusQuery' }) as const,
    showSetup: () => ({ type: 'showSetup' }) as const,
    /** Shows the **Proposal** view with a new first rule for some rows (`withRuleFor`), and focuses an element of the view. */
    startRule: (proposal: string, focusId: string) => ({ type: 'startRule', proposal, focusId }) as const,
    /** Adds a computed column with an empty formula, and shows it. `name` is the suggested name, which gets a number if it is taken. */
    addComputed: (name: string) => ({ type: 'addComputed', name, atMs: nowMs() }) as const,
    /** Opens the dialog in which the user adds columns of another source. */
    startAdding: () => ({ type: 'startAdding' }) as const,
    /** Saves the draft's filters as a check, or reports their problems. */
    startCheck: () => ({ type: 'startCheck' }) as const,
    /** Shows the programs that read a snapshot outside the browser. */
    showJobs: () => ({ type: 'showJobs' }) as const,
    /** Adds a condition without a value for the column, and shows it. */
    filterColumn: (columnId: string) => ({ type: 'filterColumn', columnId, atMs: nowMs() }) as const,
  };
}

function sourceChange(cacheKey: string, anchor: ViewportAnchor, isCompared: boolean) {
  return { type: 'showSourceChange', cacheKey, anchor, isCompared } as const;
}

type ViewParameters = Readonly<Partial<Record<ParameterOf<SetUpView>, string | undefined>>>;

/** The outcome of a run. Only the store dispatches these actions. */
export type RunOutcome =
  | { readonly type: 'runSucceeded'; readonly id: number; readonly cacheKey: string }
  | { readonly type: 'runFailed'; readonly id: number; readonly failure: SnapshotFailure };

type Creators = ReturnType<typeof actionCreators>;

export type WorkbenchAction = Readonly<ReturnType<Creators[keyof Creators]>> | RunOutcome;

/** The actions of a workbench as functions. They stay the same for the life of the store. */
export type WorkbenchActions = {
  readonly [Name in Exclude<keyof Creators, 'setView'>]: (...given: Parameters<Creators[Name]>) => void;
} & {
  readonly setView: <Name extends SetUpView>(
    view: Name,
    parameters: Readonly<Partial<Record<ParameterOf<Name>, string | undefined>>>,
    how?: SetViewOptions,
  ) => void;
  /** Edits the draft and runs it with all its edits. The query builder shows the problems of an invalid draft. */
  readonly editAndRun: (edit: QueryEdit) => void;
  /** Goes to another address of this workbench, as a link does. */
  readonly openAddress: (address: WorkbenchSearch) => void;
};
