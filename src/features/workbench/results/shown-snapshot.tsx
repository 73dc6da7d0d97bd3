import { IconDatabaseOff } from '@tabler/icons-react';
import {
  Suspense,
  lazy,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useTranslations, type Messages } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { DataGrid } from '@/shared/grid/data-grid';
import type { DataGridHandle } from '@/shared/grid/data-grid-props';
import { NO_ARRANGEMENT, type CellPlace, type GridMatches, type VisibleRows } from '@/shared/grid/grid-model';
import { NO_SELECTION } from '@/shared/grid/selection';
import type { SelectedCells } from '@/shared/grid/use-grid-selection';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { useAnnouncer } from '@/shared/ui/announcer';
import { StatePanel } from '@/shared/ui/state-panel';
import { filteredByText } from '../model/cell-filter';
import { keepPlace, type KeptPlace } from '../snapshot/kept-place';
import { isExpired, type OpenSnapshot } from '../snapshot/open-snapshot';
import { snapshotFailure } from '../snapshot/snapshot-failure';
import { CopyNotice } from './clipboard/copy-notice';
import { useCopy } from './clipboard/use-copy';
import { shownResults } from './exportable-results';
import { useFigures } from './figures/use-figures';
import { useFindKey } from './find/use-find-key';
import type { MenuRequest } from './menus/grid-actions';
import { ResultsBanner } from './results-banner';
import type { ResultsPanelProps } from './results-panel-props';
import classes from './results-panel.module.css';
import { ResultsToolbar, type ViewMenuRequest } from './results-toolbar';
import { resultColumns } from './result-columns';
import { StatusLine } from './status-line';
import { useArrivalWords } from './use-arrival-words';
import { useExpiry } from './use-expiry';
import { useRetryOnReturn } from './use-retry-on-return';
import { useShownWords } from './use-shown-words';
import { useResultsView } from './view/use-results-view';

// Asked for by a press, long after the first rows.
const GridMenu = lazy(async () => ({ default: (await import('./menus/grid-menu')).GridMenu }));
const RecordDrawer = lazy(async () => ({ default: (await import('./record/record-drawer')).RecordDrawer }));
const FindBar = lazyPart(async () => ({
  Part: (await import('./find/find-bar')).FindBar,
  english: await loadToolWords(),
}));
const ViewMenu = lazyPart(async () => ({
  Part: (await import('./view/view-menu')).ViewMenu,
  english: await loadToolWords(),
}));
const KeysDialog = lazyPart(async () => ({
  Part: (await import('./view/keys-dialog')).KeysDialog,
  english: await loadToolWords(),
}));

async function loadToolWords(): Promise<Pick<Messages, 'resultsTools'>> {
  return { resultsTools: (await import('@/shared/i18n/messages/en/results-tools.json')).default };
}

const CELL_WORDS = { empty: 'emptyText', null: 'noValue', withheld: 'withheldName' } as const;

interface ShownSnapshotProps extends ResultsPanelProps {
  readonly shown: OpenSnapshot;
  /** Holds the grid while there are rows. */
  readonly gridRef: RefObject<DataGridHandle | null>;
}

