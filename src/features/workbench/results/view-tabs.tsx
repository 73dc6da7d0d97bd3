import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { SnapshotView } from '../model/snapshot-view';
import { useWorkbenchActions, useWorkbenchScope } from '../use-workbench';
import classes from './view-tabs.module.css';

/** The tabs of the snapshot's views. */
export function ViewTabs() {
  const t = useTranslations('results');
  const { views, shownView } = useWorkbenchScope();
  const { showView } = useWorkbenchActions();
  const onKeyDown = (event: KeyboardEvent) => {
    const index = views.indexOf(shownView);
    const next = {
      ArrowLeft: views.at(index - 1),
      ArrowRight: views[(index + 1) % views.length],
      Home: views[0],
      End: views.at(-1),
    }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    showView(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    // The key events bubble from the focused tab.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="tablist" aria-label={t('views.label')} className={classes['tabs']} onKeyDown={onKeyDown}>
      {views.map((view) => {
        const isShown = view === shownView;
        return (
          <button
            key={view}
            id={tabId(view)}
            type="button"
            role="tab"
            aria-selected={isShown}
            // The others have no panel until they are shown.
            aria-controls={isShown ? panelId(view) : undefined}
            tabIndex={isShown ? 0 : -1}
            className={classes['tab']}
            onClick={() => showView(view)}
          >
            {t(`views.${view}`)}
          </button>
        );
      })}
    </div>
  );
}

/** Returns what makes an element the panel of a view's tab; nothing where there are no tabs. */
export function viewPanelProps(view: SnapshotView, views: readonly SnapshotView[]) {
  if (views.length === 1) return {};
  return { id: panelId(view), role: 'tabpanel', 'aria-labelledby': tabId(view) } as const;
}

// A page has one workbench.
function tabId(view: SnapshotView): string {
  return `snapshot-tab-${view}`;
}

function panelId(view: SnapshotView): string {
  return `snapshot-panel-${view}`;
}
