import { useTranslations } from 'use-intl';
import { usePageActions } from '@/ui/components/page-actions';
import { TabList } from '@/ui/components/tab-list';
import type { SnapshotView } from '../model/snapshot-view';
import { useWorkbenchActions, useWorkbenchScope } from '../controller/use-workbench';
import classes from './view-tabs.module.css';

/** The tabs of the snapshot's views. */
export function ViewTabs() {
  const t = useTranslations('results');
  const { views, chosenView, shownView } = useWorkbenchScope();
  const { showView } = useWorkbenchActions();
  usePageActions(
    views
      .filter((view) => view !== chosenView)
      .map((view) => ({
        id: `view ${view}`,
        label: t('views.goTo', { view: t(`views.${view}`) }),
        run: () => showView(view),
      })),
  );
  return (
    <TabList
      label={t('views.label')}
      tabs={views}
      selected={chosenView}
      nameOf={(view) => t(`views.${view}`)}
      tabId={tabId}
      // Other tabs have no panel, because only the shown view is rendered.
      panelId={(view) => (view === shownView ? panelId(view) : undefined)}
      onSelect={showView}
      className={classes['tabs']}
    />
  );
}

/** Returns the attributes that make an element the panel of a view's tab; an empty object if there are no tabs. */
export function viewPanelProps(view: SnapshotView, views: readonly SnapshotView[]) {
  if (views.length === 1) return {};
  return { id: panelId(view), role: 'tabpanel', 'aria-labelledby': tabId(view) } as const;
}

// Ids are unique, because a page has one workbench.
function tabId(view: SnapshotView): string {
  return `snapshot-tab-${view}`;
}

function panelId(view: SnapshotView): string {
  return `snapshot-panel-${view}`;
}
