import {
  Suspense,
  useCallback,
  useImperativeHandle,
  useMemo,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn, PriceField } from '@/contract/column';
import type { ExtractionQuery } from '@/contract/extraction';
import { viewState, type Rights } from '@/session/rights';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { usePageActions } from '@/shared/ui/page-actions';
import { localDay } from '../model/calendar';
import type { DraftQuery } from '../model/draft-query';
import { refusalProblems } from '../model/refusals';
import { resolveQuery } from '../model/resolve-query';
import { ViewsBar, type ViewsBarProps } from '../views/views-bar';
import { useAnnouncer } from '@/shared/ui/announcer';
import { CopyLinkButton, type RunLinks } from './copy-link-button';
import { FIELD_SEARCH_ID, fieldId, placeId } from './element-ids';
import { FieldsGroup } from './fields-group';
import { FiltersGroup } from './filters-group';
import { QUERY_TABS, QueryHeader, queryPanelId, queryTabId, type QueryTab } from './query-header';
import { RunBar } from './run-bar';
import { SortGroup } from './sort-group';
import { useFocusSoon } from './use-focus-soon';
import { useQueryProblems } from './use-query-problems';
import { useRunShortcut } from './use-run-shortcut';
import { useToday } from './use-today';
import { useWorkbenchDraft, type DraftEdit } from './use-workbench-draft';
import classes from './query-builder.module.css';

export interface QueryBuilderHandle {
  /**
   * Changes the query from outside the form (a header, a cell, a column's menu) and runs it at once, together with what
   * else was not run yet: `editAndRun((draft) => sortedBy(draft, 'Value', false))`. One step of undo. Where the query
   * cannot be run, the form shows why and takes the focus.
   */
  readonly editAndRun: (change: DraftEdit) => void;
  /** Another query in the place of the draft, which undo brings back; nothing is run. */
  readonly open: (query: DraftQuery) => void;
  /** The applied query is changed without a run, and the draft with it: see `WorkbenchDraft.follow`. */
  readonly follow: (applied: DraftQuery, change: DraftEdit) => void;
  /** The applied query is about to become that of a run: what was changed since the run began stays in the draft. */
  readonly stay: (applied: DraftQuery) => void;
  /** Takes the focus to a field of the list. */
  readonly showField: (name: string) => void;
}

