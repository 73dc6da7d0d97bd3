import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { useTranslations } from 'use-intl';
import { useAnnounce } from '@/ui/components/announcer';
import { usePageActions } from '@/ui/components/page-actions';
import { countChanges } from '../model/draft-changes';
import { outermostId, WHOLE_COLUMN, type DraftQuery } from '../model/draft-query';
import { nextStep, type EditDirection } from '../model/edit-history';
import { inAddressOrder } from '../model/filter-place';
import type { ProblemLocation } from '../model/resolve-query';
import type { SnapshotView } from '../model/snapshot-view';
import { useFocusSoon } from '../../../ui/components/use-focus-soon';
import {
  useOnRequest,
  useOnWorkbenchChange,
  useWorkbenchActions,
  useWorkbenchScope,
  useWorkbenchState,
} from '../controller/use-workbench';
import { filterEditorId } from '../conditions/condition-ids';
import {
  addFilterId,
  addSortId,
  computedNameId,
  elementIdOf,
  fieldId,
  QUERY_TABS,
  queryTabId,
  renderedChipId,
  sortFieldId,
  LINE_FIELDS_ID,
  LINE_MORE_ID,
  ruleChipId,
  type QueryPlace,
  type QueryTab,
} from './element-ids';
import type { RequestFormat } from './request/request-code';
import { useQueryPanel, type QueryPanel } from './use-query-panel';
import { useQueryProblems, type QueryProblems } from './use-query-problems';

/** The editor that is open below the query line. */
export type LineEditor =
  /** The editor of a rule. `focusId` is the id of the element to focus; null for the first one. */
  | { readonly kind: 'rule'; readonly id: string; readonly focusId: string | null }
  | { readonly kind: 'fields'; readonly focusId: string | null }
  /** The list of the rules that have no room in the line. */
  | { readonly kind: 'more'; readonly ids: readonly string[] };

/** Returns the id of the button that opens an editor. */
export function openerId(editor: LineEditor | null): string | null {
  switch (editor?.kind) {
    case 'rule':
      return ruleChipId(editor.id);
    case 'fields':
      return LINE_FIELDS_ID;
    case 'more':
      return LINE_MORE_ID;
    case undefined:
      return null;
  }
}

/** The state of the query that the query panel and the query line share. */
export interface QueryView extends QueryProblems {
  /** The number of changes in the draft since the applied query. */
  readonly changeCount: number;
  /** The number of fields in the draft, and the number of fields that the user may view. */
  readonly fieldCount: { readonly chosen: number; readonly all: number };
  readonly tab: QueryTab;
  readonly setTab: (tab: QueryTab) => void;
  /** The format in which the **Request** tab shows the request. */
  readonly requestFormat: RequestFormat;
  readonly setRequestFormat: (format: RequestFormat) => void;
  /** The id of the computed column whose editor is open; null if none is. */
  readonly editedComputed: string | null;
  /** Opens the editor of a computed column in the builder. Null closes the editor. */
  readonly editComputed: (id: string | null) => void;
  /** Shows the builder, and focuses the element with the id. */
  readonly showInBuilder: (elementId: string) => void;
  readonly lineEditor: LineEditor | null;
  readonly setLineEditor: (editor: LineEditor | null) => void;
  /** Focuses the element with the id as soon as it is rendered. */
  readonly focusSoon: (elementId: string) => void;
  readonly step: (direction: EditDirection) => void;
  readonly reset: () => void;
}

const PanelContext = createContext<QueryPanel | null>(null);
const ViewContext = createContext<QueryView | null>(null);

