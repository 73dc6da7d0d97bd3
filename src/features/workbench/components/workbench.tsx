import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery, Snapshot } from '@/contract/extraction';
import { extractionBody } from '@/contract/extraction.schema';
import { viewState } from '@/session/rights';
import { useRights, useServiceClient } from '@/session/session-context';
import { randomId } from '@/shared/storage/random-id';
import { usePageTitle } from '@/shared/ui/use-page-title';
import { snapshotQuery } from '../api/snapshot.queries';
import { filteredColumns } from '../model/column-filters';
import { WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import { NO_ARRANGEMENT, type ColumnArrangement } from '@/shared/grid/grid-model';
import { withFieldOrder } from '../model/field-order';
import type { MissingList } from '../model/packed-search';
import { queryFromSearch, queryToSearch } from '../model/query-address';
import { rowFromSearch } from '../model/row-address';
import { linkWithout } from '../model/run-links';
import { resolveQuery } from '../model/resolve-query';
import { sortedBy } from '../model/header-sort';
import type { SavedView } from '../model/saved-view';
import type { WorkbenchSearch } from '../model/workbench-search';
import type { ExportableResults } from '../results/exportable-results';
import type { SourceChange, ToolPlace } from '../results/results-panel-props';
import { ResultsPanel } from '../results/results-panel';
import { SNAPSHOT_PAGE_SIZE } from '../snapshot/open-snapshot';
import type { KeptPlace } from '../snapshot/kept-place';
import { snapshotFailure } from '../snapshot/snapshot-failure';
import { useRun, type RunState } from '../snapshot/use-run';
import { useTellSnapshot, type SnapshotOnScreen } from '../snapshot/use-tell-snapshot';
import { useOwner } from '@/session/use-owner';
import { rememberRun } from '../views/recent-runs.queries';
import { useWorkbenchViews } from '../views/use-workbench-views';
import { AddressProblems } from './address-problems';
import { MissingLists } from './missing-lists';
import { QueryBuilder, type QueryBuilderHandle } from './query-builder';
import { useOwnAddress } from './use-own-address';
import { useQueryWords } from './use-query-words';
import { useToday } from './use-today';
import { WorkbenchHeading } from './workbench-heading';
import classes from './workbench.module.css';
import { WorkbenchLayout } from './workbench-layout';

export interface WorkbenchProps {
  readonly priceColumn: PriceColumn;
  /** The address: the applied query and the snapshot it led to. */
  readonly search: WorkbenchSearch;
  /** To be looked at in the list of fields; null for none. A new object asks anew. */
  readonly shownField: { readonly name: string } | null;
  /** Not null: the query of the address is to be run at once. A new object asks anew. */
  readonly runOnArrival: object | null;
  /** Long lists of values that the address names and this browser does not have. */
  readonly missingLists: readonly MissingList[];
  /** Goes to another address of this workbench, as a step of the browser's history. */
  readonly onNavigate: (search: WorkbenchSearch, how?: { readonly isReplaced: boolean }) => void;
  readonly sourceChange?: SourceChange | null;
  readonly onPutOffChange?: (change: SourceChange) => void;
  /** Hears of every snapshot that comes on screen, with the address that leads to it. */
  readonly onSnapshotShown?: (snapshot: SnapshotOnScreen) => void;
  /** The way to export what is on screen, which `getResults` tells when it comes to it. */
  readonly renderExport?: (getResults: () => ExportableResults, place: ToolPlace) => ReactNode;
}

/** Builds a query of a price column and shows the snapshot it leads to. */
export function Workbench(props: WorkbenchProps) {
  const { priceColumn, search, shownField, runOnArrival, missingLists, renderExport } = props;
  const rights = useRights();
  const client = useServiceClient();
  const today = useToday();
  const run = useRun(priceColumn);
  // Before whatever starts a run on arrival. The answer of one that was left would lead away again.
  const onNavigate = useOwnAddress(search, props.onNavigate, run.cancel);
  const queryClient = useQueryClient();
  const owner = useOwner();
  const builder = useRef<QueryBuilderHandle>(null);

  const isLocked = useCallback((field: PriceField) => viewState(field, rights).state === 'locked', [rights]);
  const { v, fields, filter, sort } = search;
  const { draft: applied, problems } = useMemo(
    () => queryFromSearch({ v, fields, filter, sort }, priceColumn, isLocked),
    [v, fields, filter, sort, priceColumn, isLocked],
  );

  const { row, problem: rowProblem } = rowFromSearch(search.row);
  // The query can be run all the same.
  const unusable = rowProblem === null ? problems : [...problems, rowProblem];
  const filteredBy = useMemo(() => filteredColumns(applied ?? WHOLE_COLUMN), [applied]);

  const sayQuery = useQueryWords();
  // Without its values a condition says nothing, and the rest would pass for the whole.
  const isWhollyKnown = missingLists.length === 0;
  const words = useMemo(
    () => (applied === null || !isWhollyKnown ? null : sayQuery(applied, priceColumn)),
    [applied, isWhollyKnown, priceColumn, sayQuery],
  );
  // Also the name of the step in the browser's history.
  usePageTitle(words === null ? priceColumn.displayName : `${priceColumn.displayName}: ${shortened(words)}`);

  const { savedViews, current, arrangement, arrange } = useWorkbenchViews(
    priceColumn.name,
    search,
    (view) => {
      openView(view, true);
    },
  );

  // The order of the fields is the grid's, where the address tells it.
  const gridArrangement = useMemo(
    () =>
      applied === null
        ? (arrangement ?? NO_ARRANGEMENT)
        : { ...(arrangement ?? NO_ARRANGEMENT), order: applied.fields ?? [] },
    [arrangement, applied],
  );

  useEffect(() => {
    if (shownField !== null) builder.current?.showField(shownField.name);
  }, [shownField]);

  const runArrived = useEffectEvent(() => {
    // Once: coming Back to the address asks for nothing.
    onNavigate(search, { isReplaced: true });
    // Something is missing: the person decides whether the rest will do.
    if (applied === null || problems.length > 0) return;
    builder.current?.open(applied);
    startAgain(applied, { isReplaced: true });
  });
  useEffect(() => {
    if (runOnArrival !== null) runArrived();
  }, [runOnArrival]);

  const cacheKey = search.cacheKey ?? null;
  const opening = useQuery(snapshotQuery(client, priceColumn, cacheKey, applied?.fields ?? null));
  // Without a key in the address nothing has been run there, whatever was shown before.
  const shown = cacheKey === null ? null : (opening.data ?? null);

  useTellSnapshot({ priceColumn, search, words, shown }, props.onSnapshotShown);

  function start(draft: DraftQuery, query: ExtractionQuery, how: StartOptions = {}): void {
    const { viewId = search.view, isReplaced = false, kept = null } = how;
    run.start(
      query,
      ({ cacheKey: taken, rowCount }) => {
        const applied = queryToSearch(draft);
        builder.current?.stay(draft);
        onNavigate({ ...applied, view: viewId, cacheKey: taken }, { isReplaced });
        void rememberRun(queryClient, owner, {
          id: randomId(),
          priceColumn: priceColumn.name,
          query: applied,
          ranAtMs: Date.now(),
          rowCount,
        });
      },
      kept,
    );
  }

  function startAgain(draft: DraftQuery, how: StartOptions): void {
    const resolved = resolveQuery(draft, { priceColumn, isLocked, today });
    if (resolved.ok) start(draft, resolved.query, how);
    // It shows what is in the way.
    else builder.current?.editAndRun((latest) => latest);
  }

  /** Order in the grid is order in the builder, the request and every file; no rows are asked for anew. */
  function arrangeColumns(next: ColumnArrangement): void {
    if (applied === null) {
      arrange(next);
      return;
    }
    arrange({ ...next, order: [] });
    if (next.order === gridArrangement.order) return;
    // The service may hold back what is not known to be locked: then the columns it sent are all there are.
    const isThere = (field: PriceField) =>
      applied.fields === null ? next.order.includes(field.name) : !isLocked(field);
    const everything = priceColumn.fields.filter(isThere).map((field) => field.name);
    const change = (query: DraftQuery) => withFieldOrder(query, next.order, everything);
    const reordered = change(applied);
    builder.current?.follow(reordered, change);
    onNavigate({ ...search, fields: undefined, ...queryToSearch(reordered) }, { isReplaced: true });
  }

  function openView(view: SavedView, isReplaced = false): void {
    // Its answer would lead away from the view.
    run.cancel();
    arrange(view.arrangement, view.id);
    onNavigate({ ...view.query, view: view.id }, { isReplaced });
    const { draft, problems: found } = queryFromSearch(view.query, priceColumn, isLocked);
    // Its query may be the applied one, and only the draft another.
    if (draft !== null) builder.current?.open(draft);
    // Something is missing: the person decides whether the rest will do.
    if (!view.runsOnOpen || draft === null || found.length > 0) return;
    const resolved = resolveQuery(draft, { priceColumn, isLocked, today });
    if (resolved.ok) start(draft, resolved.query, { viewId: view.id, isReplaced: true });
  }

  /** Null where the address does not tell what the snapshot was taken with. */
  function appliedRequest(): string | null {
    const resolved = applied === null ? null : resolveQuery(applied, { priceColumn, isLocked, today });
    if (resolved?.ok !== true) return null;
    const input = {
      priceColumn: priceColumn.name,
      query: resolved.query,
      page: 1,
      pageSize: SNAPSHOT_PAGE_SIZE,
    };
    return JSON.stringify(extractionBody(input));
  }

  return (
    <div className={classes['workbench']}>
      <WorkbenchHeading priceColumn={priceColumn} words={words} />
      {missingLists.length > 0 && <MissingLists lists={missingLists} />}
      {unusable.length > 0 && (
        <AddressProblems key={JSON.stringify(unusable)} problems={unusable} isOfView={current !== null} />
      )}
      <div className={classes['body']}>
        <WorkbenchLayout
          query={({ collapse, expand }) => (
            <QueryBuilder
              ref={builder}
              priceColumn={priceColumn}
              rights={rights}
              applied={applied}
              isRunning={run.state.status === 'running'}
              refusals={refusalsOf(run.state)}
              links={{
                query: linkWithout(location, ['view', 'cacheKey', 'row']),
                snapshot: cacheKey === null ? null : linkWithout(location, ['view']),
                isOfThisBrowser: location.search.includes('~!list~'),
              }}
              views={{
                priceColumn: priceColumn.name,
                savedViews,
                current,
                arrangement,
                onOpen: openView,
                onStartOver: () => {
                  run.cancel();
                  builder.current?.open(WHOLE_COLUMN);
                  onNavigate(queryToSearch(WHOLE_COLUMN));
                },
                onAdopt: (view) => {
                  arrange(arrangement, view.id);
                  onNavigate({ ...search, view: view.id }, { isReplaced: true });
                },
              }}
              onRun={(draft, query) => {
                start(draft, query);
              }}
              onCancel={run.cancel}
              onCollapse={collapse}
              onReveal={expand}
            />
          )}
        >
          <ResultsPanel
            priceColumn={priceColumn}
            shown={shown}
            run={run.state}
            opening={{
              isPending: opening.isFetching,
              failure: opening.error === null ? null : snapshotFailure(opening.error),
            }}
            hasFilters={filteredBy.size > 0}
            sort={(applied?.sort ?? []).flatMap(({ field, direction }) =>
              field === null ? [] : [{ columnId: field, direction }],
            )}
            filteredColumns={filteredBy}
            initialRow={row}
            arrangement={gridArrangement}
            onArrangementChange={arrangeColumns}
            onSort={(columnId, { isAdditive }) => {
              builder.current?.editAndRun((draft) => sortedBy(draft, columnId, isAdditive));
            }}
            onEditQuery={(change) => {
              builder.current?.editAndRun(change);
            }}
            onRefresh={(kept) => {
              startAgain(applied ?? WHOLE_COLUMN, { kept });
            }}
            sourceChange={props.sourceChange ?? null}
            onPutOffChange={(change) => props.onPutOffChange?.(change)}
            onShowChange={(change, kept) => {
              // The service's fresh snapshot is of everything; another query has to be asked anew.
              if (isWhole(applied)) {
                const show = ({ cacheKey: shownKey }: Snapshot) =>
                  onNavigate({ ...search, row: undefined, cacheKey: shownKey });
                run.open(change.cacheKey, show, kept);
              } else startAgain(applied ?? WHOLE_COLUMN, { kept });
            }}
            onCancel={run.cancel}
            onRetryRun={run.retry}
            onDismissFailure={run.dismiss}
            onRetryOpening={() => void opening.refetch()}
            renderTools={(getShown, place) =>
              renderExport?.(
                () => ({
                  ...getShown(),
                  priceColumn,
                  queryWords: words,
                  requestBody: appliedRequest(),
                }),
                place,
              )
            }
          />
        </WorkbenchLayout>
      </div>
    </div>
  );
}

/** All fields and rows, in the service's order. */
function isWhole(draft: DraftQuery | null): boolean {
  return draft === null || (draft.fields === null && draft.filters.length === 0 && draft.sort.length === 0);
}

interface StartOptions {
  /** Of the view that the query came from; by default the current one. */
  readonly viewId?: string;
  /** Takes the place of the address it started from, as far as Back is concerned. */
  readonly isReplaced?: boolean;
  /** Where to open what is taken. */
  readonly kept?: KeptPlace | null;
}

const NO_REFUSALS: readonly string[] = [];

function refusalsOf(run: RunState): readonly string[] {
  if (run.status !== 'failed' || run.failure.kind !== 'service') return NO_REFUSALS;
  const { failure } = run.failure;
  return failure.kind === 'rejected' || failure.kind === 'forbidden' ? failure.messages : NO_REFUSALS;
}

const MAX_TITLE_LENGTH = 100;

function shortened(words: string): string {
  return words.length > MAX_TITLE_LENGTH ? `${words.slice(0, MAX_TITLE_LENGTH - 1)}…` : words;
}
