import { Stack } from '@mantine/core';
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { PriceColumn } from '@/contract/column';
import { lazyPart } from '@/ui/components/lazy-part';
import { readsRows } from '../controller/shown-parts';
import { usePublish } from '../controller/use-published-rows';
import { useShownParts } from '../controller/use-shown-parts';
import {
  useWorkbenchActions,
  useWorkbenchScope,
  useWorkbenchWithFields,
  WorkbenchProvider,
} from '../controller/use-workbench';
import { addedPlace, coveragePlace, setupPlace } from '../controller/places';
import { addedColumnsToParameter, type AddedColumns } from '@/analysis/conditions/added-columns';
import { comparisonFromSearch, type ComparableOf } from '../model/compare-with';
import type { RefineColumn } from '@/analysis/conditions/refinement';
import { VIEWS, type ViewName } from '../model/views';
import { shownRowsName } from '../model/workbench-search';
import { ADD_ELSEWHERE_ID } from '../query/element-ids';
import { useAddedOfAddress, useAddedRows, type AddedOfAddress } from '../rows-read/added/use-added-rows';
import { CoverageBar } from '../rows-read/reading/coverage-bar';
import { NoRowsRead } from '../rows-read/reading/no-rows-read';
import { SizeChoice } from '../rows-read/reading/size-choice';
import { usePublishKnownValues } from '../rows-read/reading/use-publish-known-values';
import { useReading, type Reading } from '../rows-read/reading/use-reading';
import {
  RowsReadProvider,
  RowsReadScopeProvider,
  type RowsReadScope,
} from '../rows-read/rows/rows-read-scope';
import { areRowsComing } from '../rows-read/sources/reading-status';
import { ChosenFilesProvider, type OfferedFiles } from '../rows-read/sources/files/files-of-page';
import { pagesOfRowsRead } from '@/analysis/rows/pages-of-rows-read';
import { useReadColumns, useSubsetOfAddress } from '../rows-read/rows/use-subset-of-address';
import {
  useRefinementOfAddress,
  useRefining,
  type RefinementOfAddress,
} from '../rows-read/steps/use-refining';
import { RowsSkeleton } from '@/ui/components/rows-skeleton';
import type { OpenSnapshot, ReceivePage } from '@/analysis/snapshot/open-snapshot';
import { VIEW_LOADERS } from '../views/registry';
import type { ViewPartProps, ViewParts } from '../views/view-part';

const SubsetRows = lazyPart(
  async () => ({
    Part: (await import('../rows-read/subset/subset-rows')).SubsetRows,
  }),
  'inline',
);

const AddColumnsDialog = lazyPart(async () => ({
  Part: (await import('../rows-read/added/add-columns-dialog')).AddColumnsDialog,
}));

const AddedSources = lazyPart(
  async () => ({ Part: (await import('../rows-read/added/added-sources')).AddedSources }),
  'inline',
);

const AddedProblem = lazyPart(
  async () => ({ Part: (await import('../rows-read/added/added-problem')).AddedProblemPanel }),
  'inline',
);

const RefinedBar = lazyPart(
  async () => ({ Part: (await import('../rows-read/steps/refined-bar')).RefinedBar }),
  'inline',
);

const RefinementProblem = lazyPart(
  async () => ({ Part: (await import('../rows-read/steps/refinement-problem')).RefinementProblemPanel }),
  'inline',
);

const HeaderPictures = lazyPart(
  async () => ({
    Part: (await import('../views/columns/header-pictures')).HeaderPictures,
  }),
  'inline',
);

const ListReport = lazyPart(
  async () => ({
    Part: (await import('../views/list-report/list-report')).ListReport,
  }),
  'inline',
);

/** The views of the rows of one snapshot, each one a lazy part. */
const PARTS = VIEWS.map((view) => ({
  ...view,
  Part: lazyPart(async () => ({ Part: withSetup(await VIEW_LOADERS[view.name]()) }), 'inline'),
}));

