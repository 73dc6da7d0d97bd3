import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { extractionBody } from '@/contract/extraction.schema';
import { useServiceClient } from '@/session/session-context';
import { NO_ARRANGEMENT, type ColumnArrangement } from '@/shared/grid/grid-model';
import { usePageTitle } from '@/shared/ui/use-page-title';
import { snapshotQuery } from './api/snapshot.queries';
import type { MissingList } from './model/packed-search';
import { resolveQuery } from './model/resolve-query';
import { rowFromSearch, snapshotFromSearch } from './model/place-address';
import { linkWithout } from './model/run-links';
import type { SavedView } from './model/saved-view';
import type { WorkbenchSearch } from './model/workbench-search';
import type { ExportableResults } from './results/exportable-results';
import { ResultsPanel } from './results/results-panel';
import type { SourceChange, ToolPlace } from './results/results-panel-props';
import { SNAPSHOT_PAGE_SIZE } from './snapshot/open-snapshot';
import { snapshotFailure } from './snapshot/snapshot-failure';
import { useTellSnapshot, type SnapshotOnScreen } from './snapshot/use-tell-snapshot';
import { useWorkbench, WorkbenchProvider } from './use-workbench';
import { useWorkbenchViews } from './query/views/use-workbench-views';
import { AddressProblems } from './address-problems';
import { MissingLists } from './missing-lists';
import { QueryBuilder } from './query/query-builder';
import { useQueryWords } from './use-query-words';
import { WorkbenchHeading } from './workbench-heading';
import { WorkbenchLayout } from './workbench-layout';
import classes from './workbench.module.css';

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
  const { priceColumn, shownField, runOnArrival, missingLists, renderExport } = props;
  const client = useServiceClient();
  const workbench = useWorkbench(props);
  const { isLocked, today, address, applied, addressProblems } = workbench;
  const { actions } = workbench.store;

  const { row, problem: rowProblem } = rowFromSearch(address.row);
  const { cacheKey, problem: snapshotProblem } = snapshotFromSearch(address.cacheKey);
  // The query can be run all the same.
  const unusable = [...addressProblems, rowProblem, snapshotProblem].filter((problem) => problem !== null);

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
    address,
    (view) => {
      openView(view, { isReplaced: true });
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
    if (shownField !== null) actions.showField(shownField.name);
  }, [actions, shownField]);
  useEffect(() => {
    if (runOnArrival !== null) actions.runAddress();
  }, [actions, runOnArrival]);

  const opening = useQuery(snapshotQuery(client, priceColumn, cacheKey, applied?.fields ?? null));
  // Without a key in the address nothing has been run there, whatever was shown before.
  const shown = cacheKey === null ? null : (opening.data ?? null);

  useTellSnapshot({ priceColumn, search: address, words, shown }, props.onSnapshotShown);

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
    actions.reorderColumns(next.order, everything);
  }

  function openView(view: SavedView, how?: { readonly isReplaced: boolean }): void {
    arrange(view.arrangement, view.id);
    actions.openView(view, how);
  }

  /** Null where the address does not tell what the snapshot was taken with. */
  function appliedRequest(): string | null {
    const resolved = applied === null ? null : resolveQuery(applied, { priceColumn, isLocked, today });
    return resolved?.ok === true ? firstPageBody(priceColumn.name, resolved.query) : null;
  }

  return (
    <WorkbenchProvider value={workbench}>
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
                  onStartOver: actions.startOver,
                  onAdopt: (view) => {
                    arrange(arrangement, view.id);
                    actions.adoptView(view.id);
                  },
                }}
                onCollapse={collapse}
                onReveal={expand}
              />
            )}
          >
            <ResultsPanel
              shown={shown}
              opening={{
                isPending: opening.isFetching,
                failure: opening.error === null ? null : snapshotFailure(opening.error),
              }}
              initialRow={row}
              arrangement={gridArrangement}
              onArrangementChange={arrangeColumns}
              sourceChange={props.sourceChange ?? null}
              onPutOffChange={(change) => props.onPutOffChange?.(change)}
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
    </WorkbenchProvider>
  );
}

function firstPageBody(priceColumn: string, query: ExtractionQuery): string {
  return JSON.stringify(extractionBody({ priceColumn, query, page: 1, pageSize: SNAPSHOT_PAGE_SIZE }));
}

const MAX_TITLE_LENGTH = 100;

function shortened(words: string): string {
  return words.length > MAX_TITLE_LENGTH ? `${words.slice(0, MAX_TITLE_LENGTH - 1)}…` : words;
}
