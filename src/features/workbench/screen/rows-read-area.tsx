import { useMemo, useState, type ReactNode } from 'react';
import type { PriceColumn } from '@/contract/column';
import { lazyPart } from '@/ui/components/lazy-part';
import { readsRows } from '../controller/shown-parts';
import { usePublish } from '../controller/use-published-rows';
import { useShownParts } from '../controller/use-shown-parts';
import { useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import { addedPlace } from '../controller/places';
import { addedColumnsToParameter, type AddedColumns } from '@/analysis/conditions/added-columns';
import { comparisonFromSearch, type ComparableOf } from '../model/compare-with';
import type { RefineColumn } from '@/analysis/conditions/refinement';
import { VIEWS } from '../model/views';
import { shownRowsName } from '../model/workbench-search';
import { ADD_ELSEWHERE_ID } from '../query/element-ids';
import {
  useAddedOfAddress,
  useAddedRows,
  type AddedOfAddress,
  type AddedRows,
} from '../rows-read/added/use-added-rows';
import { usePublishKnownValues } from '../rows-read/reading/use-publish-known-values';
import { useReading, type Reading } from '../rows-read/reading/use-reading';
import {
  RowsReadScopeProvider,
  useRowsReadScope,
  type RowsReadScope,
} from '../rows-read/rows/rows-read-scope';
import { areRowsComing } from '../rows-read/sources/whole-rows';
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
import { rowsOf, usePreloadedViews, ViewsOfRows, type ViewsOfRowsProps } from './views-of-rows';

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

export interface RowsReadAreaProps {
  readonly openSnapshot: OpenSnapshot;
  readonly comparableOf: ComparableOf;
  /** All known price columns. */
  readonly priceColumns: readonly PriceColumn[];
  readonly fieldsOfOthers: ReactNode;
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
  fieldsOfOthers,
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
  const { name } = priceColumn;
  const comparable = useMemo(() => comparableOf(name), [comparableOf, name]);
  const asRead = useMemo(
    (): RowsReadScope => ({
      openSnapshot,
      reading,
      refinement: null,
      refining: null,
      comparable,
      comparableOf,
      priceColumns,
      fieldsOfOthers,
    }),
    [openSnapshot, reading, comparable, comparableOf, priceColumns, fieldsOfOthers],
  );
  return (
    <RowsReadScopeProvider value={asRead}>
      <PreparedRows readColumns={readColumns} added={added} refinement={refinement} subset={subset} />
    </RowsReadScopeProvider>
  );
}

function readability(read: { readonly ok: boolean } | null): 'none' | 'readable' | 'unreadable' {
  return read === null ? 'none' : read.ok ? 'readable' : 'unreadable';
}

interface PreparedRowsProps {
  readonly readColumns: readonly RefineColumn[];
  readonly added: AddedOfAddress;
  readonly refinement: RefinementOfAddress;
  readonly subset: ReturnType<typeof useSubsetOfAddress>;
}

/** Joins columns of other sources to the rows as they were read, applies the refinement, and shows views of the result. */
function PreparedRows({ readColumns, added, refinement, subset }: PreparedRowsProps) {
  const asRead = useRowsReadScope();
  const { shownView } = useWorkbenchScope();
  const { parts } = useShownParts();
  const sources = added.read?.ok === true ? added.read.added : NONE_ADDED;
  const joined = useAddedRows(sources, added.fields);
  const { rowsRead } = joined;
  const hasAdded = added.read !== null;
  const reading = useMemo(
    () => (hasAdded ? { ...asRead.reading, rowsRead } : asRead.reading),
    [hasAdded, asRead.reading, rowsRead],
  );
  const state = useRefining(refinement, reading);
  const refining = state?.status === 'problem' ? null : state;
  const isFiltered = refining?.status === 'ready' && refining.kind === 'filters';
  usePublish('filteredHere', isFiltered ? refining.refined : null);
  const used = refinement.read?.ok === true ? refinement.read.refinement : null;
  const prepared = useMemo(
    (): RowsReadScope => ({ ...asRead, reading, refinement: used, refining }),
    [asRead, reading, used, refining],
  );
  // While columns are being joined, a view of rows has nothing to show.
  const isWaiting =
    hasAdded &&
    joined.areComing &&
    areRowsComing(asRead.reading) &&
    parts.isGridAway &&
    VIEWS.find(({ name }) => name === shownView)?.needs !== 'two-sides';
  return (
    <>
      <AddedColumnsTools
        sources={sources}
        joined={joined}
        readColumns={readColumns}
        columns={refinement.columns}
      />
      {content()}
    </>
  );

  function content() {
    if (added.read?.ok === false) return <AddedProblem problem={added.read.problem} />;
    if (state?.status === 'problem') return <RefinementProblem problem={state.problem} />;
    return (
      <RowsReadScopeProvider value={prepared}>
        <ViewsOfRows asRead={asRead} prepared={prepared} />
        {shownView === 'rows' && (
          <AboutGrid asRead={asRead} prepared={prepared} subset={subset} hasAdded={hasAdded} />
        )}
        {isWaiting && <RowsSkeleton />}
      </RowsReadScopeProvider>
    );
  }
}

const NONE_ADDED: readonly AddedColumns[] = [];

interface AddedColumnsToolsProps {
  readonly sources: readonly AddedColumns[];
  readonly joined: AddedRows;
  readonly readColumns: readonly RefineColumn[];
  /** All columns of the rows, including the added and the computed ones. */
  readonly columns: readonly RefineColumn[];
}

/** The sources of the added columns in the query builder, and the dialog that adds or changes one of them. */
function AddedColumnsTools({ sources, joined, readColumns, columns }: AddedColumnsToolsProps) {
  const { parts, closeAdding } = useShownParts();
  const { addColumns } = useWorkbenchActions();
  /** The index of the source that the dialog changes; null if it changes none. */
  const [changed, setChanged] = useState<number | null>(null);
  const edited = parts.isAdding ? 'new' : changed;
  const closeDialog = () => {
    setChanged(null);
    closeAdding();
  };
  return (
    <>
      {sources.length > 0 && (
        <addedPlace.Into>
          <AddedSources
            rows={joined}
            onEdit={setChanged}
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
          takenNames={columns.map(({ name }) => name)}
          onClose={closeDialog}
          onSubmit={(next, margin) => {
            closeDialog();
            const all = edited === 'new' ? [...sources, next] : sources.with(edited, next);
            addColumns(addedColumnsToParameter(all), margin);
          }}
        />
      )}
    </>
  );
}

interface AboutGridProps extends ViewsOfRowsProps {
  readonly subset: ReturnType<typeof useSubsetOfAddress>;
  readonly hasAdded: boolean;
}

/** Notices about the rows of the grid, above or below it. */
function AboutGrid({ asRead, prepared, subset, hasAdded }: AboutGridProps) {
  const { openSnapshot, reading, refinement, refining } = prepared;
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
          reading={{ ...reading, rowsRead: rowsOf(prepared) }}
          refining={refining}
          whole={openSnapshot}
          parameter={name}
          read={subset}
          areComing={reading.rowsRead !== null && refining?.status !== 'failed'}
        />
      )}
      {listReport !== null && (
        <ListReport
          reading={asRead.reading}
          openSnapshot={openSnapshot}
          refined={isRefined ? { refinement, rowsRead: rowsOf(prepared) } : null}
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
