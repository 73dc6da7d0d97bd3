import { IconRefresh, IconSearch, IconSum } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useHasSnapshots } from '@/session/session-context';
import type { ColumnState } from '@/lib/grid/grid-model';
import { useAnnounce } from '@/ui/components/announcer';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { rowToolsPlace } from '../controller/places';
import { useWorkbenchActions, useWorkbenchRun } from '../controller/use-workbench';
import type { FindPanel } from './find/use-find-panel';
import { FittedToolbar } from './fitted-toolbar';
import { GoToRow } from './go-to-row';
import classes from './results-toolbar.module.css';
import { ToolButton, TraceButton } from './tool-button';

export interface ResultsToolbarProps {
  readonly openSnapshot: OpenSnapshot;
  /** Whether the grid is shown, and not another view of the snapshot. */
  readonly hasGrid: boolean;
  readonly columnState: ColumnState;
  readonly onColumnStateChange: (columnState: ColumnState) => void;
  readonly renderTools: () => ReactNode;
  readonly start: ReactNode;
  readonly finding: FindPanel;
  readonly onGoToRow: (rowIndex: number) => void;
  /** Shows the statistics of the column of the active cell. */
  readonly onStatistics: () => void;
  readonly onRefresh: () => void;
  /** Moves the focus to the rows. */
  readonly takeFocus: () => void;
}

/** The tools for the rows, in groups. The find bar replaces the tools if both do not fit. */
export function ResultsToolbar(props: ResultsToolbarProps) {
  const { openSnapshot, hasGrid, finding, onRefresh } = props;
  const { cacheKey, rowCount } = openSnapshot.snapshot;
  const isRunning = useWorkbenchRun().status === 'running';
  const hasSnapshots = useHasSnapshots();
  const t = useTranslations('results');
  return (
    <FittedToolbar
      start={props.start}
      tools={
        <>
          {/* The tools are aligned at their end, so tools that appear late stand first, where they move no other tool. */}
          <rowToolsPlace.Place className={classes['group']} />
          {hasGrid && rowCount > 0 && (
            <>
              <div className={classes['group']}>
                <ToolButton
                  icon={<IconSearch size={16} />}
                  whenNarrow="yields"
                  label={t('findShort')}
                  name={t('find')}
                  hint={t('findShortcut')}
                  aria-keyshortcuts="Control+F Meta+F"
                  aria-expanded={finding.bar !== null}
                  onClick={finding.open}
                />
                <GoToRow key={cacheKey} rowCount={rowCount} onGo={props.onGoToRow} onOpen={finding.close} />
              </div>
              <div className={classes['group']}>
                <ColumnTraces {...props} />
                <ToolButton
                  icon={<IconSum size={16} />}
                  whenNarrow="yields"
                  label={t('statistics')}
                  hint={t('statisticsHint')}
                  onClick={props.onStatistics}
                />
              </div>
            </>
          )}
          <div className={classes['group']}>
            <ToolButton
              icon={<IconRefresh size={16} />}
              label={t(hasSnapshots ? 'refreshShort' : 'runAgain')}
              name={t(hasSnapshots ? 'refresh' : 'runAgain')}
              hint={t(hasSnapshots ? 'refresh' : 'runAgain')}
              // `disabled` would take the focus from the button.
              {...(isRunning && { 'aria-disabled': true, 'data-disabled': true })}
              onClick={() => {
                if (!isRunning) onRefresh();
              }}
            />
          </div>
          <div className={classes['group']}>{props.renderTools()}</div>
        </>
      }
      bar={finding.bar}
    />
  );
}

/** Buttons with the numbers of hidden and pinned columns. One shows the hidden columns; the other opens the settings of the columns. */
function ColumnTraces({
  openSnapshot,
  columnState,
  onColumnStateChange,
  takeFocus,
}: Pick<ResultsToolbarProps, 'openSnapshot' | 'columnState' | 'onColumnStateChange' | 'takeFocus'>) {
  const t = useTranslations('results');
  const announce = useAnnounce();
  const { showSetup } = useWorkbenchActions();
  const isThere = (columnId: string) => openSnapshot.columns.includes(columnId);
  const hiddenCount = columnState.hidden.filter(isThere).length;
  const pinnedCount = [...columnState.pinnedStart, ...columnState.pinnedEnd].filter(isThere).length;
  return (
    <>
      {hiddenCount > 0 && (
        <TraceButton
          label={t('hiddenCount', { count: hiddenCount })}
          action={t('showHidden', { count: hiddenCount })}
          onClick={() => {
            onColumnStateChange({ ...columnState, hidden: [] });
            announce(t('hiddenShown'));
            // The focused button disappears, so the rows take the focus.
            takeFocus();
          }}
        />
      )}
      {pinnedCount > 0 && (
        <TraceButton
          label={t('pinnedCount', { count: pinnedCount })}
          action={t('columnsHint')}
          onClick={showSetup}
        />
      )}
    </>
  );
}
