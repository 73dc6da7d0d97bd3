import { IconDatabaseOff } from '@tabler/icons-react';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { DataGrid } from '@/shared/grid/data-grid';
import type { DataGridHandle } from '@/shared/grid/data-grid-props';
import { NO_ARRANGEMENT, type CellPlace, type GridSort, type VisibleRows } from '@/shared/grid/grid-model';
import { NO_SELECTION } from '@/shared/grid/selection';
import type { SelectedCells } from '@/shared/grid/use-grid-selection';
import { useAnnouncer } from '@/shared/ui/announcer';
import { StatePanel } from '@/shared/ui/state-panel';
import { filteredColumns } from '../model/column-filters';
import { WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import { keepPlace, type KeptPlace } from '../snapshot/kept-place';
import { isExpired, type OpenSnapshot } from '../snapshot/open-snapshot';
import { snapshotFailure } from '../snapshot/snapshot-failure';
import { useWorkbenchActions, useWorkbenchRun, useWorkbenchScope } from '../use-workbench';
import { CopyNotice } from './clipboard/copy-notice';
import { useCopy } from './clipboard/use-copy';
import { shownResults } from './exportable-results';
import { useFigures } from './figures/use-figures';
import { useSelectionWords } from './figures/use-selection-words';
import { useFindPanel } from './find/use-find-panel';
import { ResultsBanner } from './results-banner';
import type { ResultsPanelProps } from './results-panel-props';
import classes from './results-panel.module.css';
import { ResultsToolbar } from './results-toolbar';
import { StatusLine } from './status-line';
import { useExpiry } from './use-expiry';
import { useOnReturn } from './use-on-return';
import { useOverlays } from './use-overlays';
import { useResultColumns } from './use-result-columns';
import { useShownWords } from './use-shown-words';
import { useResultsNotes } from './use-results-notes';
import { useResultsView } from './view/use-results-view';

interface ShownSnapshotProps extends ResultsPanelProps {
  readonly shown: OpenSnapshot;
  /** Holds the grid while there are rows. */
  readonly gridRef: RefObject<DataGridHandle | null>;
  /** Holds what tells the place that one is at, for what comes next to open there. */
  readonly placeRef: Ref<() => KeptPlace>;
}

/** A snapshot's rows, the ways through them, and what is to be said about them. */
export function ShownSnapshot(props: ShownSnapshotProps) {
  const { shown, gridRef } = props;
  const { priceColumn, applied } = useWorkbenchScope();
  const run = useWorkbenchRun();
  const actions = useWorkbenchActions();
  const t = useTranslations('results');
  const formats = useFormats();
  const sidewaysRef = useRef(0);
  const { rows, openAt } = shown;
  // Earlier snapshots stay at hand for Back, but not all that was seen of each.
  useEffect(() => {
    rows.setWatched(true);
    return () => rows.setWatched(false);
  }, [rows]);
  // Not for every page that comes: that is the grid's concern alone.
  const stop = useSyncExternalStore(rows.subscribe, rows.getStop);
  const failureInView = useSyncExternalStore(rows.subscribe, rows.getFailureInView);
  const columns = useResultColumns(shown, priceColumn);
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const copying = useCopy(shown, columns);
  const figures = useFigures(shown, columns, selected);
  const helpId = useId();
  const { announce, announcer } = useAnnouncer();
  const sort = useMemo(() => gridSort(applied), [applied]);
  const filtered = useMemo(() => filteredColumns(applied ?? WHOLE_COLUMN), [applied]);
  useShownWords(shown, sort, announce);
  useSelectionWords(figures.selected, announce);
  const isTimeUp = useExpiry(shown, () => announce(t('expiresSoonWarning')));
  useOnReturn(rows.retryFailed);
  const arrangement = props.arrangement ?? NO_ARRANGEMENT;
  const hasExpired = stop !== null && isExpired(stop.error);
  const isEmpty = shown.snapshot.rowCount === 0;

  const { sourceChange } = props;
  const isNewer = sourceChange !== null && sourceChange.createdAtMs > shown.snapshot.createdAtMs;
  const change = isNewer ? sourceChange : null;

  const initialRow = clampRow(openAt?.firstRow ?? props.initialRow, shown.snapshot.rowCount);

  const isAsCarried = openAt !== undefined && selected?.selection === openAt.selection;
  const { notes, onPinned, onPinsWithoutRoom } = useResultsNotes({
    shown,
    askedRow: props.initialRow,
    carried: isAsCarried ? openAt.carried : 'same',
    gridRef,
  });

  const view = useResultsView(arrangement, props.onArrangementChange);
  const { settings } = view;

  const focusCell = selected?.focus ?? null;

  const finding = useFindPanel({
    opened: shown,
    columns,
    selected,
    gridRef,
    onFilter: (field, text) => actions.editAndRun({ type: 'filter-by-text', columnId: field.name, text }),
  });
  const { overlays, openMenu, openViewMenu, openKeys, openCell } = useOverlays({
    gridRef,
    opened: shown,
    columns,
    sort,
    filteredColumns: filtered,
    arrangement,
    view,
    onArrange: props.onArrangementChange,
    onPinned,
    onCopy: (options) => {
      if (selected !== null) copying.copy(selected, options);
    },
    onStatistics: (selectColumn) => {
      figures.completeNext();
      selectColumn();
    },
  });

  function here(): KeptPlace {
    const firstRow = gridRef.current?.firstVisibleRow ?? 0;
    const firstRowCut = gridRef.current?.firstRowCut ?? 0;
    const { focus = null, selection = [] } = selected ?? {};
    return keepPlace(shown, { firstRow, firstRowCut, focus, selection });
  }

  useImperativeHandle(props.placeRef, () => here);

  const getResults = () => shownResults(shown, selected, gridRef.current?.firstVisibleRow ?? 0);

  function refresh(): void {
    actions.refresh(here());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === '?' && settings.hasSingleKeys && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      openKeys();
      return;
    }
    if (event.key === 'Escape' && copying.state.status === 'loading') {
      // What is under way ends before what is selected.
      event.preventDefault();
      copying.dismiss();
      return;
    }
    const isCopy = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'c';
    if (!isCopy || selected === null) return;
    event.preventDefault();
    copying.copy(selected, { hasHeaders: event.shiftKey });
  }

  return (
    <>
      <ResultsToolbar
        shown={shown}
        isRunning={run.status === 'running'}
        onGoToRow={(rowIndex) => gridRef.current?.goToRow(rowIndex)}
        onRefresh={refresh}
        renderTools={props.renderTools}
        change={{
          changedAtMs: change?.changedAtMs ?? null,
          onShow: () => {
            if (change !== null) actions.showSourceChange(change.cacheKey, here());
          },
          onLater: () => {
            if (change !== null) props.onPutOffChange(change);
          },
        }}
        onFind={finding.open}
        onViewMenu={openViewMenu}
        find={finding.bar}
        onFindOver={finding.close}
        getResults={getResults}
      />
      <div className={classes['grid']}>
        {isEmpty ? (
          <StatePanel icon={<IconDatabaseOff size={22} />} title={t('noRowsTitle')}>
            <p>{filtered.size > 0 ? t('noRowsText') : t('noRowsAtAllText')}</p>
          </StatePanel>
        ) : (
          <DataGrid
            // Another snapshot is another grid: of the earlier one's place only what is told here carries over.
            key={shown.snapshot.cacheKey}
            ref={gridRef}
            label={t('results')}
            rowCount={shown.snapshot.rowCount}
            rows={rows}
            getCell={columns.getCell}
            columns={columns.columns}
            arrangement={arrangement}
            onArrangementChange={props.onArrangementChange}
            sort={sort}
            filteredColumns={filtered}
            onSort={(columnId, { isAdditive }) => {
              actions.editAndRun({ type: 'sort-by-header', columnId, isAdditive });
            }}
            initialRow={initialRow}
            initialRowCut={openAt?.firstRowCut ?? 0}
            initialFocus={openAt?.focus ?? sameColumn(focusCell, initialRow)}
            initialSelection={openAt?.selection ?? NO_SELECTION}
            sidewaysRef={sidewaysRef}
            formatCount={formats.formatInteger}
            matches={finding.matches}
            density={settings.density}
            wrapsText={settings.wrapsText}
            tabMoves={settings.tabMoves}
            describedBy={helpId}
            announce={announce}
            onVisibleRowsChange={(visible: VisibleRows) => {
              rows.setWanted(visible);
            }}
            onRetryRow={rows.retry}
            onPinsWithoutRoom={onPinsWithoutRoom}
            onSelectionChange={setSelected}
            onKeyDown={onKeyDown}
            onMenu={openMenu}
            onOpenCell={openCell}
          />
        )}
      </div>
      {/* Below the rows: whatever has to be said, they stay where they are. */}
      <ResultsBanner
        stop={stop === null ? null : snapshotFailure(stop.error)}
        isTimeUp={isTimeUp}
        runFailure={run.status === 'failed' ? run.failure : null}
        rowsFailure={failureInView === null ? null : snapshotFailure(failureInView.error)}
        onRetryRows={() => {
          rows.retryFailed();
          // The button goes with the failure.
          gridRef.current?.focus();
        }}
        onTakeNew={refresh}
        onRetryRun={() => actions.retryRun(here())}
        onDismiss={actions.dismissFailure}
        notes={notes}
      />
      <p id={helpId} hidden>
        {t('gridHelp')}
      </p>
      {announcer}
      <CopyNotice copying={copying} renderTools={props.renderTools} getResults={getResults} />
      <StatusLine
        shown={shown}
        figures={figures}
        hasExpired={hasExpired}
        columns={columns}
        focus={focusCell}
        announce={announce}
        onCopy={(name, text) => void copying.copyOne(name, text)}
      />
      {overlays}
    </>
  );
}

/** Where the focus begins in another query's rows: who sorted by a header is still on it. */
function sameColumn(focus: CellPlace | null, firstRow: number): CellPlace | null {
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
