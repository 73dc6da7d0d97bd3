import {
  memo,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { PriceColumn } from '@/contract/column';
import type { RenderHeaderPicture } from '@/shared/grid/data-grid-props';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { comparisonFromSearch, type ComparableSnapshot } from '../model/compare-with';
import type { AnalysisViewName } from '../model/snapshot-view';
import { shownRowsName } from '../model/workbench-search';
import type { OpenSnapshot, ReceivePage } from '../snapshot/open-snapshot';
import { useWorkbenchScope, useWorkbenchWithFields, WorkbenchProvider } from '../controller/use-workbench';
import classes from './analysis-view.module.css';
import { useOfferKnownValues } from '../rows-read/reading/use-offer-known-values';
import type { RowsRead } from '../rows-read/reading/rows-read';
import { useRefinementOfAddress, useRefining, type Refining } from '../rows-read/steps/use-refining';
import { useOfferPages } from '../rows-read/rows/use-offer-pages';
import { useReadColumns, useSubsetOfAddress } from '../rows-read/rows/use-subset-of-address';
import { CoverageBar } from '../rows-read/reading/coverage-bar';
import { NoRowsRead } from '../rows-read/reading/no-rows-read';
import { SizeChoice } from '../rows-read/reading/size-choice';
import { useReading, type Reading } from '../rows-read/reading/use-reading';

/** A view of the rows read. It is mounted while it is shown and there are rows. */
export type RowsReadView = ComponentType<{ readonly rowsRead: RowsRead }>;

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

const RefinedViewBar = lazyPart(
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

/** Stays mounted once it was shown: it holds the rows of the other side. */
const ChangesHost = lazyPart(
  async () => ({
    Part: (await import('../views/changes/changes-host')).ChangesHost,
  }),
  'inline',
);

/** Stays mounted once it was shown: it holds the findings. */
const ChecksHost = lazyPart(
  async () => ({
    Part: (await import('../views/checks/checks-host')).ChecksHost,
  }),
  'inline',
);

/** The views of the rows of one snapshot, by name; each one a lazy part. `ANALYSIS_VIEWS` lists those that have a tab. */
const VIEWS: Partial<Record<AnalysisViewName, RowsReadView>> = {
  columns: lazyPart(
    async () => ({
      Part: (await import('../views/columns/columns-view')).ColumnsView,
    }),
    'inline',
  ),
  pivot: lazyPart(
    async () => ({
      Part: (await import('../views/pivot/pivot-view')).PivotView,
    }),
    'inline',
  ),
};

export interface AnalysisViewProps {
  readonly shown: OpenSnapshot;
  /** The snapshots of the price column that this browser knows, the latest first. */
  readonly comparable: readonly ComparableSnapshot[];
  /** All price columns, as far as they are known. */
  readonly priceColumns: readonly PriceColumn[];
  /** Called with the rows that the address names (`shownRowsName`), whenever they were opened. */
  readonly onSubsetOpened: (name: string, opened: OpenSnapshot) => void;
  /** Called when the rows read are gone, and with them those opened. */
  readonly onRowsGone: () => void;
  /** Closes the region **Refine here**; null while it is closed. */
  readonly onCloseRefine: (() => void) | null;
  /** The headers of the grid; null where they have no pictures. */
  readonly headers: {
    /** Called with what renders the pictures, whenever that changes. */
    readonly onPictures: (render: RenderHeaderPicture | null) => void;
    readonly onOff: () => void;
    readonly onFreeFocus: () => void;
  } | null;
  /** How the report of the lists of the query is shown below the grid; null for none. */
  readonly listReport: 'open' | 'folded' | null;
  /** Renders additional tools of the view **Changes**. */
  readonly renderTools: () => ReactNode;
  /** Called with what reads the pages of the snapshot from the rows read; null while not all of them are. */
  readonly onPages: (receivePage: ReceivePage | null) => void;
  /** Whether the checks are run before they are looked at. */
  readonly runsChecks: boolean;
  /** Called with what they have found then, in words. */
  readonly onChecked: (text: string) => void;
  /** Called with the moment of a snapshot that the one on screen is compared with, by the service's clock. */
  readonly onSideOpened: (createdAtMs: number) => void;
  /** Takes the focus to where the query is narrowed. */
  readonly onNarrow: () => void;
}

/**
 * Reads the rows of the snapshot and shows a view of them. Stays mounted while the grid is shown, so that nothing is read
 * twice; mount another one for another snapshot.
 */
export function AnalysisView(props: AnalysisViewProps) {
  const { shown, comparable, priceColumns, headers, listReport, runsChecks, onChecked } = props;
  const { renderTools, onPages, onCloseRefine, onNarrow } = props;
  const { shownView, address } = useWorkbenchScope();
  const { with: side, keys, price } = address;
  const hasChanges = shownView === 'changes';
  const compares = useMemo(
    () => comparisonFromSearch({ with: side, keys, price })?.ok === true,
    [side, keys, price],
  );
  const readColumns = useReadColumns(shown);
  const refinement = useRefinementOfAddress(readColumns);
  const subsetRead = useSubsetOfAddress(refinement.columns);
  const isRefinable = refinement.read?.ok !== false;
  // Rows that cannot be told need none to be read.
  const needsRows =
    isRefinable &&
    (shownView !== 'rows' ||
      runsChecks ||
      headers !== null ||
      listReport === 'open' ||
      subsetRead?.ok === true ||
      refinement.read !== null);
  // A side without rows has a table, too, that the other one is compared with.
  const isNeeded = hasChanges
    ? compares
    : (needsRows || onCloseRefine !== null) && shown.snapshot.rowCount > 0;
  const reading = useReading(shown, isNeeded);
  const { table } = reading.state;
  const reportGone = useEffectEvent(props.onRowsGone);
  useEffect(() => (table === null ? undefined : () => reportGone()), [table]);
  const refining = useRefining(refinement, reading);
  useOfferKnownValues(reading.rowsRead);
  useOfferPages(shown, reading.rowsRead, onPages);
  const withFields = useWorkbenchWithFields(refinement.fields);
  const [keepsChanges, setKeepsChanges] = useState(false);
  if (hasChanges && !keepsChanges) setKeepsChanges(true);
  const hasChecks = shownView === 'checks';
  const [keepsChecks, setKeepsChecks] = useState(false);
  if ((hasChecks || runsChecks) && !keepsChecks) setKeepsChecks(true);
  return (
    <>
      {(hasChanges || hasChecks) && refining?.status === 'problem' && (
        <RefinementProblem problem={refining.problem} />
      )}
      {keepsChanges && refining?.status !== 'problem' && (
        <WorkbenchProvider value={withFields}>
          <ChangesHost
            shown={shown}
            reading={reading}
            refinement={refinement.read?.ok === true ? refinement.read.refinement : null}
            refining={refining}
            comparable={comparable}
            tools={hasChanges ? renderTools() : null}
            isShown={hasChanges}
            onSideOpened={props.onSideOpened}
            onNarrow={onNarrow}
          />
        </WorkbenchProvider>
      )}
      {keepsChecks && refining?.status !== 'problem' && (
        <WorkbenchProvider value={withFields}>
          <ChecksHost
            shown={shown}
            reading={reading}
            refining={refining}
            comparable={comparable}
            priceColumns={priceColumns}
            isShown={hasChecks}
            onChecked={onChecked}
            onNarrow={onNarrow}
          />
        </WorkbenchProvider>
      )}
      {onCloseRefine !== null && (
        <RefineRegion
          columns={readColumns}
          reading={refining === null && subsetRead === null ? reading : null}
          refinement={refinement.read?.ok === true ? refinement.read.refinement : null}
          onClose={onCloseRefine}
          onNarrow={onNarrow}
          SaveAsCheck={SaveAsCheck}
        />
      )}
      {!hasChanges && !hasChecks && (
        <WorkbenchProvider value={withFields}>
          <ShownView {...props} reading={reading} subsetRead={subsetRead} refining={refining} />
        </WorkbenchProvider>
      )}
    </>
  );
}

/** A view of all columns takes longer to render than a page to arrive: it is, only when there are other rows to show. */
const Viewed = memo(function Viewed({ View, rowsRead }: { View: RowsReadView; rowsRead: RowsRead }) {
  return <View rowsRead={rowsRead} />;
});

interface ShownViewProps extends AnalysisViewProps {
  readonly reading: Reading;
  readonly subsetRead: ReturnType<typeof useSubsetOfAddress>;
  readonly refining: Refining | null;
}

function ShownView(props: ShownViewProps) {
  const { shown, subsetRead, refining, onSubsetOpened, headers, listReport, onNarrow } = props;
  const { shownView, address } = useWorkbenchScope();
  const reading =
    refining === null
      ? props.reading
      : { ...props.reading, rowsRead: refining.status === 'ready' ? refining.rowsRead : null };
  const { state, rowsRead } = reading;
  if (refining?.status === 'problem') return <RefinementProblem problem={refining.problem} />;
  if (shownView === 'rows' && subsetRead === null && refining === null) {
    return (
      <>
        {listReport !== null && (
          <ListReport
            reading={reading}
            shown={shown}
            isFolded={listReport === 'folded'}
            // The pictures say how far the reading is, and offer the same choice.
            isReadingShown={headers === null}
            onNarrow={onNarrow}
          />
        )}
        {headers !== null && <HeaderPictures reading={reading} onNarrow={onNarrow} {...headers} />}
      </>
    );
  }
  if (shownView === 'rows') {
    const name = shownRowsName(address) ?? '';
    return (
      <SubsetRows
        key={name}
        reading={reading}
        refining={refining}
        whole={shown}
        parameter={name}
        read={subsetRead}
        onOpened={onSubsetOpened}
        onNarrow={onNarrow}
      />
    );
  }
  const View = VIEWS[shownView];
  if (state.status === 'choosing') return <SizeChoice reading={reading} onNarrow={onNarrow} />;
  return (
    <div className={classes['analysis']}>
      {state.snapshotRows > 0 && <CoverageBar reading={reading} />}
      {refining !== null && <RefinedViewBar refining={refining} />}
      <div className={classes['view']}>
        {rowsRead === null || state.snapshotRows === 0 || View === undefined ? (
          <NoRowsRead reading={reading} />
        ) : (
          <Viewed View={View} rowsRead={rowsRead} />
        )}
      </div>
    </div>
  );
}