/** Renders the results of a view, and its settings in the query panel while the view is on screen. */
function withSetup({ Part, Setup, Scope = NoScope }: ViewParts) {
  return function View(props: ViewPartProps) {
    return (
      <Scope {...props}>
        {props.isShown && (
          <setupPlace.Into>
            <Setup />
          </setupPlace.Into>
        )}
        <coveragePlace.Withheld when={!props.isShown}>
          <Part {...props} />
        </coveragePlace.Withheld>
      </Scope>
    );
  };
}

function NoScope({ children }: { readonly children: ReactNode }) {
  return children;
}

export interface RowsReadAreaProps {
  readonly openSnapshot: OpenSnapshot;
  readonly comparableOf: ComparableOf;
  /** All known price columns. */
  readonly priceColumns: readonly PriceColumn[];
  readonly offeredFiles: OfferedFiles | null;
}

/** Reads the rows of the snapshot and shows a view of them. Stays mounted while the grid is shown, so that nothing is read twice. */
export function RowsReadArea({ offeredFiles, ...props }: RowsReadAreaProps) {
  // The provider is outside the keyed component, so that a chosen file stays available for the next snapshot.
  return (
    <ChosenFilesProvider offered={offeredFiles}>
      <RowsOfSnapshot key={props.openSnapshot.snapshot.cacheKey} {...props} />
    </ChosenFilesProvider>
  );
}

function RowsOfSnapshot({
  openSnapshot,
  comparableOf,
  priceColumns,
}: Omit<RowsReadAreaProps, 'offeredFiles'>) {
  const { priceColumn, shownView, address } = useWorkbenchScope();
  const { parts } = useShownParts();
  const { with: side, keys, price } = address;
  const compares = useMemo(
    () => comparisonFromSearch({ with: side, keys, price })?.ok === true,
    [side, keys, price],
  );
  const readColumns = useReadColumns(openSnapshot);
  const added = useAddedOfAddress(readColumns, priceColumns);
  const refinement = useRefinementOfAddress(added.columns);
  const subset = useSubsetOfAddress(refinement.columns);
  const { rowCount } = openSnapshot.snapshot;
  const isNeeded = readsRows({
    ...parts,
    view: shownView,
    rowCount,
    compares,
    refinement: readability(refinement.read),
    hasSubset: subset?.ok === true,
    added: readability(added.read),
  });
  const reading = useReading(openSnapshot, priceColumn, isNeeded);
  usePreloadedViews(reading.rowsRead !== null);
  usePublishKnownValues(reading.rowsRead);
  usePublish('receivePage', usePagesRead(openSnapshot, reading.rowsRead));
  usePublish('table', reading.state.table?.sqlName ?? null);
  const withAdded = useWorkbenchWithFields(added.fields);
  const { name } = priceColumn;
  const comparable = useMemo(() => comparableOf(name), [comparableOf, name]);
  const scope = useMemo(
    (): RowsReadScope => ({
      openSnapshot,
      reading,
      refinement: null,
      refining: null,
      comparable,
      comparableOf,
      priceColumns,
    }),
    [openSnapshot, reading, comparable, comparableOf, priceColumns],
  );
  return (
    <WorkbenchProvider value={withAdded}>
      <RowsReadScopeProvider value={scope}>
        <PreparedRows
          whole={scope}
          readColumns={readColumns}
          added={added}
          ofAddress={refinement}
          subset={subset}
        />
      </RowsReadScopeProvider>
    </WorkbenchProvider>
  );
}

function readability(read: { readonly ok: boolean } | null): 'none' | 'readable' | 'unreadable' {
  return read === null ? 'none' : read.ok ? 'readable' : 'unreadable';
}

interface PreparedRowsProps {
  /** The rows as they were read, without added columns and without the refinement. */
  readonly whole: RowsReadScope;
  readonly readColumns: readonly RefineColumn[];
  readonly added: AddedOfAddress;
  readonly ofAddress: RefinementOfAddress;
  readonly subset: ReturnType<typeof useSubsetOfAddress>;
}

