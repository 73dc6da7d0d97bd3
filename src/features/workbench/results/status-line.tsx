import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useKeptCopiesMode } from '@/rows/kept-copies/kept-copies-mode';
import { keptCopiesQuery } from '@/rows/kept-copies/kept-copies.queries';
import { useOwnRecords } from '@/session/use-own-records';
import { isStable } from '@/contract/extraction';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { CellPosition, GridRowState } from '@/lib/grid/grid-model';
import { useAnnounce } from '@/ui/components/announcer';
import { useNow } from '@/ui/formats/use-now';
import type { DoubledKeysStore } from '@/analysis/snapshot/doubled-keys';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { ChangeNotice, type ChangeNoticeProps } from './change-notice';
import { coveragePlace } from '../controller/places';
import { usePublished } from '../controller/use-published-rows';
import { useWorkbenchScope } from '../controller/use-workbench';
import type { DraftQuery } from '../model/draft-query';
import { StatisticsList } from './lazy-tools';
import type { ResultColumns } from '@/rows/price-rows/result-columns';
import type { StatisticsModel } from './statistics/use-selection-statistics';
import classes from './status-line.module.css';
import { WARN_BELOW_MS } from './use-expiry';

interface RowsText {
  readonly text: string;
  /** Whether only a part of the rows is shown. */
  readonly isPart: boolean;
}

/** Describes how many rows are on screen, out of how many, and how many filters the browser applies. */
function useRowsText({ openSnapshot, wholeCount, isPending }: StatusLineProps): RowsText {
  const t = useTranslations('results');
  const { formatInteger } = useFormats();
  const { address, applied, appliedWhole, shownView } = useWorkbenchScope();
  const filteredHere = usePublished('filteredHere');
  const activeIn = (query: DraftQuery | null) =>
    (query?.filters ?? []).filter(({ isDisabled }) => !isDisabled).length;
  const filters = activeIn(appliedWhole) - activeIn(applied);
  // Only the grid can show a subset of the filtered rows.
  const isGrid = shownView === 'rows';
  const isChosen = isGrid && address.subset !== undefined;
  const isOpened = isGrid && openSnapshot.ofRowCount !== undefined;
  const { rowCount, ofRowCount = rowCount } = isOpened
    ? { rowCount: openSnapshot.snapshot.rowCount, ofRowCount: openSnapshot.ofRowCount }
    : (filteredHere ?? { rowCount: wholeCount });
  // The number of rows in the subset is known only after its rows are open.
  const isUnknown = isChosen && isPending;
  const formatted = isUnknown ? '…' : formatInteger(rowCount);
  const values = { formatted, all: formatInteger(ofRowCount), count: ofRowCount };
  if (filters > 0 && !isChosen && (isOpened || filteredHere !== null)) {
    return { text: t('rowsFilteredHere', { ...values, filters }), isPart: true };
  }
  if (isUnknown || rowCount < ofRowCount) return { text: t('rowsOf', values), isPart: true };
  return { text: t('rows', { formatted, count: rowCount }), isPart: false };
}

export interface StatusLineProps {
  readonly openSnapshot: OpenSnapshot;
  /** The number of rows of the whole snapshot, of which the grid may show a part. */
  readonly wholeCount: number;
  /** Whether the rows of the address are not open yet. */
  readonly isPending: boolean;
  readonly statistics: StatisticsModel;
  readonly hasExpired: boolean;
  readonly columns: ResultColumns;
  readonly focus: CellPosition | null;
  readonly onCopyStatistic: (name: string, text: string) => void;
  /** Whether no more rows can be loaded. */
  readonly hasEnded: boolean;
  /** Whether rows of the snapshot contradict each other. */
  readonly isInconsistent: boolean;
  readonly onTakeNew: () => void;
  readonly change: ChangeNoticeProps;
  /** The legend of highlighted rows; null without highlights. */
  readonly legend: ReactNode;
}

