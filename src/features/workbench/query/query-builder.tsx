import { memo, useState, type CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { lazyPart } from '@/ui/components/lazy-part';
import type { DraftQuery } from '../model/draft-query';
import { useWorkbenchActions, useWorkbenchScope, useWorkbenchState } from '../controller/use-workbench';
import { setupPlace } from '../controller/places';
import { ViewsBar, type ViewsBarProps } from './views/views-bar';
import { ComputedGroup } from './computed-group';
import { CopyLinkButton, type RunLinks } from './copy-link-button';
import { ElsewhereGroup } from './elsewhere-group';
import { queryTabId, SHOW_PANEL_ID, type QueryTab } from './element-ids';
import { FieldPicker } from './field-picker';
import { FiltersGroup } from './filters-group';
import { preloadingRuleEditors } from './lazy-editors';
import { useQueryPanelState, useQueryView } from './query-context';
import { QueryHeader, queryPanelId } from './query-header';
import { QuerySection } from './query-section';
import { RunBar } from './run-bar';
import { SortGroup } from './sort-group';
import { useRunText } from './use-run-text';
import classes from './query-builder.module.css';

export interface QueryBuilderProps {
  /** The links to the applied query, for the button that copies them. */
  readonly links: RunLinks;
  /** Whether the query in the address has been run here. The query of an opened link has not, unless the link names its rows. */
  readonly isRun: boolean;
  /** The number of rows in the snapshot on screen; null if there is no snapshot. */
  readonly snapshotRows?: number | null;
  /** The saved views. If present, they are shown above the query. */
  readonly views?: Omit<ViewsBarProps, 'draft'>;
}

const FILTER_HEIGHT_PX = 92;
const SORT_HEIGHT_PX = 48;

// The code of this tab is loaded on demand, because few users open it.
const RequestPanel = lazyPart(
  async () => ({
    Part: (await import('./request/request-panel')).RequestPanel,
  }),
  'inline',
);

function QueryBuilderView({ links, isRun, views, ...props }: QueryBuilderProps) {
  const t = useTranslations('workbench');
  const { formatInteger } = useFormats();
  const { applied, readsRows } = useWorkbenchScope();
  const { draft, history, run } = useWorkbenchState();
  const actions = useWorkbenchActions();
  const panel = useQueryPanelState();
  const query = useQueryView();
  const { tab, setTab, focusSoon } = query;
  const runText = useRunText(props.snapshotRows);
  // Once the **View** tab was shown, it stays mounted, so that edits that were not applied stay while another tab is open.
  const [isSetupDue, setSetupDue] = useState(tab === 'view');
  if (tab === 'view' && !isSetupDue) setSetupDue(true);

  return (
    <section aria-label={t('query.region')} className={classes['query']}>
      <h2 className={classes['title']}>{t('query.region')}</h2>
      <QueryHeader
        tab={tab}
        onTab={setTab}
        canUndo={history.past.length > 0}
        canRedo={history.future.length > 0}
        onUndo={() => {
          query.step('undo');
        }}
        onRedo={() => {
          query.step('redo');
        }}
        onCollapse={() => {
          panel.hide();
          focusSoon(SHOW_PANEL_ID);
        }}
      />
      {views === undefined ? <div /> : <ViewsBar {...views} draft={draft} />}
      <div
        {...panelProps('builder', tab)}
        data-draft=""
        {...preloadingRuleEditors}
        className={`${classes['body'] ?? ''} ${classes['scroll'] ?? ''}`}
        style={{ '--rules-height': `${rulesHeightPx(draft)}px` } as CSSProperties}
      >
        <QuerySection
          label={t('fields.group')}
          aside={t('fields.count', {
            chosen: formatInteger(query.fieldCount.chosen),
            all: formatInteger(query.fieldCount.all),
          })}
        >
          <FieldPicker place="panel" />
        </QuerySection>
        {readsRows && (
          <>
            <ComputedGroup />
            <ElsewhereGroup />
          </>
        )}
        <FiltersGroup />
        <SortGroup />
      </div>
      <div
        {...panelProps('view', tab)}
        className={`${classes['body'] ?? ''} ${classes['scroll'] ?? ''} ${classes['setup'] ?? ''}`}
      >
        {isSetupDue && <setupPlace.Place className={classes['place']} />}
        <p className={classes['none']}>{t('query.noSetup')}</p>
      </div>
      <div {...panelProps('request', tab)} className={classes['body']}>
        {tab === 'request' && <RequestPanel />}
      </div>
      <RunBar
        isRunning={run.status === 'running'}
        isApplied={applied !== null && isRun}
        changeCount={query.changeCount}
        problemCount={query.blockingCount}
        runText={runText}
        onRun={actions.run}
        onReset={query.reset}
      >
        <CopyLinkButton links={links} hasChanges={query.changeCount > 0} />
      </RunBar>
    </section>
  );
}

/** Edits the query of a price column, and sends nothing before **Run**. It is memoized, because it depends only on its own state. */
export const QueryBuilder = memo(QueryBuilderView);

/** Returns the approximate height of the rules. The list of fields takes the rest of the panel. */
function rulesHeightPx({ filters, sort }: DraftQuery): number {
  return filters.length * FILTER_HEIGHT_PX + sort.length * SORT_HEIGHT_PX;
}

function panelProps(panel: QueryTab, shown: QueryTab) {
  return {
    id: queryPanelId(panel),
    role: 'tabpanel',
    'aria-labelledby': queryTabId(panel),
    hidden: panel !== shown,
  };
}