/** Adds columns of other sources to the rows and applies the refinement. It also renders the controls for both. */
function PreparedRows({ whole, readColumns, added, ofAddress, subset }: PreparedRowsProps) {
  const { shownView } = useWorkbenchScope();
  const { parts, closeAdding } = useShownParts();
  const sources = added.read?.ok === true ? added.read.added : NONE_ADDED;
  const addedRows = useAddedRows(sources, added.fields);
  const { rowsRead: joined } = addedRows;
  const hasAdded = added.read !== null;
  const reading = useMemo(
    () => (hasAdded ? { ...whole.reading, rowsRead: joined } : whole.reading),
    [hasAdded, whole.reading, joined],
  );
  const refining = useRefining(ofAddress, reading);
  const { read, fields } = ofAddress;
  const isFiltered = refining?.status === 'ready' && refining.kind === 'filters';
  usePublish('filteredHere', isFiltered ? refining.refined : null);
  const withFields = useWorkbenchWithFields(fields);
  const refinement = read?.ok === true ? read.refinement : null;
  const isEmpty =
    hasAdded &&
    addedRows.areComing &&
    areRowsComing(whole.reading) &&
    parts.isGridAway &&
    VIEWS.find(({ name }) => name === shownView)?.needs !== 'two-sides';
  const scope = useMemo(
    (): RowsReadScope | null =>
      refining?.status === 'problem' ? null : { ...whole, reading, refinement, refining },
    [whole, reading, refinement, refining],
  );
  const [chosen, setEdited] = useState<number | 'new' | null>(null);
  const edited = parts.isAdding ? 'new' : chosen;
  const closeDialog = () => {
    setEdited(null);
    closeAdding();
  };
  const { addColumns } = useWorkbenchActions();
  return (
    <>
      {sources.length > 0 && (
        <addedPlace.Into>
          <AddedSources
            rows={addedRows}
            onEdit={setEdited}
            onRemove={(index) => {
              addColumns(addedColumnsToParameter(sources.toSpliced(index, 1)));
              // The pressed button is removed with its source, so the button that adds a source takes the focus.
              document.getElementById(ADD_ELSEWHERE_ID)?.focus();
            }}
          />
        </addedPlace.Into>
      )}
      {edited !== null && (
        <AddColumnsDialog
          columns={readColumns}
          others={edited === 'new' ? sources : sources.toSpliced(edited, 1)}
          initial={edited === 'new' ? null : (sources[edited] ?? null)}
          takenNames={ofAddress.columns.map(({ name }) => name)}
          onClose={closeDialog}
          onSubmit={(next, margin) => {
            closeDialog();
            const changed = edited === 'new' ? [...sources, next] : sources.with(edited, next);
            addColumns(addedColumnsToParameter(changed), margin);
          }}
        />
      )}
      {added.read?.ok === false ? (
        <AddedProblem problem={added.read.problem} />
      ) : scope === null ? (
        refining?.status === 'problem' && <RefinementProblem problem={refining.problem} />
      ) : (
        <WorkbenchProvider value={withFields}>
          <RowsReadScopeProvider value={scope}>
            <Views scope={scope} whole={whole} />
            {shownView === 'rows' && (
              <AboutGrid scope={scope} whole={whole} subset={subset} hasAdded={hasAdded} />
            )}
            {isEmpty && <RowsSkeleton />}
          </RowsReadScopeProvider>
        </WorkbenchProvider>
      )}
    </>
  );
}

const NONE_ADDED: readonly AddedColumns[] = [];

interface ScopeProps {
  readonly scope: RowsReadScope;
}

/** The view on screen, and the hidden views that stay mounted. `whole` are the rows as they were read. */
function Views({ scope, whole }: ScopeProps & { readonly whole: RowsReadScope }) {
  const { shownView } = useWorkbenchScope();
  const { parts } = useShownParts();
  const [kept, setKept] = useState<ReadonlySet<ViewName>>(new Set());
  const due = PARTS.find(
    ({ name, staysMounted }) =>
      staysMounted && !kept.has(name) && (name === shownView || (name === 'checks' && parts.runsChecks)),
  );
  if (due !== undefined) setKept(new Set([...kept, due.name]));
  // Comparisons use the rows without added columns, because the other snapshot only has columns of the service.
  const ofSides = useMemo(() => ({ ...scope, reading: whole.reading }), [scope, whole.reading]);
  return PARTS.map(({ name, needs, staysMounted, Part }) => {
    const isShown = name === shownView;
    if (staysMounted ? !kept.has(name) : !isShown) return null;
    return needs === 'rows' ? (
      <ViewOfRows key={name} scope={scope} Part={Part} />
    ) : (
      <RowsReadScopeProvider key={name} value={needs === 'two-sides' ? ofSides : scope}>
        <Part isShown={isShown} />
      </RowsReadScopeProvider>
    );
  });
}

