import { IconArrowBackUp, IconArrowForwardUp, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '@/shared/ui/icon-button';
import { QUERY_TABS, queryTabId, type QueryTab } from './element-ids';
import classes from './query-header.module.css';

export interface QueryHeaderProps {
  readonly tab: QueryTab;
  readonly onTab: (tab: QueryTab) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** Hides the query panel. */
  readonly onCollapse: () => void;
}

export function queryPanelId(tab: QueryTab): string {
  return `query-panel-${tab}`;
}

/** The tabs of the query, with undo, redo and collapse. */
export function QueryHeader(props: QueryHeaderProps) {
  const { tab, onTab, canUndo, canRedo, onUndo, onRedo, onCollapse } = props;
  const t = useTranslations('workbench');
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: QUERY_TABS[0], ArrowRight: QUERY_TABS[1] }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onTab(next);
    document.getElementById(queryTabId(next))?.focus();
  };
  return (
    <header className={classes['header']}>
      {/* The key events bubble from the focused tab. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div role="tablist" aria-label={t('query.tabs')} className={classes['tabs']} onKeyDown={onKeyDown}>
        {QUERY_TABS.map((each) => (
          <button
            key={each}
            id={queryTabId(each)}
            type="button"
            role="tab"
            aria-selected={each === tab}
            aria-controls={queryPanelId(each)}
            tabIndex={each === tab ? 0 : -1}
            className={classes['tab']}
            onClick={() => {
              onTab(each);
            }}
          >
            {t(`query.tab.${each}`)}
          </button>
        ))}
      </div>
      <HeaderButton label={t('query.undo')} shortcut="Ctrl+Z" isUnavailable={!canUndo} onClick={onUndo}>
        <IconArrowBackUp size={16} stroke={1.6} />
      </HeaderButton>
      <HeaderButton label={t('query.redo')} shortcut="Ctrl+Shift+Z" isUnavailable={!canRedo} onClick={onRedo}>
        <IconArrowForwardUp size={16} stroke={1.6} />
      </HeaderButton>
      <HeaderButton label={t('query.collapse')} onClick={onCollapse}>
        <IconLayoutSidebarLeftCollapse size={16} stroke={1.6} />
      </HeaderButton>
    </header>
  );
}

interface HeaderButtonProps {
  readonly label: string;
  readonly shortcut?: string;
  readonly isUnavailable?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function HeaderButton({ label, shortcut, isUnavailable = false, onClick, children }: HeaderButtonProps) {
  return (
    <IconButton
      label={label}
      hint={shortcut === undefined ? label : `${label} · ${shortcut}`}
      size={26}
      {...(isUnavailable && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}
