import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useTranslations } from 'use-intl';
import type { DataGridHandle } from '@/lib/grid/data-grid-props';
import type { ColumnState } from '@/lib/grid/grid-model';
import type { SelectedCells } from '@/lib/grid/use-grid-selection';
import { useAnnounce } from '@/ui/components/announcer';
import { isExpired, type OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { snapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import { anchorAtRow, captureAnchor, type ViewportAnchor } from '../snapshot/viewport-anchor';
import { useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import type { SourceChange } from './change-notice';
import { CopyNotice } from './clipboard/copy-notice';
import { useCopy } from './clipboard/use-copy';
import { shownResults, type RenderTools, type ToolSlot } from './exportable-results';
import { useFindPanel } from './find/use-find-panel';
import { useRecord } from './record/use-record';
import { useResultColumns } from '@/rows/price-rows/result-columns';
import { PrintedSnapshot } from './printed-snapshot';
import { ResultsBanner } from './results-banner';
import type { ResultsCommand } from './results-command';
import classes from './results-panel.module.css';
import { ResultsToolbar } from './results-toolbar';
import { onResultsKeyDown, runResultsCommand } from './run-results-command';
import { usePublishScreenValues } from './screen-values';
import { SnapshotGrid } from './snapshot-grid';
import { useAnnounceSelection, useSelectionStatistics } from './statistics/use-selection-statistics';
import { StatusLine } from './status-line';
import { useExpiry } from './use-expiry';
import { useOverlays } from './use-overlays';
import { usePartsOnScreen } from './use-parts-on-screen';
import { useResultsNotes } from './use-results-notes';
import { useShownRows } from './use-shown-rows';
import { useSourceChange } from './use-source-change';
import { usePublished } from '../controller/use-published-rows';
import { setupPlace } from '../controller/places';
import { Highlights, HighlightsSetup, RowsSetup } from './lazy-tools';
import { ShownPartsProvider, type ShownPartsScope } from '../controller/use-shown-parts';
import { useResultsView } from './view/use-results-view';
import { viewPanelProps, ViewTabs } from './view-tabs';

export interface ShownSnapshotProps {
  readonly ref: Ref<ShownSnapshotHandle>;
  readonly openSnapshot: OpenSnapshot;
  /** A description of the query; null if the address does not contain the query. */
  readonly words: string | null;
  /** The 0-based row that a link points to; null if there is none. */
  readonly initialRow: number | null;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  /** The latest change of the source data that the user was notified of and has not postponed. */
  readonly sourceChange: SourceChange | null;
  readonly renderTools: RenderTools;
  /** Renders `RowsReadArea`, if a view, a subset of the rows, or charts in the headers were requested. */
  readonly renderRowsRead: (openSnapshot: OpenSnapshot) => ReactNode;
}

export interface ShownSnapshotHandle {
  /** Focuses the grid; returns false if there is none, because the snapshot has no rows. */
  readonly focus: () => boolean;
  /** Returns the current scroll position, at which the next snapshot opens. */
  readonly getAnchor: () => ViewportAnchor;
}

/** The rows of a snapshot with their tools and notices. */
export function ShownSnapshot({ ref, ...props }: ShownSnapshotProps) {
  const { columnState, onColumnStateChange } = props;
  const gridRef = useRef<DataGridHandle>(null);
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const { openSnapshot, isSubset, isPending } = useShownRows(props.openSnapshot, anchorIn);
  const { priceColumn, views, shownView, address } = useWorkbenchScope();
  const actions = useWorkbenchActions();
  const t = useTranslations('results');
  const announce = useAnnounce();
  const helpId = useId();
  const { rows, openAt } = openSnapshot;
  const hasGridView = shownView === 'rows';
  const view = useResultsView(columnState, onColumnStateChange);
  const shown = usePartsOnScreen(openSnapshot, {
    wantsPictures: view.settings.hasPictures,
    subset: isSubset ? (isPending ? 'pending' : 'open') : null,
  });
  const { parts, hasRowsRead } = shown;
  const isAway = parts.isGridAway;
  const headerPicture = usePublished('headerPicture');
  const checked = usePublished('checked');
  // Earlier snapshots stay in memory for the Back button. While a snapshot is inactive, it keeps only some of its rows.
  useEffect(() => {
    rows.setActive(true);
    return () => rows.setActive(false);
  }, [rows]);
  // Does not use `getVersion`, because only the grid must render when pages arrive.
  const stop = useSyncExternalStore(rows.subscribe, rows.getFatalFailure);
  const stopFailure = stop === null ? null : snapshotFailure(stop.error);
  const failureInView = useSyncExternalStore(rows.subscribe, rows.getFailureInView);
  const columns = useResultColumns(openSnapshot, priceColumn, columnState.digits);
  const { computedFields } = openSnapshot;
  const fields = useMemo(
    () => [...priceColumn.fields, ...(computedFields ?? [])],
    [priceColumn, computedFields],
  );
  usePublishScreenValues(openSnapshot, fields, gridRef);
  const copying = useCopy(openSnapshot, columns);
  const statistics = useSelectionStatistics(openSnapshot, columns, selected);
  useAnnounceSelection(statistics.selected);
  const isTimeUp = useExpiry(openSnapshot, () => announce(t('expiresSoonWarning')));

  const change = useSourceChange(props.sourceChange, openSnapshot, getAnchor);

  const isRestored = openAt !== undefined && selected?.selection === openAt.selection;
  const { notes, onPinned, onPinsWithoutRoom } = useResultsNotes({
    openSnapshot,
    requestedRow: props.initialRow,
    selectionOutcome: isRestored ? openAt.selectionOutcome : 'same',
    gridRef,
    checked: hasGridView ? checked : null,
  });
  const finding = useFindPanel({ opened: openSnapshot, columns, selected, gridRef, isAway });
  const record = useRecord({
    opened: openSnapshot,
    columns,
    gridRef,
    focus: selected?.focus ?? null,
    hasEnded: stop !== null,
    onTakeNew: takeNew,
  });
  const { follow } = record;
  const onSelectionChange = useCallback(
    (cells: SelectedCells) => {
      setSelected(cells);
      follow(cells.focus);
    },
    [follow],
  );
  const { overlays, openMenu, openKeys } = useOverlays({
    gridRef,
    opened: openSnapshot,
    selected,
    columns,
    view,
    columnState,
    onColumnStateChange,
    onCommand,
  });

  function getAnchor(): ViewportAnchor {
    // A position in a subset has no equivalent in the whole next snapshot.
    return isSubset ? anchorAtRow(0) : anchorIn(openSnapshot);
  }

  function anchorIn(opened: OpenSnapshot): ViewportAnchor {
    const firstRow = gridRef.current?.firstVisibleRow ?? 0;
    const firstRowCut = gridRef.current?.firstRowCut ?? 0;
    const { focus = null, selection = [] } = selected ?? {};
    return captureAnchor(opened, { firstRow, firstRowCut, focus, selection });
  }

  function takeNew(): void {
    actions.refresh(getAnchor());
  }

  const { subsetId } = openSnapshot;
  const takeFreeFocus = useEffectEvent(() => {
    // The pressed button has disappeared with its view, so the grid takes the focus.
    if (document.activeElement?.matches('body, [data-results]') === true) gridRef.current?.focus();
  });
  useEffect(() => {
    if (subsetId !== undefined) takeFreeFocus();
  }, [subsetId]);

  useImperativeHandle(ref, () => ({
    focus() {
      if (isAway) return false;
      gridRef.current?.focus();
      return gridRef.current !== null;
    },
    getAnchor,
  }));

  const hasExpired = stop !== null && isExpired(stop.error);
  const getResults = () =>
    // The service and kept copies have the whole snapshot, in which a position of the subset would be a different row.
    isSubset
      ? shownResults(props.openSnapshot, null, 0, { hasExpired, onTakeNew: takeNew })
      : shownResults(openSnapshot, selected, gridRef.current?.firstVisibleRow ?? 0, {
          hasExpired,
          onTakeNew: takeNew,
        });
  const renderTools = (slot: ToolSlot) => props.renderTools(getResults, slot, openSnapshot.snapshot.cacheKey);

  const tools = { gridRef, selected, copying, record, statistics };

  function onCommand(command: ResultsCommand): void {
    runResultsCommand(command, { ...tools, onPinned });
  }

  function onKeyDown(event: KeyboardEvent): void {
    onResultsKeyDown(event, { ...tools, hasSingleKeys: view.settings.hasSingleKeys, openKeys });
  }

  const partsScope: ShownPartsScope = {
    parts,
    turnPicturesOff: () => {
      view.change({ hasPictures: false });
      gridRef.current?.focus();
    },
    takeFocus: () => gridRef.current?.focus(),
    closeAdding: shown.closeAdding,
    renderTools: () => renderTools('changes'),
    noteSide: change.noteSide,
  };

  return (
    <>
      <PrintedSnapshot
        priceColumn={priceColumn}
        words={props.words}
        openSnapshot={openSnapshot}
        columnState={columnState}
      />
      <ResultsToolbar
        start={views.length > 1 && <ViewTabs />}
        openSnapshot={openSnapshot}
        hasGrid={!isAway}
        columnState={columnState}
        onColumnStateChange={onColumnStateChange}
        // A subset has a separate export tool, so the tools for the whole snapshot are left out.
        renderTools={() => (isSubset && hasGridView ? null : renderTools('toolbar'))}
        finding={finding}
        onGoToRow={(rowIndex) => gridRef.current?.goToRow(rowIndex)}
        onRefresh={takeNew}
        onStatistics={() => {
          const columnId = selected?.focus?.columnId;
          if (columnId !== undefined) onCommand({ type: 'show-statistics', columnId });
        }}
        takeFocus={() => gridRef.current?.focus()}
      />
      <div
        className={classes['views']}
        data-stacked={(hasGridView && hasRowsRead) || undefined}
        {...(hasGridView && viewPanelProps('rows', views))}
      >
        {parts.rowsRead !== 'absent' && (
          <div
            {...(!hasGridView && viewPanelProps(shownView, views))}
            className={classes['rows-read']}
            data-place={parts.rowsRead}
            hidden={parts.rowsRead === 'hidden'}
          >
            <ShownPartsProvider value={partsScope}>
              {props.renderRowsRead(props.openSnapshot)}
            </ShownPartsProvider>
          </div>
        )}
        {/* The grid stays in the layout behind another view, so that it keeps its scroll position and its selection. */}
        <div className={classes['rows']} data-away={isAway || undefined}>
          <div className={classes['grid']}>
            <SnapshotGrid
              gridRef={gridRef}
              openSnapshot={openSnapshot}
              columns={columns}
              columnState={columnState}
              onColumnStateChange={onColumnStateChange}
              settings={view.settings}
              matches={finding.matches}
              renderHeaderPicture={parts.hasPictures ? (headerPicture ?? renderNothing) : null}
              requestedRow={props.initialRow}
              lastFocus={selected?.focus ?? null}
              describedBy={helpId}
              wayOut={stop === null ? null : { label: t('takeNew'), onPress: takeNew }}
              events={{
                onSelectionChange,
                onOpenCell: record.open,
                onMenu: openMenu,
                onKeyDown,
                onPinsWithoutRoom,
              }}
            />
          </div>
          {record.panel}
        </div>
      </div>
      <ResultsBanner
        stop={stopFailure}
        isTimeUp={isTimeUp}
        rowsFailure={failureInView === null ? null : snapshotFailure(failureInView.error)}
        onRetryRows={() => {
          rows.retryFailed();
          // The focused button disappears with the failure, so the grid takes the focus.
          gridRef.current?.focus();
        }}
        getAnchor={getAnchor}
        notes={notes}
      />
      <p id={helpId} hidden>
        {t('gridHelp')}
      </p>
      <CopyNotice
        takeFocus={() => gridRef.current?.focus()}
        copying={copying}
        renderTools={() => (isSubset ? null : renderTools('notice'))}
        onTakeNew={takeNew}
      />
      <StatusLine
        openSnapshot={openSnapshot}
        wholeCount={props.openSnapshot.snapshot.rowCount}
        isPending={isPending}
        // Other views have no selected cells.
        statistics={isAway ? { ...statistics, selected: null } : statistics}
        hasEnded={stop !== null}
        isInconsistent={stopFailure?.kind === 'mismatch'}
        onTakeNew={takeNew}
        hasExpired={hasExpired}
        columns={columns}
        focus={isAway ? null : (selected?.focus ?? null)}
        change={change.notice}
        onCopyStatistic={(name, text) => void copying.copyOne(name, text)}
        legend={
          hasGridView && address.highlight !== undefined ? (
            <Highlights columns={openSnapshot.columns} fields={fields} />
          ) : null
        }
      />
      {overlays}
      {hasGridView && (
        <setupPlace.Into>
          <RowsSetup
            view={view}
            columns={columns.columns}
            fieldOf={columns.fieldOf}
            columnState={columnState}
            onColumnStateChange={onColumnStateChange}
            onCommand={onCommand}
            onMenu={openMenu}
            onKeys={openKeys}
            highlights={<HighlightsSetup columns={openSnapshot.columns} fields={fields} />}
          />
        </setupPlace.Into>
      )}
    </>
  );
}

/** Reserves the space of the charts in the headers until they can be rendered. */
function renderNothing(): null {
  return null;
}
