import { useCallbackRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { isStable } from '@/contract/extraction';
import { isLocalKey } from '@/contract/local-key';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import { useHasSnapshots, useServiceClient } from '@/session/session-context';
import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { lazyPart } from '@/ui/components/lazy-part';
import { usePageTitle } from '@/ui/components/page-title';
import { useWords } from '@/ui/formats/use-words';
import { localDay } from '@/lib/formats/iso-date';
import { snapshotQuery } from '../snapshot/snapshot.queries';
import type { ComparableOf } from '../model/compare-with';
import type { OfferedFiles } from '../rows-read/sources/files/files-of-page';
import { describeQuery } from '../model/describe-query';
import { WHOLE_COLUMN } from '../model/draft-query';
import { resolveQuery } from '../model/resolve-query';
import { displayOf, linkWithout, type WorkbenchSearch } from '../model/workbench-search';
import type { SourceChange } from '../results/change-notice';
import type { ExportableResults, RenderTools, ToolSlot } from '../results/exportable-results';
import { ResultsPanel } from '../results/results-panel';
import { firstPageBody, type OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { snapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { useCopyName, useNamed, useOpenCopy } from '../snapshot/use-open-copy';
import { useConnectedWorkbench, type WorkbenchInput } from '../controller/use-connected-workbench';
import { WorkbenchProvider } from '../controller/use-workbench';
import { whileCounting } from '../controller/published-rows';
import { addedPlace, coveragePlace, rowToolsPlace, setupPlace } from '../controller/places';
import { useWorkbenchViews } from '../query/views/use-workbench-views';
import type { RunLinks } from '../query/copy-link-button';
import { QueryBuilder } from '../query/query-builder';
import { QueryProvider } from '../query/query-context';
import { QueryLine } from '../query/query-line';
import { WorkbenchHeading } from './workbench-heading';
import { CheckOfFilters } from './check-of-filters';
import { WorkbenchLayout } from './workbench-layout';
import classes from './workbench.module.css';

const RowsReadArea = lazyPart(
  async () => ({
    Part: (await import('./rows-read-area')).RowsReadArea,
  }),
  'inline',
);

const AddressProblems = lazyPart(
  async () => ({ Part: (await import('./address-problems')).AddressProblems }),
  'inline',
);

const MissingLists = lazyPart(
  async () => ({ Part: (await import('./address-problems')).MissingLists }),
  'inline',
);

/** A snapshot on screen, in the form that a list of snapshots shows. */
export interface SnapshotOnScreen {
  readonly cacheKey: string;
  readonly priceColumn: string;
  readonly displayName: string;
  readonly rowCount: number;
  /** The creation time by the service's clock. */
  readonly createdAtMs: number;
  /** The time of the snapshot by this computer's clock. */
  readonly takenAtMs: number;
  /** The time at which the snapshot expires, by this computer's clock; null if unknown. */
  readonly expiresAtMs: number | null;
  /** A description of the query; null if the address does not contain the query. */
  readonly words: string | null;
  readonly search: Record<string, string>;
}

export interface WorkbenchProps extends WorkbenchInput {
  readonly sourceChange?: SourceChange | null;
  readonly comparableOf?: ComparableOf;
  /** All known price columns. */
  readonly priceColumns?: readonly PriceColumn[];
  /** Reads the fields that the service does not list, of all price columns, while it is rendered. */
  readonly fieldsOfOthers?: ReactNode;
  /** Files that the **Changes** view offers for a comparison with the rows of their snapshot. */
  readonly offeredFiles?: OfferedFiles | null;
  readonly onSnapshotShown?: (snapshot: SnapshotOnScreen) => void;
  /** Renders the tool that exports the results on screen; `getResults` is called when it is used. */
  readonly renderExport?: (
    getResults: () => ExportableResults,
    slot: ToolSlot,
    cacheKey: string,
  ) => ReactNode;
}

/** The screen on which the user builds a query of a price column and sees the snapshot that it leads to. */
export function Workbench(props: WorkbenchProps) {
  const { priceColumn, renderExport, offeredFiles = null, fieldsOfOthers } = props;
  const missingLists = props.address.missing;
  const t = useTranslations('results');
  const client = useServiceClient();
  const workbench = useConnectedWorkbench({
    ...props,
    // The snapshot comes from a new run of the query on screen, so it is reported with this query.
    onSnapshotCompared: (opened) => {
      if (isStable(opened.snapshot)) props.onSnapshotShown?.(onScreen(opened, reportScope));
    },
  });
  const { isLocked, today, address, applied, appliedWhole, addedFields, cacheKey, row, addressProblems } =
    workbench;
  const { actions } = workbench.store;
  const { published } = workbench;
  const highlightProblems = useSyncExternalStore(
    published.subscribe,
    () => published.get().highlightProblems,
  );
  const roles = useSyncExternalStore(published.subscribe, () => published.get().roles);
  const problems = useMemo(
    () => [...addressProblems, ...(highlightProblems ?? [])],
    [addressProblems, highlightProblems],
  );

  const words = useWords();
  // A condition cannot be described without its values, and a partial description would mislead.
  const isWhollyKnown = missingLists.length === 0;
  const { savedViews, current, columnState } = useWorkbenchViews(workbench);

  const views = useMemo(
    () => ({
      priceColumn,
      savedViews,
      current,
      columnState,
      display: { ...displayOf(address), roles: roles ?? address.roles },
      onOpen: actions.openView,
      onStartOver: actions.startOver,
      onAdopt: actions.adoptView,
    }),
    [priceColumn, savedViews, current, columnState, address, roles, actions],
  );

  // The order of the columns comes from the address, which takes precedence over the view.
  const gridColumnState = useMemo(
    () =>
      applied === null
        ? (columnState ?? DEFAULT_COLUMN_STATE)
        : { ...(columnState ?? DEFAULT_COLUMN_STATE), order: applied.fields ?? [] },
    [columnState, applied],
  );

  const openCopy = useOpenCopy(priceColumn, isLocked);
  // A service may expect the query again. The day of the run is not known before the rows are.
  const asked = useMemo(() => {
    const resolved = resolveQuery(applied ?? WHOLE_COLUMN, { priceColumn, isLocked, today });
    return resolved.ok ? resolved.query : null;
  }, [applied, priceColumn, isLocked, today]);
  const opening = useQuery(
    snapshotQuery(client, priceColumn, cacheKey, applied?.fields ?? null, openCopy, {
      query: asked,
      whileCounting: (open) => whileCounting(published, open),
    }),
  );
  // Without a cache key there is no snapshot, because nothing was run. `data` can still belong to the previous address.
  const copyName = useCopyName(cacheKey);
  const openSnapshot = useNamed(cacheKey === null ? null : (opening.data ?? null), copyName);

  // Relative dates were resolved on the day of the run, which can be before today.
  const ranOn = openSnapshot === null ? today : localDay(new Date(openSnapshot.takenAtMs));
  const shared = useMemo(() => ({ ...workbench, ranOn }), [workbench, ranOn]);
  const queryText = useMemo(
    () => (applied === null || !isWhollyKnown ? null : describeQuery(words, applied, priceColumn, ranOn)),
    [applied, isWhollyKnown, priceColumn, ranOn, words],
  );
  const wholeText = useMemo(
    () =>
      appliedWhole === null || !isWhollyKnown
        ? null
        : describeQuery(words, appliedWhole, { fields: [...priceColumn.fields, ...addedFields] }, ranOn),
    [appliedWhole, isWhollyKnown, priceColumn, addedFields, ranOn, words],
  );
  // The title also names the entry in the browser's history.
  usePageTitle(pageTitle());

  function pageTitle(): string {
    const { displayName: name } = priceColumn;
    if (copyName !== null) return t('keptCopyTitle', { copy: shortened(copyName), name });
    return wholeText === null ? name : `${name}: ${shortened(wholeText)}`;
  }

  const reportScope = { priceColumn, search: address, words: queryText };
  useReportSnapshot(openSnapshot, reportScope, props.onSnapshotShown);

  const { isFetching: isPending, error, refetch } = opening;
  const openingState = useMemo(
    () => ({
      isPending,
      failure: error === null ? null : snapshotFailure(error),
      retry: () => void refetch(),
    }),
    [isPending, error, refetch],
  );

  const comparableOf = props.comparableOf ?? noneComparable;
  const priceColumns = props.priceColumns ?? NO_PRICE_COLUMNS;
  const renderRowsRead = useCallback(
    (whole: OpenSnapshot) => (
      <RowsReadArea
        openSnapshot={whole}
        comparableOf={comparableOf}
        priceColumns={priceColumns}
        fieldsOfOthers={fieldsOfOthers}
        offeredFiles={offeredFiles}
      />
    ),
    [comparableOf, priceColumns, fieldsOfOthers, offeredFiles],
  );

  /** Returns the request body that takes the snapshot on screen; null if the address does not contain its query. */
  function appliedRequest(): string | null {
    const resolved = applied === null ? null : resolveQuery(applied, { priceColumn, isLocked, today: ranOn });
    return resolved?.ok === true ? firstPageBody(priceColumn, resolved.query, client) : null;
  }

  const exportable = useCallbackRef((shown: ReturnType<Parameters<RenderTools>[0]>): ExportableResults => ({
    ...shown,
    priceColumn,
    queryText,
    search: querySearch(address),
    requestBody: appliedRequest(),
    highlights: published.get().highlightRules ?? [],
    receivePage: published.get().receivePage ?? undefined,
    onShowJobs: actions.showJobs,
  }));
  const renderTools = useCallback<RenderTools>(
    (getShown, slot, key) => renderExport?.(() => exportable(getShown()), slot, key),
    [renderExport, exportable],
  );

  // Memoized, because the router renders this component again for each address that the store has navigated to.
  const { sourceChange = null } = props;
  const hasSnapshots = useHasSnapshots();
  const isRun = cacheKey !== null && !(hasSnapshots && isLocalKey(cacheKey));
  const canOpenAgain = hasSnapshots || copyIdOf(cacheKey) !== null;
  const hasSnapshot = isRun && canOpenAgain;
  const isOfView = current !== null;
  const screen = useMemo(
    () => (
      <QueryProvider>
        <setupPlace.Provider>
          <addedPlace.Provider>
            <rowToolsPlace.Provider>
              <coveragePlace.Provider>
                <div className={classes['workbench']}>
                  <WorkbenchHeading priceColumn={priceColumn} copyName={copyName}>
                    <QueryLine />
                  </WorkbenchHeading>
                  <CheckOfFilters />
                  {missingLists.length > 0 && <MissingLists lists={missingLists} />}
                  {problems.length > 0 && (
                    <AddressProblems key={JSON.stringify(problems)} problems={problems} isOfView={isOfView} />
                  )}
                  <div className={classes['body']}>
                    <WorkbenchLayout
                      query={
                        <QueryBuilder
                          links={hasSnapshot ? LINKS_TO_SNAPSHOT : LINKS_TO_QUERY}
                          isRun={isRun}
                          views={views}
                          snapshotRows={openSnapshot?.snapshot.rowCount ?? null}
                        />
                      }
                    >
                      <ResultsPanel
                        openSnapshot={openSnapshot}
                        words={queryText}
                        opening={openingState}
                        initialRow={row}
                        columnState={gridColumnState}
                        onColumnStateChange={actions.changeColumns}
                        sourceChange={sourceChange}
                        renderRowsRead={renderRowsRead}
                        renderTools={renderTools}
                      />
                    </WorkbenchLayout>
                  </div>
                </div>
              </coveragePlace.Provider>
            </rowToolsPlace.Provider>
          </addedPlace.Provider>
        </setupPlace.Provider>
      </QueryProvider>
    ),
    [
      priceColumn,
      copyName,
      missingLists,
      problems,
      isOfView,
      hasSnapshot,
      isRun,
      views,
      openSnapshot,
      queryText,
      openingState,
      row,
      gridColumnState,
      actions,
      sourceChange,
      renderRowsRead,
      renderTools,
    ],
  );
  return <WorkbenchProvider value={shared}>{screen}</WorkbenchProvider>;
}

const LINKS_TO_QUERY: RunLinks = {
  query: () => linkWithout(location, ['view', 'cacheKey', 'row', 'subset', 'with']),
  snapshot: null,
  isOfThisBrowser: () => location.search.includes('!list~'),
};
const LINKS_TO_SNAPSHOT: RunLinks = { ...LINKS_TO_QUERY, snapshot: () => linkWithout(location, ['view']) };

const noneComparable: ComparableOf = () => [];
const NO_PRICE_COLUMNS: readonly PriceColumn[] = [];

const MAX_TITLE_LENGTH = 100;

function shortened(words: string): string {
  return words.length > MAX_TITLE_LENGTH ? `${words.slice(0, MAX_TITLE_LENGTH - 1)}…` : words;
}

function querySearch({ v, fields, filter, sort }: WorkbenchSearch): Record<string, string> {
  const parts = Object.entries({ v, fields, filter, sort });
  return Object.fromEntries(parts.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

interface ReportScope {
  readonly priceColumn: PriceColumn;
  readonly search: WorkbenchSearch;
  readonly words: string | null;
}

/** Returns a snapshot of the address's query in the form that a list of snapshots shows. */
function onScreen(
  { snapshot, takenAtMs, expiresAtMs, timesBy }: OpenSnapshot,
  { priceColumn, search, words }: ReportScope,
): SnapshotOnScreen {
  return {
    cacheKey: snapshot.cacheKey,
    priceColumn: priceColumn.name,
    displayName: priceColumn.displayName,
    rowCount: snapshot.rowCount,
    createdAtMs: snapshot.createdAtMs,
    takenAtMs,
    // An end that nobody tells is unknown, too.
    expiresAtMs: timesBy === 'service' || expiresAtMs === Infinity ? null : expiresAtMs,
    words,
    search: { ...querySearch(search), cacheKey: snapshot.cacheKey },
  };
}

/** Reports every snapshot that comes on screen, with the search parameters that open it. */
function useReportSnapshot(
  openSnapshot: OpenSnapshot | null,
  scope: ReportScope,
  onShown: ((snapshot: SnapshotOnScreen) => void) | undefined,
): void {
  const reportLatest = useEffectEvent((opened: OpenSnapshot) => onShown?.(onScreen(opened, scope)));
  // While a snapshot is being opened, the previous one is still on screen and is not reported again. Kept copies are not reported, because
  // they have a separate list.
  const arrived =
    openSnapshot !== null &&
    openSnapshot.snapshot.cacheKey === scope.search.cacheKey &&
    openSnapshot.keptCopy === undefined &&
    // Rows without a stable snapshot cannot be opened again.
    isStable(openSnapshot.snapshot)
      ? openSnapshot
      : null;
  useEffect(() => {
    if (arrived !== null) reportLatest(arrived);
  }, [arrived]);
}