/** Provides the query to its panel and its line, and adds its keyboard shortcuts and commands. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const panel = useQueryPanel();
  const view = useSharedView(panel);
  return (
    <PanelContext value={panel}>
      <ViewContext value={view}>{children}</ViewContext>
    </PanelContext>
  );
}

export function useQueryPanelState(): QueryPanel {
  return present(use(PanelContext));
}

export function useQueryView(): QueryView {
  return present(use(ViewContext));
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('There is no query around this component.');
  return value;
}

function useSharedView(panel: QueryPanel): QueryView {
  const t = useTranslations('workbench');
  const { priceColumn, isLocked, today, appliedWhole, addedFields, readsRows, chosenView } =
    useWorkbenchScope();
  const state = useWorkbenchState();
  const { draft, history } = state;
  const actions = useWorkbenchActions();
  const announce = useAnnounce();
  const focusSoon = useFocusSoon();
  const [tab, setTab] = useTabOfView(chosenView);
  const [requestFormat, setRequestFormat] = useState<RequestFormat>('body');
  const [lineEditor, setLineEditor] = useState<LineEditor | null>(null);
  const [editedComputed, setEditedComputed] = useState<string | null>(null);
  const scope = useMemo(
    () => ({ priceColumn, isLocked, today, addedFields, readsRows }),
    [priceColumn, isLocked, today, addedFields, readsRows],
  );
  const problems = useQueryProblems(state, scope);
  const viewable = useMemo(
    () => priceColumn.fields.filter((field) => !isLocked(field)).map((field) => field.name),
    [priceColumn, isLocked],
  );
  const changeCount = useMemo(
    () =>
      countChanges(
        inAddressOrder(appliedWhole ?? WHOLE_COLUMN, priceColumn),
        inAddressOrder(draft, priceColumn),
        viewable,
      ),
    [appliedWhole, draft, viewable, priceColumn],
  );
  const fieldCount = useMemo(() => {
    const { fields } = draft;
    const chosen = fields === null ? viewable : viewable.filter((name) => fields.includes(name));
    return { chosen: chosen.length, all: viewable.length };
  }, [draft, viewable]);

  const showInBuilder = (elementId: string) => {
    setLineEditor(null);
    if (!panel.isShown) panel.show();
    setTab('builder');
    focusSoon(elementId);
  };
  const editComputed = (id: string | null) => {
    setEditedComputed(id);
    if (id !== null) showInBuilder(computedNameId(id));
  };
  const reveal = (
    where: ProblemLocation,
    elementId = elementIdOf(where, panel.isShown ? 'panel' : 'line'),
  ) => {
    if (panel.isShown) setTab('builder');
    else if (where.part === 'fields') setLineEditor({ kind: 'fields', focusId: elementId });
    else if (where.part === 'computed') panel.show();
    else setLineEditor({ kind: 'rule', id: outermostId(draft.filters, where.id), focusId: elementId });
    focusSoon(elementId);
  };
  const showTab = (shown: QueryTab, focusId = queryTabId(shown)) => {
    panel.show();
    setTab(shown);
    setLineEditor(null);
    focusSoon(focusId);
  };
  // Column headers, cells and refreshes can run the query, too. So the effect depends on the state and not on a press of the button.
  useOnWorkbenchChange(
    ({ blockedRun }) => blockedRun,
    (blocked) => {
      const first = blocked?.problems[0];
      if (first !== undefined) reveal(first.where);
    },
  );
  useOnWorkbenchChange(
    ({ shownPart }) => shownPart,
    (where) => {
      if (where === null) return;
      if (where.part === 'computed') return editComputed(where.id);
      const name = where.part === 'fields' ? where.field : null;
      reveal(where, name === null ? undefined : fieldId(name, panel.isShown ? 'panel' : 'line'));
    },
  );
  useOnRequest('focus-query', () => focusSoon(addFilterId('line')));
  useOnRequest('show-setup', ({ focusId }) => showTab('view', focusId ?? undefined));
  useOnRequest('show-jobs', () => {
    setRequestFormat('dask-job');
    showTab('request');
  });
  // The sheet and the editors are closed by a run, because they would cover its rows.
  useOnWorkbenchChange(
    ({ runCount }) => runCount,
    () => {
      if (panel.isSheet) panel.hide();
      setLineEditor(null);
    },
  );

  const step = (direction: EditDirection) => {
    const next = nextStep(history, direction);
    if (next === null) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-rule]')?.dataset;
    actions[direction]();
    announce(t(direction === 'undo' ? 'query.undone' : 'query.redone'));
    const { rule, place = 'panel' } = focused ?? {};
    const neighbour =
      rule === undefined || next.kind !== 'query' ? undefined : neighbourOf(rule, draft, next.draft);
    if (neighbour === undefined) return;
    setLineEditor(null);
    focusSoon(neighbourElementId(neighbour, place === 'line' ? 'line' : 'panel'));
  };
  const reset = () => {
    setLineEditor(null);
    actions.reset();
    announce(t('query.resetDone'));
  };
  useRunShortcut(actions.run);
  useUndoShortcut(step);
  usePageActions([
    { id: 'run', label: t('query.run'), shortcut: t('query.runShortcut'), run: actions.run },
    { id: 'reset', label: t('query.reset'), run: reset },
    ...QUERY_TABS.map((each) => ({
      id: each,
      label: t(`query.show.${each}`),
      run: () => showTab(each),
    })),
  ]);
  return {
    ...problems,
    changeCount,
    fieldCount,
    tab,
    setTab,
    requestFormat,
    setRequestFormat,
    editedComputed,
    editComputed,
    showInBuilder,
    lineEditor,
    setLineEditor,
    focusSoon,
    step,
    reset,
  };
}

/** Holds the tab of the panel. Choosing a view shows the set-up of the view, and choosing the rows shows the query. */
function useTabOfView(view: SnapshotView) {
  const [shown, setShown] = useState(() => ({ view, tab: tabOfView(view) }));
  if (shown.view !== view) setShown({ view, tab: tabOfView(view) });
  const setTab = useCallback((tab: QueryTab) => setShown((before) => ({ ...before, tab })), []);
  return [shown.tab, setTab] as const;
}