/** A snapshot's rows, the ways through them, and what is to be said about them. */
export function ShownSnapshot(props: ShownSnapshotProps) {
  const { shown, run, priceColumn, gridRef } = props;
  const t = useTranslations('results');
  const tCommon = useTranslations('common');
  const tGrid = useTranslations('grid');
  const formats = useFormats();
  const sidewaysRef = useRef(0);
  const { rows, openAt } = shown;
  // Not for every page that comes: that is the grid's concern alone.
  const stop = useSyncExternalStore(rows.subscribe, rows.getStop);
  const failureInView = useSyncExternalStore(rows.subscribe, rows.getFailureInView);
  const trueText = tCommon('true');
  const falseText = tCommon('false');
  const notSent = t('notSent');
  const resultView = useMemo(
    () =>
      resultColumns(shown.columns, priceColumn, formats.locale, {
        true: trueText,
        false: falseText,
        notSent,
      }),
    [shown.columns, priceColumn, formats.locale, trueText, falseText, notSent],
  );
  const { columns, getCell } = resultView;
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const copying = useCopy(shown, resultView);
  const figures = useFigures(shown, resultView, selected);
  const [menu, setMenu] = useState<MenuRequest | null>(null);
  const [record, setRecord] = useState<{ place: CellPlace; isWhole: boolean } | null>(null);
  const recordRow = useSyncExternalStore(rows.subscribe, () =>
    record === null ? null : rows.getRow(record.place.rowIndex),
  );
  const [isFinding, setFinding] = useState(false);
  const findInputRef = useRef<HTMLInputElement>(null);
  const [findText, setFindText] = useState('');
  const [matches, setMatches] = useState<GridMatches | null>(null);
  const [viewMenuAt, setViewMenuAt] = useState<ViewMenuRequest | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const helpId = useId();
  const { announce, announcer } = useAnnouncer();
  useShownWords(shown, props.sort, announce);
  const isTimeUp = useExpiry(shown, () => announce(t('expiresSoonWarning')));
  useRetryOnReturn(shown);
  const arrangement = props.arrangement ?? NO_ARRANGEMENT;
  const hasExpired = stop !== null && isExpired(stop.error);
  const isEmpty = shown.snapshot.rowCount === 0;

  const { sourceChange } = props;
  const isNewer = sourceChange !== null && sourceChange.createdAtMs > shown.snapshot.createdAtMs;
  const change = isNewer ? sourceChange : null;

  const initialRow = clampRow(openAt?.firstRow ?? props.initialRow, shown.snapshot.rowCount);

  // Until something else is selected, or it has been read.
  const [toldOf, setToldOf] = useState<string | null>(null);
  const isAsCarried = openAt !== undefined && selected?.selection === openAt.selection;
  const selectionChange =
    !isAsCarried || openAt.carried === 'same' || toldOf === shown.snapshot.cacheKey ? null : openAt.carried;

  const view = useResultsView(arrangement, props.onArrangementChange);
  const { settings } = view;

  const focusCell = selected?.focus ?? null;
  const focusRow = focusCell !== null && focusCell.rowIndex >= 0 ? focusCell.rowIndex : null;
  const focusRowState = useSyncExternalStore(rows.subscribe, () =>
    focusRow === null ? null : rows.getRowState(focusRow),
  );
  const focusRowData = useSyncExternalStore(rows.subscribe, () =>
    focusRow === null ? null : rows.getRow(focusRow),
  );
  const fullValue = useMemo(
    () =>
      focusRowData === null || focusCell === null
        ? null
        : resultView.fullOf(focusRowData, focusCell.columnId),
    [focusRowData, focusCell, resultView],
  );
  useArrivalWords(focusCell, focusRowState, (place) => {
    const row = rows.getRow(place.rowIndex);
    const cell = row === null ? null : getCell(row, place.columnId);
    const value = cell === null ? '' : cell.state === 'value' ? cell.text : tGrid(CELL_WORDS[cell.state]);
    announce(t('arrived', { row: formats.formatInteger(place.rowIndex + 1), column: place.columnId, value }));
  });

  function here(): KeptPlace {
    const firstRow = gridRef.current?.firstVisibleRow ?? 0;
    const firstRowCut = gridRef.current?.firstRowCut ?? 0;
    const { focus = null, selection = [] } = selected ?? {};
    return keepPlace(shown, { firstRow, firstRowCut, focus, selection });
  }

  const getResults = () => shownResults(shown, selected, gridRef.current?.firstVisibleRow ?? 0);

  function refresh(): void {
    props.onRefresh(here());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === '?' && settings.hasSingleKeys && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      setShowsKeys(true);
      return;
    }
    const isCopy = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'c';
    if (!isCopy || selected === null) return;
    event.preventDefault();
    copying.copy(selected, { hasHeaders: event.shiftKey });
  }

  const openFind = () => {
    setFinding(true);
    findInputRef.current?.focus();
    findInputRef.current?.select();
  };
  useFindKey(isFinding, openFind);
  const find = isFinding ? (
    <Suspense>
      <FindBar
        opened={shown}
        columns={resultView}
        columnIds={selected?.columnIds ?? shown.columns}
        from={selected?.focus ?? null}
        text={findText}
        onTextChange={setFindText}
        inputRef={findInputRef}
        onMatches={setMatches}
        onGo={(place) => gridRef.current?.showCell(place)}
        onFilter={(field, text) => props.onEditQuery((draft) => filteredByText(draft, field, text))}
        onClose={(place) => {
          setFinding(false);
          if (place === null) gridRef.current?.focus();
          else gridRef.current?.focusCell(place);
        }}
      />
    </Suspense>
  ) : null;

  function closeMenu(): void {
    setMenu(null);
    returnFocus(() => gridRef.current?.focus());
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
          // By the clock that the snapshot's own times are shown by.
          changedAtMs:
            change === null ? null : change.createdAtMs + shown.takenAtMs - shown.snapshot.createdAtMs,
          onShow: () => {
            if (change !== null) props.onShowChange(change, here());
          },
          onLater: () => {
            if (change !== null) props.onPutOffChange(change);
          },
        }}
        onFind={openFind}
        onViewMenu={setViewMenuAt}
        find={find}
        onFindOver={() => {
          if (!isFinding) return;
          setFinding(false);
          gridRef.current?.focus();
        }}
        getResults={getResults}
      />
      <div className={classes['grid']}>
        {isEmpty ? (
          <StatePanel icon={<IconDatabaseOff size={22} />} title={t('noRowsTitle')}>
            <p>{props.hasFilters ? t('noRowsText') : t('noRowsAtAllText')}</p>
          </StatePanel>
        ) : (
          <DataGrid
            // Another snapshot is another grid: of the earlier one's place only what is told here carries over.
            key={shown.snapshot.cacheKey}
            ref={gridRef}
            label={t('results')}
            rowCount={shown.snapshot.rowCount}
            rows={rows}
            getCell={getCell}
            columns={columns}
            arrangement={arrangement}
            onArrangementChange={props.onArrangementChange}
            sort={props.sort}
            onSort={props.onSort}
            initialRow={initialRow}
            initialRowCut={openAt?.firstRowCut ?? 0}
            initialFocus={openAt?.focus ?? sameColumn(focusCell, initialRow)}
            initialSelection={openAt?.selection ?? NO_SELECTION}
            sidewaysRef={sidewaysRef}
            formatCount={formats.formatInteger}
            matches={matches}
            density={settings.density}
            wrapsText={settings.wrapsText}
            tabMoves={settings.tabMoves}
            describedBy={helpId}
            announce={announce}
            onVisibleRowsChange={(visible: VisibleRows) => {
              rows.setWanted(visible);
            }}
            onRetryRow={rows.retry}
            onSelectionChange={setSelected}
            onKeyDown={onKeyDown}
            onMenu={setMenu}
            onOpenCell={(place) => setRecord({ place, isWhole: false })}
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
        onRetryRun={props.onRetryRun}
        onDismiss={props.onDismissFailure}
        selectionChange={selectionChange}
        onDismissSelectionChange={() => {
          setToldOf(shown.snapshot.cacheKey);
          // The button goes.
          gridRef.current?.focus();
        }}
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
        fullValue={fullValue}
        onCopy={(name, text) => void copying.copyOne(name, text)}
      />
      <Suspense>
        {menu !== null && (
          <GridMenu
            request={menu}
            gridRef={gridRef}
            priceColumn={priceColumn}
            opened={shown}
            columns={resultView}
            sort={props.sort}
            arrangement={arrangement}
            onArrange={props.onArrangementChange}
            onEditQuery={props.onEditQuery}
            onCopy={(options) => {
              if (selected !== null) copying.copy(selected, options);
            }}
            onShowRecord={(place, { isWhole }) => setRecord({ place, isWhole })}
            onStatistics={(selectColumn) => {
              figures.completeNext();
              selectColumn();
            }}
            onClose={closeMenu}
          />
        )}
        {viewMenuAt !== null && (
          <ViewMenu
            xPx={viewMenuAt.xPx}
            yPx={viewMenuAt.yPx}
            settings={settings}
            arrangement={arrangement}
            onChange={view.change}
            onArrange={props.onArrangementChange}
            onKeys={() => setShowsKeys(true)}
            onClose={() => {
              setViewMenuAt(null);
              returnFocus(() => viewMenuAt.opener.focus());
            }}
          />
        )}
        {showsKeys && (
          <KeysDialog
            settings={settings}
            onChange={view.change}
            onClose={() => {
              setShowsKeys(false);
              gridRef.current?.focus();
            }}
          />
        )}
        {record !== null && (
          <RecordDrawer
            place={record.place}
            isWhole={record.isWhole}
            row={recordRow}
            rowCount={shown.snapshot.rowCount}
            columns={resultView}
            onGo={(rowIndex) => {
              const place = { ...record.place, rowIndex };
              gridRef.current?.showCell(place);
              setRecord({ ...record, place });
            }}
            onWhole={() => setRecord({ ...record, isWhole: true })}
            onClose={() => {
              setRecord(null);
              gridRef.current?.focusCell(record.place);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** To where a menu was opened from, unless what was chosen in it has taken the focus elsewhere. */
function returnFocus(focus: () => void): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.closest('[role="menu"]') != null) focus();
}

/** Where the focus begins in another query's rows: who sorted by a header is still on it. */
function sameColumn(focus: CellPlace | null, firstRow: number): CellPlace | null {
  return focus === null ? null : { ...focus, rowIndex: focus.rowIndex < 0 ? focus.rowIndex : firstRow };
}

function clampRow(row: number | null, rowCount: number): number {
  return row === null ? 0 : Math.max(0, Math.min(row, rowCount - 1));
}