/** Describes the snapshot, how long the service still keeps it, the selection, and newer prices. */
export function StatusLine(props: StatusLineProps) {
  const { openSnapshot, statistics, hasExpired } = props;
  const t = useTranslations('results');
  const formats = useFormats();
  const { timesBy, takenAtMs } = openSnapshot;
  const rows = useRowsText(props);
  return (
    <div className={classes['bar']}>
      <div className={classes['line']}>
        {/* The region is not atomic, so that a change does not make screen readers repeat the whole line. */}
        <div role="status" aria-atomic="false" className={classes['told']}>
          <p className={classes['snapshot']} data-yields={statistics.selected !== null || undefined}>
            {/* The count is not live here, because runs, refreshes and refinements announce it themselves, together with other news. */}
            <strong data-pressing={rows.isPart ? '' : undefined} className={classes['rows']} aria-live="off">
              {rows.text}
            </strong>
            <span className={classes['times']}>
              {props.isInconsistent && (
                <span data-pressing="" className={classes['warning']}>
                  {t('inconsistent')}
                </span>
              )}
              {!isStable(openSnapshot.snapshot) && (
                <span data-pressing="" className={classes['warning']}>
                  {t('unstable')}
                </span>
              )}
              {!props.isInconsistent && openSnapshot.doubledKeys !== undefined && (
                <DoubledKeysNote
                  doubledKeys={openSnapshot.doubledKeys}
                  haveMoved={!isStable(openSnapshot.snapshot)}
                />
              )}
              {openSnapshot.keptCopy === undefined ? (
                <>
                  <span aria-live="off">
                    {t(takenMessage(openSnapshot), { time: formats.formatTime(takenAtMs) })}
                  </span>
                  <KeptAs cacheKey={openSnapshot.snapshot.cacheKey} />
                  <SnapshotClock
                    expiresAtMs={openSnapshot.expiresAtMs}
                    timesBy={timesBy}
                    hasExpired={hasExpired}
                  />
                </>
              ) : (
                <>
                  <span className={classes['kept']} title={openSnapshot.keptCopy.name}>
                    {t('keptCopyShort', { name: openSnapshot.keptCopy.name })}
                  </span>
                  <span>{t(takenMessage(openSnapshot), { time: formats.formatDateTime(takenAtMs) })}</span>
                </>
              )}
            </span>
          </p>
          {props.legend}
          <coveragePlace.Place className={classes['coverage']} />
          <FocusedValue
            opened={openSnapshot}
            columns={props.columns}
            focus={props.focus}
            isHidden={statistics.selected !== null}
          />
          {statistics.selected !== null && (
            <StatisticsList
              model={statistics}
              selected={statistics.selected}
              hasEnded={props.hasEnded}
              onCopy={props.onCopyStatistic}
              onTakeNew={props.onTakeNew}
            />
          )}
        </div>
        <ChangeNotice {...props.change} />
      </div>
    </div>
  );
}

/** Returns the message that says when a snapshot was taken, or when its first rows arrived if the service does not say it. */
export function takenMessage({ snapshot, timesBy }: Pick<OpenSnapshot, 'snapshot' | 'timesBy'>) {
  if (snapshot.traits?.isTimeTold === false) return 'firstRead';
  return timesBy === 'service' ? 'takenService' : 'taken';
}

interface DoubledKeysNoteProps {
  readonly doubledKeys: DoubledKeysStore;
  /** Whether rows with the same key have moved between pages, because there is no stable snapshot. */
  readonly haveMoved: boolean;
}

/** Lists the keys that occur several times among the rows seen so far. */
function DoubledKeysNote({ doubledKeys, haveMoved }: DoubledKeysNoteProps) {
  const t = useTranslations('results');
  const { formatInteger } = useFormats();
  const doubled = useSyncExternalStore(doubledKeys.subscribe, doubledKeys.get);
  if (doubled === null) return null;
  const { keyCount, keys } = doubled;
  const named = [...keys, ...(keyCount > keys.length ? ['…'] : [])].join(', ');
  const text = t(haveMoved ? 'movedKeys' : 'doubledKeys', {
    count: keyCount,
    formatted: formatInteger(keyCount),
    keys: named,
  });
  return (
    <span data-pressing="" className={classes['doubled']} title={text}>
      {text}
    </span>
  );
}

/** Shows the name of the latest kept copy of the snapshot, if there is one. The export that kept the copy announces it. */
function KeptAs({ cacheKey }: { readonly cacheKey: string }) {
  const t = useTranslations('results');
  const isAllowed = useKeptCopiesMode() !== 'never';
  const { data: copies } = useQuery({ ...keptCopiesQuery(useOwnRecords()), enabled: isAllowed });
  const copy = copies?.find((each) => each.cacheKey === cacheKey);
  if (copy === undefined) return null;
  return (
    <span aria-live="off" className={classes['kept']} title={copy.name}>
      {t('keptAs', { name: copy.name })}
    </span>
  );
}