function tabOfView(view: SnapshotView): QueryTab {
  return view === 'rows' ? 'builder' : 'view';
}

/** Returns the rule that gets the focus when another is removed; its `id` is null if none is left. Undefined if the rule still exists. */
function neighbourOf(ruleId: string, before: DraftQuery, after: DraftQuery): RuleNeighbour | undefined {
  for (const kind of ['filters', 'sort'] as const) {
    const index = before[kind].findIndex(({ id }) => id === ruleId);
    if (index === -1 || after[kind].some(({ id }) => id === ruleId)) continue;
    return { kind, id: (after[kind][index] ?? after[kind].at(-1))?.id ?? null };
  }
  return undefined;
}

interface RuleNeighbour {
  readonly kind: 'filters' | 'sort';
  readonly id: string | null;
}

function neighbourElementId({ kind, id }: RuleNeighbour, place: QueryPlace): string {
  if (id === null) return kind === 'filters' ? addFilterId(place) : addSortId(place);
  if (place === 'line') return renderedChipId(id);
  return kind === 'filters' ? filterEditorId(id, 'field') : sortFieldId(id);
}

/** Runs the query on Ctrl+Enter or ⌘+Enter, wherever the focus is in the workbench, except in dialogs that do not belong to the query. */
function useRunShortcut(run: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.isComposing)
        return;
      const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
      if (dialog !== null && !dialog.hasAttribute('data-query')) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [run]);
}

const TEXT_FIELDS =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable=true]';

/** Undoes and redoes edits on Ctrl+Z and Ctrl+Y. In a text field that is not part of the draft, these keys undo only the typing. */
function useUndoShortcut(step: (direction: EditDirection) => void): void {
  const stepNow = useEffectEvent(step);
  useEffect(() => {
    let typedInto: EventTarget | null = null;
    const onInput = ({ target }: Event) => {
      const showsDraft =
        target instanceof HTMLInputElement &&
        target.type !== 'search' &&
        target.closest('[data-draft]') !== null;
      if (!showsDraft) typedInto = target;
    };
    const onBlur = () => {
      typedInto = null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if ((key !== 'z' && key !== 'y') || !(target instanceof Element)) return;
      const dialog = target.closest('[role="dialog"]');
      if (dialog !== null && !dialog.hasAttribute('data-query')) return;
      if (target === typedInto && target.matches(TEXT_FIELDS)) return;
      event.preventDefault();
      stepNow(key === 'z' && !event.shiftKey ? 'undo' : 'redo');
    };
    document.addEventListener('input', onInput);
    document.addEventListener('focusout', onBlur);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('input', onInput);
      document.removeEventListener('focusout', onBlur);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
