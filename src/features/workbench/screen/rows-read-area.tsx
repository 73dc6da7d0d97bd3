import { memo, useMemo, useState, type ReactNode } from 'react';
import type { PriceColumn } from '@/contract/column';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { readsRows } from '../controller/shown-parts';
import { usePublish } from '../controller/use-published-rows';
import { useShownParts } from '../controller/use-shown-parts';
import { useWorkbenchScope, useWorkbenchWithFields, WorkbenchProvider } from '../controller/use-workbench';
import { coveragePlace, setupPlace } from '../controller/places';
import { comparisonFromSearch, type ComparableSnapshot } from '../model/compare-with';
import { shownRowsName } from '../model/workbench-search';
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
import { pagesOfRowsRead } from '../rows-read/rows/pages-of-rows-read';
import { useReadColumns, useSubsetOfAddress } from '../rows-read/rows/use-subset-of-address';
import { useRefinementOfAddress, useRefining } from '../rows-read/steps/use-refining';
import type { OpenSnapshot, ReceivePage } from '../snapshot/open-snapshot';
import { VIEWS, type ViewName } from '../views/registry';
import type { ViewDefinition, ViewPartProps } from '../views/view-definition';
import classes from './rows-read-area.module.css';

const SubsetRows = lazyPart(
  async () => ({
    Part: (await import('../rows-read/rows/subset-rows')).SubsetRows,
  }),
  'inline',
);

const RefineRegion = lazyPart(
  async () => ({ Part: (await import('../rows-read/steps/refine-region')).RefineRegion }),
  'inline',
);

const SaveAsCheck = lazyPart(async () => ({
  Part: (await import('../views/checks/save-as-check')).SaveAsCheck,
}));

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
  Part: lazyPart(async () => ({ Part: withSetup(await view.load()) }), 'inline'),
}));

/** The answer of a view, and its set-up in the query panel while it is on screen. */
function withSetup({ Part, Setup, Scope = NoScope }: Awaited<ReturnType<ViewDefinition['load']>>) {
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
  /** The snapshots of the price column that this browser knows, the latest first. */
  readonly comparable: readonly ComparableSnapshot[];
  /** All price columns, as far as they are known. */
  readonly priceColumns: readonly PriceColumn[];
}

/**
 * Reads the rows of the snapshot and shows a view of them. Stays mounted while the grid is shown, so that nothing is read
 * twice; mount another one for another snapshot.
 */
export function RowsReadArea({ openSnapshot, comparable, priceColumns }: RowsReadAreaProps) {
  const { priceColumn, shownView, address } = useWorkbenchScope();
  const { parts, closeRefine } = useShownParts();
  const { with: side, keys, price } = address;
  const compares = useMemo(
    () => comparisonFromSearch({ with: side, keys, price })?.ok === true,
    [side, keys, price],
  );
  const readColumns = useReadColumns(openSnapshot);
  const { read, columns, fields } = useRefinementOfAddress(readColumns);
  const subset = useSubsetOfAddress(columns);
  const { rowCount } = openSnapshot.snapshot;
  const isNeeded = readsRows({
    ...parts,
    view: shownView,
    rowCount,
    compares,
    refinement: read === null ? 'none' : read.ok ? 'readable' : 'unreadable',
    hasSubset: subset?.ok === true,
  });
  const reading = useReading(openSnapshot, priceColumn, isNeeded);
  const refining = useRefining({ read, columns, fields }, reading);
  usePublishKnownValues(reading.rowsRead);
  usePublish('receivePage', usePagesRead(openSnapshot, reading.rowsRead));
  usePublish('table', reading.state.table?.sqlName ?? null);
  const withFields = useWorkbenchWithFields(fields);
  const refinement = read?.ok === true ? read.refinement : null;
  const scope = useMemo(
    (): RowsReadScope | null =>
      refining?.status === 'problem'
        ? null
        : { openSnapshot, reading, refinement, refining, comparable, priceColumns },
    [openSnapshot, reading, refinement, refining, comparable, priceColumns],
  );
  return (
    <>
      {parts.hasRefine && (
        <RefineRegion
          columns={readColumns}
          reading={refining === null && subset === null ? reading : null}
          refinement={refinement}
          onClose={closeRefine}
          SaveAsCheck={SaveAsCheck}
        />
      )}
      {scope === null ? (
        refining?.status === 'problem' && <RefinementProblem problem={refining.problem} />
      ) : (
        <WorkbenchProvider value={withFields}>
          <RowsReadScopeProvider value={scope}>
            <Views scope={scope} />
            {shownView === 'rows' && <AboutGrid scope={scope} subset={subset} />}
          </RowsReadScopeProvider>
        </WorkbenchProvider>
      )}
    </>
  );
}

