import { useMemo, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { useAnnouncer } from '@/shared/ui/announcer';
import { usePageActions } from '@/shared/ui/page-actions';
import { countChanges } from '../model/draft-changes';
import { WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import { refusalProblems } from '../model/refusals';
import { resolveQuery } from '../model/resolve-query';
import {
  useOnWorkbenchChange,
  useWorkbenchActions,
  useWorkbenchScope,
  useWorkbenchState,
} from '../use-workbench';
import { ViewsBar, type ViewsBarProps } from './views/views-bar';
import type { RunState } from '../workbench-state';
import { CopyLinkButton, type RunLinks } from './copy-link-button';
import { FIELD_SEARCH_ID, fieldId, placeId } from './element-ids';
import { FieldsGroup } from './fields-group';
import { FiltersGroup } from './filters-group';
import { QUERY_TABS, QueryHeader, queryPanelId, queryTabId, type QueryTab } from './query-header';
import { RunBar } from './run-bar';
import { SortGroup } from './sort-group';
import { useFocusSoon } from '../use-focus-soon';
import { useQueryProblems } from './use-query-problems';
import { useRunShortcut } from './use-run-shortcut';
import classes from './query-builder.module.css';

export interface QueryBuilderProps {
  /** To the applied query, to be copied. */
  readonly links: RunLinks;
  /** Saved views, above the query; absent where there are none. */
  readonly views?: Omit<ViewsBarProps, 'draft' | 'announce'>;
  /** Absent where the query cannot be folded away. */
  readonly onCollapse?: () => void;
  /** Brings a folded query back, for something in it to take the focus. */
  readonly onReveal?: () => void;
}

const FILTER_HEIGHT_PX = 92;
const SORT_HEIGHT_PX = 48;

// Looked at now and then, by few.
const RequestPanel = lazyPart(
  async () => ({ Part: (await import('./request/request-panel')).RequestPanel }),
  'inline',
);

/** Builds the query of a price column; nothing is sent before Run. */
export function QueryBuilder({ links, views, onCollapse, onReveal }: QueryBuilderProps) {
  const t = useTranslations('workbench');
  const { priceColumn, rights, isLocked, today, applied } = useWorkbenchScope();
  const { draft, history, run, refusedRuns, shownField } = useWorkbenchState();
  const actions = useWorkbenchActions();
  const { announce, announcer } = useAnnouncer();
  const focusSoon = useFocusSoon();
  const [tab, setTab] = useState<QueryTab>('builder');
  const scope = useMemo(() => ({ priceColumn, isLocked, today }), [priceColumn, isLocked, today]);
  const { resolved, shown } = useQueryProblems(draft, scope, refusedRuns.isLast);
  const problems = useMemo(() => [...shown, ...refusalsOf(run, draft)], [shown, run, draft]);
  const changeCount = useMemo(() => {
    const viewable = priceColumn.fields.filter((field) => !isLocked(field)).map((field) => field.name);
    return countChanges(applied ?? WHOLE_COLUMN, draft, viewable);
  }, [priceColumn, isLocked, applied, draft]);

  useRunShortcut(actions.run);
  const reveal = (elementId: string) => {
    onReveal?.();
    setTab('builder');
    focusSoon(elementId);
  };
  // Also asked for elsewhere: by a column header, a cell, a refresh.
  useOnWorkbenchChange(
    (state) => state.refusedRuns.count,
    (_, latest) => {
      const refused = resolveQuery(latest.draft, scope);
      const [first] = refused.ok ? [] : refused.problems;
      if (first !== undefined) reveal(placeId(first.where));
    },
  );
  useOnWorkbenchChange(
    (state) => state.shownField,
    (field) => {
      if (field !== null) reveal(fieldId(field.name));
    },
  );

  const canUndo = history.past.length > 0;
  const canRedo = history.future.length > 0;
  const takeBack = (direction: 'undo' | 'redo') => {
    if (!(direction === 'undo' ? canUndo : canRedo)) return;
    actions[direction]();
    announce(t(direction === 'undo' ? 'query.undone' : 'query.redone'));
  };
  const reset = () => {
    actions.reset();
    announce(t('query.resetDone'));
  };
  usePageActions([
    { id: 'run', label: t('query.run'), shortcut: t('query.runShortcut'), run: actions.run },
    { id: 'reset', label: t('query.reset'), run: reset },
    ...QUERY_TABS.map((each) => ({
      id: each,
      label: t(`query.show.${each}`),
      run: () => {
        onReveal?.();
        setTab(each);
        focusSoon(queryTabId(each));
      },
    })),
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    // What is typed into the search is no part of the draft: there the browser undoes.
    if ((key !== 'z' && key !== 'y') || document.activeElement?.id === FIELD_SEARCH_ID) return;
    // Also in text fields: they show the draft, and undoing the draft takes their text along.
    event.preventDefault();
    takeBack(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  };

  return (
    // The keys come from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-label={t('query.region')} className={classes['query']} onKeyDown={onKeyDown}>
      <h2 className={classes['title']}>{t('query.region')}</h2>
      <QueryHeader
        tab={tab}
        onTab={setTab}
        canUndo={canUndo}
        canRedo={canRedo}
        onUndo={() => {
          takeBack('undo');
        }}
        onRedo={() => {
          takeBack('redo');
        }}
        onCollapse={onCollapse}
      />
      {views === undefined ? <div /> : <ViewsBar {...views} draft={draft} announce={announce} />}
      <div
        {...panelProps('builder', tab)}
        className={`${classes['body'] ?? ''} ${classes['scroll'] ?? ''}`}
        style={{ '--rules-height': `${rulesHeightPx(draft)}px` } as CSSProperties}
      >
        <FieldsGroup
          fields={priceColumn.fields}
          rights={rights}
          chosen={draft.fields}
          problems={problems.filter(({ where }) => where.part === 'fields')}
          announce={announce}
          focusSoon={focusSoon}
          shownField={shownField}
          onChange={(fields) => {
            actions.edit({ type: 'set-fields', fields: fields === null ? null : [...fields] });
          }}
        />
        <FiltersGroup problems={problems} announce={announce} focusSoon={focusSoon} />
        <SortGroup problems={problems} announce={announce} focusSoon={focusSoon} />
      </div>
      <div {...panelProps('request', tab)} className={classes['body']}>
        {tab === 'request' && (
          <RequestPanel
            priceColumn={priceColumn.name}
            query={resolved.ok ? resolved.query : null}
            problemCount={resolved.ok ? 0 : resolved.problems.length}
            announce={announce}
            onShowProblems={actions.run}
          />
        )}
      </div>
      <RunBar
        isRunning={run.status === 'running'}
        // A shared query stands in the address before anybody has run it.
        isApplied={applied !== null && links.snapshot !== null}
        changeCount={changeCount}
        problemCount={refusedRuns.isLast && !resolved.ok ? resolved.problems.length : null}
        onRun={actions.run}
        onCancel={actions.cancelRun}
        onReset={reset}
      >
        <CopyLinkButton links={links} hasChanges={changeCount > 0} announce={announce} />
      </RunBar>
      {announcer}
    </section>
  );
}

/** What the service said against the last run, beside what it is about. */
function refusalsOf(run: RunState, draft: DraftQuery): ReturnType<typeof refusalProblems> {
  if (run.status !== 'failed' || run.failure.kind !== 'service' || run.request.kind !== 'query') return [];
  const { failure } = run.failure;
  const isRefused = failure.kind === 'rejected' || failure.kind === 'forbidden';
  // What was changed since is not what the service spoke of.
  const isAsRun = JSON.stringify(run.request.draft) === JSON.stringify(draft);
  return isRefused && isAsRun ? refusalProblems(failure.messages, draft) : [];
}

/** About what the rules take; the list of fields has the rest. */
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
