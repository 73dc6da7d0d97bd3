import { IconArrowBackUp, IconArrowForwardUp, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '@/ui/components/icon-button';
import { TabList } from '@/ui/components/tab-list';
import { QUERY_TABS, queryTabId, type QueryTab } from './element-ids';
import classes from './query-header.module.css';

export interface QueryHeaderProps {
  readonly tab: QueryTab;
  readonly onTab: (tab: QueryTab) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onCollapse: () => void;
}

export function queryPanelId(tab: QueryTab): string {
  return `query-panel-${tab}`;
}

/** The tabs of the query, and buttons for undo, redo and collapse. */
export function QueryHeader(props: QueryHeaderProps) {
  const { tab, onTab, canUndo, canRedo, onUndo, onRedo, onCollapse } = props;
  const t = useTranslations('workbench');
  return (
    <header className={classes['header']}>
      <TabList
        label={t('query.tabs')}
        tabs={QUERY_TABS}
        selected={tab}
        nameOf={(each) => t(`query.tab.${each}`)}
        tabId={queryTabId}
        panelId={queryPanelId}
        onSelect={onTab}
        className={classes['tabs']}
      />
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