interface ScopeProps {
  readonly scope: RowsReadScope;
}

/** The view on screen, and those that stay mounted behind it. */
function Views({ scope }: ScopeProps) {
  const { shownView } = useWorkbenchScope();
  const { parts } = useShownParts();
  const [kept, setKept] = useState<ReadonlySet<ViewName>>(new Set());
  const due = PARTS.find(
    ({ name, staysMounted }) =>
      staysMounted && !kept.has(name) && (name === shownView || (name === 'checks' && parts.runsChecks)),
  );
  if (due !== undefined) setKept(new Set([...kept, due.name]));
  return PARTS.map(({ name, needs, staysMounted, Part }) => {
    const isShown = name === shownView;
    if (staysMounted ? !kept.has(name) : !isShown) return null;
    return needs === 'rows' ? (
      <ViewOfRows key={name} scope={scope} Part={Part} />
    ) : (
      <Part key={name} isShown={isShown} />
    );
  });
}

type ViewPart = (typeof PARTS)[number]['Part'];

/** A view that needs rows, with the coverage above it. */
function ViewOfRows({ scope, Part }: ScopeProps & { readonly Part: ViewPart }) {
  const { refining } = scope;
  const reading = { ...scope.reading, rowsRead: rowsOf(scope.reading, refining) };
  const { state, rowsRead } = reading;
  if (state.status === 'choosing') return <SizeChoice reading={reading} />;
  return (
    <div className={classes['view-of-rows']}>
      {state.snapshotRows > 0 && <CoverageBar reading={reading} />}
      {refining !== null && <RefinedBar refining={refining} />}
      <div className={classes['view']}>
        {rowsRead === null || state.snapshotRows === 0 ? (
          <NoRowsRead reading={reading} />
        ) : (
          <RowsReadProvider value={rowsRead}>
            <Shown Part={Part} />
          </RowsReadProvider>
        )}
      </div>
    </div>
  );
}

/**
 * Rendering a view of all columns takes longer than receiving a page, so it is rendered only when the rows to show change.
 */
const Shown = memo(function Shown({ Part }: { readonly Part: ViewPart }) {
  return <Part isShown />;
});

/** Notices about the rows of the grid, above or below it. */
function AboutGrid({
  scope,
  subset,
}: ScopeProps & { readonly subset: ReturnType<typeof useSubsetOfAddress> }) {
  const { openSnapshot, reading, refining } = scope;
  const { address } = useWorkbenchScope();
  const { parts } = useShownParts();
  const { listReport, hasPictures } = parts;
  if (subset !== null || refining !== null) {
    const name = shownRowsName(address) ?? '';
    return (
      <SubsetRows
        key={name}
        reading={{ ...reading, rowsRead: rowsOf(reading, refining) }}
        refining={refining}
        whole={openSnapshot}
        parameter={name}
        read={subset}
      />
    );
  }
  return (
    <>
      {listReport !== null && (
        <ListReport
          reading={reading}
          openSnapshot={openSnapshot}
          isFolded={listReport === 'folded'}
          // The pictures show the progress of the reading and the same choice.
          isReadingShown={!hasPictures}
        />
      )}
      {hasPictures && <HeaderPictures reading={reading} />}
    </>
  );
}

/** Returns what reads the pages of the snapshot from the rows read, as long as all of them are there. */
function usePagesRead(openSnapshot: OpenSnapshot, rowsRead: Reading['rowsRead']): ReceivePage | null {
  const { priceColumn } = useWorkbenchScope();
  return useMemo(
    () => (rowsRead === null ? null : pagesOfRowsRead(openSnapshot, rowsRead, priceColumn.fields)),
    [openSnapshot, rowsRead, priceColumn],
  );
}

/** The rows read, or those that satisfy the refinement; null until there are any. */
function rowsOf({ rowsRead }: Reading, refining: RowsReadScope['refining']): Reading['rowsRead'] {
  if (refining === null) return rowsRead;
  return refining.status === 'ready' ? refining.rowsRead : null;
}