interface SnapshotClockProps {
  readonly expiresAtMs: number;
  /** The clock that `expiresAtMs` belongs to. By the service's clock, the time left is unknown. */
  readonly timesBy: 'this-computer' | 'service';
  /** Whether the service has reported that the snapshot expired, even if this clock disagrees. */
  readonly hasExpired: boolean;
}

/** Shows how long the service still keeps the snapshot. The countdown is not announced every second. */
function SnapshotClock({ expiresAtMs, timesBy, hasExpired }: SnapshotClockProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const isKnown = timesBy === 'this-computer';
  const nowMs = useNow(isKnown && !hasExpired);
  const isOver = hasExpired || (isKnown && nowMs >= expiresAtMs);
  // What does not expire, or expires at an unknown time, has no countdown.
  if (!isOver && expiresAtMs === Infinity) return null;
  if (isOver) {
    return (
      <span data-pressing="" className={classes['warning']}>
        {t('expired')}
      </span>
    );
  }
  if (!isKnown) return <span>{t('expiresAtService', { time: formats.formatTime(expiresAtMs) })}</span>;
  const leftMs = expiresAtMs - nowMs;
  const time = formats.formatCountdown(leftMs);
  if (leftMs >= WARN_BELOW_MS) return <span aria-live="off">{t('expiresIn', { time })}</span>;
  return (
    <span data-pressing="" aria-live="off" className={classes['warning']}>
      {t('expiresSoon', { time })}
    </span>
  );
}

const CELL_TEXTS = { empty: 'emptyText', null: 'noValue', withheld: 'withheldName' } as const;

interface FocusedValueProps {
  readonly opened: Pick<OpenSnapshot, 'rows'>;
  readonly columns: ResultColumns;
  readonly focus: CellPosition | null;
  /** Whether the value is hidden to make room for the selection. A value that loads late is still announced. */
  readonly isHidden: boolean;
}

/** Shows and announces the active cell's full value. It subscribes to the cell's row, so that no other component renders. */
function FocusedValue({ opened: { rows }, columns, focus, isHidden }: FocusedValueProps) {
  const t = useTranslations('results');
  const tGrid = useTranslations('grid');
  const formats = useFormats();
  const announce = useAnnounce();
  const rowIndex = focus !== null && focus.rowIndex >= 0 ? focus.rowIndex : null;
  const rowState = useSyncExternalStore(rows.subscribe, () =>
    rowIndex === null ? null : rows.getRowState(rowIndex),
  );
  const row = useSyncExternalStore(rows.subscribe, () => (rowIndex === null ? null : rows.getRow(rowIndex)));
  useOnLateCell(focus, rowState, (position) => {
    const cell = row === null ? null : columns.getCell(row, position.columnId);
    const value = cell === null ? '' : cell.state === 'value' ? cell.text : tGrid(CELL_TEXTS[cell.state]);
    announce(
      t('arrived', { row: formats.formatInteger(position.rowIndex + 1), column: position.columnId, value }),
    );
  });
  const fullValue = isHidden || row === null || focus === null ? null : columns.fullOf(row, focus.columnId);
  if (fullValue === null) return null;
  return (
    // This is not a live region, because a screen reader reads the focused cell anyway.
    <p className={classes['full']} aria-live="off" title={fullValue}>
      <span className={classes['name']}>{t('fullValue')}</span>{' '}
      <span className={classes['value']}>{fullValue}</span>
    </p>
  );
}

/** Calls back when the focused cell's row arrives late, because screen readers do not read the cell again. */
function useOnLateCell(
  focus: CellPosition | null,
  rowState: GridRowState | null,
  onArrived: (position: CellPosition) => void,
): void {
  const awaitedRow = useRef<number | null>(null);
  const arrive = useEffectEvent(onArrived);
  const rowIndex = focus?.rowIndex ?? null;
  useEffect(() => {
    if (rowState === 'loading') awaitedRow.current = rowIndex;
    else if (rowState === 'ready' && awaitedRow.current === rowIndex && focus !== null) arrive(focus);
    if (rowState !== 'loading') awaitedRow.current = null;
    // The effect runs once per row, so that moving to another column of the row announces nothing.
    // eslint-disable-next-line react/exhaustive-deps
  }, [rowIndex, rowState]);
}
