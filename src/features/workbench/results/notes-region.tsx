import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { useWorkbenchScope } from '../controller/use-workbench';
import { snapshotFailure } from '@/analysis/snapshot/snapshot-failure';
import type { ChangeNoticeProps } from './change-notice';
import { CopyNotice } from './clipboard/copy-notice';
import type { ToolSlot } from './exportable-results';
import { Highlights } from './lazy-tools';
import { ResultsBanner } from './results-banner';
import { useAnnounceSelection } from './statistics/use-selection-statistics';
import { StatusLine } from './status-line';
import { useExpiry } from './use-expiry';
import type { RowTools } from './use-row-tools';
import type { RowsOnScreen } from './use-rows-on-screen';

export interface NotesRegionProps {
  readonly onScreen: RowsOnScreen;
  readonly tools: RowTools;
  /** The notice of newer prices. */
  readonly change: ChangeNoticeProps;
  readonly renderTools: (slot: ToolSlot) => ReactNode;
}

/** The notices below the rows, and the status line. */
export function NotesRegion({ onScreen, tools, change, renderTools }: NotesRegionProps) {
  const { openSnapshot, whole, isSubset, columns, parts, selected, stop, takeFocus, takeNew } = onScreen;
  const { copying, statistics } = tools;
  const { shownView, address } = useWorkbenchScope();
  const t = useTranslations('results');
  const announce = useAnnounce();
  const { rows } = openSnapshot;
  const failureInView = useSyncExternalStore(rows.subscribe, rows.getFailureInView);
  const isTimeUp = useExpiry(openSnapshot, () => announce(t('expiresSoonWarning')));
  useAnnounceSelection(statistics.selected);
  const isAway = parts.isGridAway;
  return (
    <>
      <ResultsBanner
        stop={stop?.failure ?? null}
        isTimeUp={isTimeUp}
        rowsFailure={failureInView === null ? null : snapshotFailure(failureInView.error)}
        onRetryRows={() => {
          rows.retryFailed();
          // The focused button disappears with the failure, so the grid takes the focus.
          takeFocus();
        }}
        getAnchor={onScreen.getAnchor}
        notes={tools.notes.notes}
      />
      <CopyNotice
        takeFocus={takeFocus}
        copying={copying}
        renderTools={() => (isSubset ? null : renderTools('notice'))}
        onTakeNew={takeNew}
      />
      <StatusLine
        openSnapshot={openSnapshot}
        wholeCount={whole.snapshot.rowCount}
        isPending={onScreen.isPending}
        // Other views have no selected cells.
        statistics={isAway ? { ...statistics, selected: null } : statistics}
        hasEnded={stop !== null}
        isInconsistent={stop?.failure?.kind === 'mismatch'}
        onTakeNew={takeNew}
        hasExpired={stop?.hasExpired === true}
        columns={columns}
        focus={isAway ? null : (selected?.focus ?? null)}
        change={change}
        onCopyStatistic={(name, text) => void copying.copyOne(name, text)}
        legend={
          shownView === 'rows' && address.highlight !== undefined ? (
            <Highlights columns={openSnapshot.columns} fields={onScreen.fields} />
          ) : null
        }
      />
    </>
  );
}