export interface QueryBuilderProps {
  readonly ref?: Ref<QueryBuilderHandle>;
  readonly priceColumn: PriceColumn;
  readonly rights: Rights;
  /** The query of the address; null: nothing has been run. Compared by content. */
  readonly applied: DraftQuery | null;
  readonly isRunning: boolean;
  /** What the service said against the last run, in its words; empty unless it was refused. */
  readonly refusals: readonly string[];
  /** To the applied query, to be copied. */
  readonly links: RunLinks;
  /**
   * Also called when nothing has changed: the person then wants a new snapshot. `query` is the draft resolved against
   * today.
   */
  readonly onRun: (draft: DraftQuery, query: ExtractionQuery) => void;
  readonly onCancel: () => void;
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
const RequestPanel = lazyPart(async () => ({
  Part: (await import('../request/request-panel')).RequestPanel,
}));

/** Builds the query of a price column; nothing is sent before Run. */
export function QueryBuilder(props: QueryBuilderProps) {
  // Another price column starts with a form of its own.
  return <QueryForm key={props.priceColumn.name} {...props} />;
}

function QueryForm(props: QueryBuilderProps) {
  const { priceColumn, rights, applied, isRunning, refusals, links, views } = props;
  const { onRun, onCancel, onCollapse, onReveal, ref } = props;
  const t = useTranslations('workbench');
  const { announce, announcer } = useAnnouncer();
  const focusSoon = useFocusSoon();
  const [tab, setTab] = useState<QueryTab>('builder');
  const [isRunAttempted, setRunAttempted] = useState(false);
  const isLocked = useCallback((field: PriceField) => viewState(field, rights).state === 'locked', [rights]);
  const viewable = useMemo(
    () => priceColumn.fields.filter((field) => !isLocked(field)).map((field) => field.name),
    [priceColumn, isLocked],
  );
  const editor = useWorkbenchDraft({ priceColumnName: priceColumn.name, applied, allFields: viewable });
  const { draft, changeCount } = editor;
  const today = useToday();
  const scope = useMemo(() => ({ priceColumn, isLocked, today }), [priceColumn, isLocked, today]);
  const { resolved, shown } = useQueryProblems(draft, scope, isRunAttempted);
  const [ranDraft, setRanDraft] = useState<DraftQuery | null>(null);
  const problems = useMemo(() => {
    // What was changed since is not what the service spoke of.
    const isAsRun = ranDraft !== null && JSON.stringify(ranDraft) === JSON.stringify(draft);
    return isAsRun ? [...shown, ...refusalProblems(refusals, draft)] : shown;
  }, [shown, ranDraft, draft, refusals]);

  const runDraft = (latest: DraftQuery) => {
    const latestResolved = resolveQuery(latest, { ...scope, today: localDay(new Date()) });
    setRunAttempted(!latestResolved.ok);
    if (latestResolved.ok) {
      setRanDraft(latest);
      onRun(latest, latestResolved.query);
      return;
    }
    const [first] = latestResolved.problems;
    if (first === undefined) return;
    onReveal?.();
    setTab('builder');
    focusSoon(placeId(first.where));
  };
  const run = () => {
    // Asked anew: what the same key press has just entered is not rendered yet.
    runDraft(editor.latestDraft());
  };
  useRunShortcut(run);
  useImperativeHandle(ref, () => ({
    editAndRun: (change) => {
      runDraft(editor.edit(change));
    },
    open: editor.open,
    follow: editor.follow,
    stay: editor.stay,
    showField: (name) => {
      onReveal?.();
      setTab('builder');
      const row = document.getElementById(fieldId(name));
      // In sight already nothing is rendered anew, and later may be never.
      if (row?.checkVisibility() === true) row.focus();
      else focusSoon(fieldId(name));
    },
  }));

  const takeBack = (direction: 'undo' | 'redo') => {
    if (!(direction === 'undo' ? editor.canUndo : editor.canRedo)) return;
    editor[direction]();
    announce(t(direction === 'undo' ? 'query.undone' : 'query.redone'));
  };
  const reset = () => {
    setRunAttempted(false);
    editor.reset();
    announce(t('query.resetDone'));
  };
  usePageActions([
    { id: 'run', label: t('query.run'), shortcut: t('query.runShortcut'), run },
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
        canUndo={editor.canUndo}
        canRedo={editor.canRedo}
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
          onChange={editor.setFields}
        />
        <FiltersGroup
          editor={editor}
          fields={priceColumn.fields}
          isLocked={isLocked}
          problems={problems}
          today={today}
          announce={announce}
          focusSoon={focusSoon}
        />
        <SortGroup
          editor={editor}
          fields={priceColumn.fields}
          isLocked={isLocked}
          problems={problems}
          announce={announce}
          focusSoon={focusSoon}
        />
      </div>
      <div {...panelProps('request', tab)} className={classes['body']}>
        {tab === 'request' && (
          <Suspense>
            <RequestPanel
              priceColumn={priceColumn.name}
              query={resolved.ok ? resolved.query : null}
              problemCount={resolved.ok ? 0 : resolved.problems.length}
              announce={announce}
              onShowProblems={run}
            />
          </Suspense>
        )}
      </div>
      <RunBar
        isRunning={isRunning}
        // A shared query stands in the address before anybody has run it.
        isApplied={applied !== null && links.snapshot !== null}
        changeCount={changeCount}
        problemCount={isRunAttempted && !resolved.ok ? resolved.problems.length : null}
        onRun={run}
        onCancel={onCancel}
        onReset={reset}
      >
        <CopyLinkButton links={links} hasChanges={changeCount > 0} announce={announce} />
      </RunBar>
      {announcer}
    </section>
  );
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