type ViewPart = (typeof PARTS)[number]['Part'];

/** Loads the code of all views once rows are read, so that the next view opens without waiting for code. */
function usePreloadedViews(hasRows: boolean): void {
  useEffect(() => {
    if (hasRows) for (const { Part } of PARTS) void Part.preload();
  }, [hasRows]);
}

/** A view that needs rows, with a note above it that says which rows were read. */
function ViewOfRows({ scope, Part }: ScopeProps & { readonly Part: ViewPart }) {
  const { refining } = scope;
  const reading = { ...scope.reading, rowsRead: rowsOf(scope.reading, refining) };
  const { state, rowsRead } = reading;
  if (state.status === 'choosing') return <SizeChoice reading={reading} />;
  return (
    <Stack gap={0} mih="100%">
      {state.snapshotRows > 0 && <CoverageBar reading={reading} />}
      {refining !== null && <RefinedBar refining={refining} />}
      <Stack gap={0} flex={1} miw={0}>
        {rowsRead === null || state.snapshotRows === 0 ? (
          <NoRowsRead reading={reading} />
        ) : (
          <RowsReadProvider value={rowsRead}>
            <Shown Part={Part} />
          </RowsReadProvider>
        )}
      </Stack>
    </Stack>
  );
}

/** Rendering all columns takes longer than receiving a page, so views only render when the rows to show change. */
const Shown = memo(function Shown({ Part }: { readonly Part: ViewPart }) {
  return <Part isShown />;
});

interface AboutGridProps extends ScopeProps {
  /** The rows as they were read, without added columns and without the refinement. */
  readonly whole: RowsReadScope;
  readonly subset: ReturnType<typeof useSubsetOfAddress>;
  readonly hasAdded: boolean;
}

/** Notices about the rows of the grid, above or below it. */
function AboutGrid({ scope, whole, subset, hasAdded }: AboutGridProps) {
  const { openSnapshot, reading, refinement, refining } = scope;
  const { address } = useWorkbenchScope();
  const { parts } = useShownParts();
  const { listReport, hasPictures } = parts;
  const isSubset = subset !== null || refining !== null || hasAdded;
  const name = shownRowsName(address) ?? '';
  // If refining failed, no refined rows are on screen.
  const isRefined = refining !== null && refining.status !== 'failed';
  return (
    <>
      {isSubset && (
        <SubsetRows
          key={name}
          reading={{ ...reading, rowsRead: rowsOf(reading, refining) }}
          refining={refining}
          whole={openSnapshot}
          parameter={name}
          read={subset}
          areComing={reading.rowsRead !== null && refining?.status !== 'failed'}
        />
      )}
      {listReport !== null && (
        <ListReport
          reading={whole.reading}
          openSnapshot={openSnapshot}
          refined={isRefined ? { refinement, rowsRead: rowsOf(reading, refining) } : null}
          isFolded={listReport === 'folded'}
          // Charts in the headers and a subset of the rows already show the progress of the reading, and offer the same choice.
          isReadingShown={!hasPictures && !isSubset}
        />
      )}
      {hasPictures && <HeaderPictures reading={reading} />}
    </>
  );
}

/** Returns a function that takes pages of the snapshot from the rows in the browser; null unless all rows are read. */
function usePagesRead(openSnapshot: OpenSnapshot, rowsRead: Reading['rowsRead']): ReceivePage | null {
  const { priceColumn } = useWorkbenchScope();
  return useMemo(
    () => (rowsRead === null ? null : pagesOfRowsRead(openSnapshot, rowsRead, priceColumn.fields)),
    [openSnapshot, rowsRead, priceColumn],
  );
}

/** Returns the rows read, or the rows that satisfy the refinement; null until they exist. */
function rowsOf({ rowsRead }: Reading, refining: RowsReadScope['refining']): Reading['rowsRead'] {
  if (refining === null) return rowsRead;
  return refining.status === 'ready' ? refining.rowsRead : null;
}
