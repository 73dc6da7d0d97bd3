import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { DataGrid } from '@/lib/grid/data-grid';
import type {
  DataGridHandle,
  GridEvents,
  GridSettings,
  GridWayOut,
  RenderHeaderPicture,
} from '@/lib/grid/data-grid-props';
import type { CellPosition, ColumnState, GridCarry, GridMatches, GridSort } from '@/lib/grid/grid-model';
import { NO_SELECTION } from '@/lib/grid/selection';
import { useAnnounce } from '@/ui/components/announcer';
import { filteredColumns, WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import { NoRows } from './lazy-tools';
import type { ResultColumns } from '@/rows/price-rows/result-columns';

const NOTHING_CARRIED: GridCarry = { scrollLeftPx: 0, needsPx: new Map() };

export interface SnapshotGridProps {
  readonly gridRef: RefObject<DataGridHandle | null>;
  readonly openSnapshot: OpenSnapshot;
  readonly columns: ResultColumns;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  readonly settings: GridSettings;
  readonly matches: GridMatches | null;
  /** Renders the chart in a column header; null for headers without charts. */
  readonly renderHeaderPicture: RenderHeaderPicture | null;
  /** The 0-based row that a link points to. */
  readonly requestedRow: number | null;
  /** The last active cell, at which the grid of the next snapshot starts. */
  readonly lastFocus: CellPosition | null;
  readonly describedBy: string;
  /** The action that is offered for rows that can no longer be loaded. */
  readonly wayOut: GridWayOut | null;
  readonly events: Omit<GridEvents, 'onSort'>;
}

/** The grid of a snapshot, or the next steps if the snapshot has no rows. */
export function SnapshotGrid(props: SnapshotGridProps) {
  const {
    gridRef,
    openSnapshot,
    columns,
    columnState,
    lastFocus,
    describedBy,
    settings,
    matches,
    wayOut,
    events,
  } = props;
  const { rows, snapshot, openAt } = openSnapshot;
  const { applied, appliedWhole } = useWorkbenchScope();
  const { editAndRun } = useWorkbenchActions();
  const t = useTranslations('results');
  const { formatInteger } = useFormats();
  const announce = useAnnounce();
  const carryRef = useRef(NOTHING_CARRIED);
  const isSubset = openSnapshot.subsetId !== undefined;
  // Until the subset is open, the grid shows the service's rows in the service's order.
  const sorted = isSubset ? appliedWhole : applied;
  const sort = useMemo(() => gridSort(sorted), [sorted]);
  const getHighlight = usePublished('rowHighlight');
  const filtered = useMemo(() => filteredColumns(appliedWhole ?? WHOLE_COLUMN), [appliedWhole]);
  useAnnounceSnapshot(openSnapshot, sort);
  useShowNewColumn(openSnapshot, gridRef);
  if (snapshot.rowCount === 0) return <NoRows />;
  const firstRow = clampRow(openAt?.firstRow ?? props.requestedRow, snapshot.rowCount);
  return (
    <DataGrid
      // Each snapshot gets a new grid. Only `initial` and `carryRef` pass something of the previous grid on.
      key={openSnapshot.subsetId ?? snapshot.cacheKey}
      ref={gridRef}
      label={t('results')}
      describedBy={describedBy}
      rows={rows}
      columns={{
        definitions: columns.columns,
        getCell: columns.getCell,
        getHighlight,
        state: columnState,
        onStateChange: props.onColumnStateChange,
        sort,
        filtered,
        renderHeaderPicture: props.renderHeaderPicture,
      }}
      settings={settings}
      matches={matches}
      initial={{
        row: firstRow,
        rowCut: openAt?.firstRowCut ?? 0,
        focus: openAt?.focus ?? sameColumn(lastFocus, firstRow),
        selection: openAt?.selection ?? NO_SELECTION,
      }}
      carryRef={carryRef}
      wayOut={wayOut}
      formatInteger={formatInteger}
      announce={announce}
      events={{
        ...events,
        onSort: (columnId, { isAdditive }) => {
          editAndRun({ type: 'sort-by-header', columnId, isAdditive });
        },
      }}
    />
  );
}

/** Announces the number of rows and their order, once per snapshot. */
function useAnnounceSnapshot({ snapshot }: OpenSnapshot, sort: readonly GridSort[]): void {
  const announce = useAnnounce();
  const t = useTranslations('results');
  const formats = useFormats();
  const announceSnapshot = useEffectEvent((cacheKey: string) => {
    const { rowCount } = snapshot;
    if (snapshot.cacheKey !== cacheKey) return;
    const rows = t('rows', { formatted: formats.formatInteger(rowCount), count: rowCount });
    const order = sort.map(({ columnId, direction }) => t('shownSortedBy', { column: columnId, direction }));
    announce(order.length === 0 ? rows : t('shownSorted', { rows, sort: order.join(', ') }));
  });
  useEffect(() => {
    announceSnapshot(snapshot.cacheKey);
  }, [snapshot.cacheKey]);
}

/** Scrolls to a column that the user has just added, because it is last and out of view. */
function useShowNewColumn(
  { computedFields = NO_FIELDS, snapshot: { rowCount } }: OpenSnapshot,
  gridRef: RefObject<DataGridHandle | null>,
): void {
  const { added, refine } = useWorkbenchScope().address;
  const isExpected = added !== undefined || refine !== undefined;
  const [ofLink] = useState({ added, refine });
  const isOfLink = added === ofLink.added && refine === ofLink.refine;
  const knownRef = useRef<readonly string[]>([]);
  useEffect(() => {
    const names = computedFields.map(({ name }) => name);
    const columnId = names.findLast((name) => !knownRef.current.includes(name));
    // The list is empty while the columns of another snapshot are being computed, so the known names are kept.
    if (names.length > 0 || !isExpected) knownRef.current = names;
    if (columnId === undefined || isOfLink || rowCount === 0) return;
    gridRef.current?.showCell({ rowIndex: gridRef.current.firstVisibleRow, columnId });
  }, [computedFields, isExpected, isOfLink, rowCount, gridRef]);
}

const NO_FIELDS: NonNullable<OpenSnapshot['computedFields']> = [];

/** Returns the first active cell of another snapshot. After sorting by a header, the focus stays on that header. */
function sameColumn(focus: CellPosition | null, firstRow: number): CellPosition | null {
  return focus === null ? null : { ...focus, rowIndex: focus.rowIndex < 0 ? focus.rowIndex : firstRow };
}

function gridSort(applied: DraftQuery | null): readonly GridSort[] {
  return (applied?.sort ?? []).flatMap(({ field, direction }) =>
    field === null ? [] : [{ columnId: field, direction }],
  );
}

function clampRow(row: number | null, rowCount: number): number {
  return row === null ? 0 : Math.max(0, Math.min(row, rowCount - 1));
}
