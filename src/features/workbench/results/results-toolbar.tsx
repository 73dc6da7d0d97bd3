import { IconAdjustmentsHorizontal, IconRefresh, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '@/shared/ui/icon-button';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import { ChangeNotice, type ChangeNoticeProps } from './change-notice';
import type { ShownResults } from './exportable-results';
import { GoToRow } from './go-to-row';
import type { ResultsPanelProps } from './results-panel-props';
import classes from './results-toolbar.module.css';

/** Where to open the menu of the view, px of the window, and what has the focus back after it. */
export interface ViewMenuRequest {
  readonly xPx: number;
  readonly yPx: number;
  readonly opener: HTMLElement;
}

export interface ResultsToolbarProps {
  readonly shown: OpenSnapshot;
  readonly isRunning: boolean;
  /** 0-based. */
  readonly onGoToRow: (rowIndex: number) => void;
  readonly onRefresh: () => void;
  /** What else can be done with the rows. */
  readonly renderTools: ResultsPanelProps['renderTools'];
  readonly getResults: () => ShownResults;
  readonly change: ChangeNoticeProps;
  readonly onViewMenu: (request: ViewMenuRequest) => void;
  readonly onFind: () => void;
  /** In place of the tools where there is no room for both; null while nobody looks for anything. */
  readonly find: ReactNode | null;
  /** The tools take their place back. */
  readonly onFindOver: () => void;
}

/** What the rows below are, and the ways through them. */
export function ResultsToolbar(props: ResultsToolbarProps) {
  const { shown, isRunning, onGoToRow, onRefresh, find } = props;
  const t = useTranslations('results');
  const { rowCount } = shown.snapshot;
  return (
    <div className={classes['bar']}>
      <div className={classes['toolbar']}>
        <div className={classes['tools']} data-yields={find !== null || undefined}>
          {props.renderTools(props.getResults, 'toolbar')}
          {rowCount > 0 && (
            <GoToRow
              key={shown.snapshot.cacheKey}
              rowCount={rowCount}
              onGo={onGoToRow}
              onOpen={props.onFindOver}
            />
          )}
          <IconButton
            label={t('refresh')}
            // Not truly disabled: it would lose the focus.
            {...(isRunning && { 'aria-disabled': true, 'data-disabled': true })}
            onClick={() => {
              if (!isRunning) onRefresh();
            }}
          >
            <IconRefresh size={17} />
          </IconButton>
          {rowCount > 0 && (
            <IconButton
              label={t('find')}
              hint={t('findShortcut')}
              aria-keyshortcuts="Control+F Meta+F"
              aria-expanded={find !== null}
              onClick={props.onFind}
            >
              <IconSearch size={17} />
            </IconButton>
          )}
          {rowCount > 0 && (
            <IconButton
              label={t('view')}
              aria-haspopup="menu"
              onClick={(event) => {
                const { left, bottom } = event.currentTarget.getBoundingClientRect();
                props.onViewMenu({ xPx: left, yPx: bottom, opener: event.currentTarget });
              }}
            >
              <IconAdjustmentsHorizontal size={17} />
            </IconButton>
          )}
        </div>
        {find}
        <ChangeNotice {...props.change} />
      </div>
    </div>
  );
}
