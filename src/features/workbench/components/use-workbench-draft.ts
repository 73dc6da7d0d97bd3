import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { countChanges } from '../model/draft-changes';
import { NO_HISTORY, recorded, redone, undone, type DraftHistory } from '../model/draft-history';
import { WHOLE_COLUMN, type DraftFilter, type DraftQuery, type DraftSort } from '../model/draft-query';
import { loadDraft, saveDraft, type StoredDraft } from '../model/draft-storage';
import { queryToSearch } from '../model/query-address';

export interface WorkbenchDraftInput {
  readonly priceColumnName: string;
  /** The query of the address; null: nothing has been run. */
  readonly applied: DraftQuery | null;
  /** What no choice of fields means. */
  readonly allFields: readonly string[];
}

export type DraftEdit = (draft: DraftQuery) => DraftQuery;

/** The query being built, and every way to change it. Each change is one step of undo. */
export interface WorkbenchDraft {
  /** As rendered. */
  readonly draft: DraftQuery;
  /** With every change made so far, rendered or not. */
  readonly latestDraft: () => DraftQuery;
  /** Between the applied query and the draft. */
  readonly changeCount: number;
  /** Any change at once, as one step of undo. Gives the draft as it is then. */
  readonly edit: (change: DraftEdit) => DraftQuery;
  readonly setFields: (fields: DraftQuery['fields']) => void;
  readonly insertFilter: (index: number, filter: DraftFilter) => void;
  /** `editKey`: edits in quick succession with the same key are one step. */
  readonly setFilter: (index: number, filter: DraftFilter, editKey: string | null) => void;
  readonly removeFilter: (index: number) => void;
  readonly moveFilter: (from: number, to: number) => void;
  readonly addSort: (rule: DraftSort) => void;
  readonly setSort: (index: number, rule: DraftSort) => void;
  readonly removeSort: (index: number) => void;
  readonly moveSort: (from: number, to: number) => void;
  /**
   * The applied query is about to become `applied`, which is what it was with `change`: the draft takes the change too,
   * and keeps all that is not run yet.
   */
  readonly follow: (applied: DraftQuery, change: DraftEdit) => void;
  /** The applied query is about to become `applied`, and the draft stays what it is. */
  readonly stay: (applied: DraftQuery) => void;
  /** Another query in the place of the draft, which undo brings back. */
  readonly open: (query: DraftQuery) => void;
  /** To the applied query. Can be undone. */
  readonly reset: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

const SAVE_DELAY_MS = 300;

/**
 * The form behind the query builder. The draft outlives a reload of the tab; a new address (back, forward, a pasted
 * link) replaces it, unless it already says the same.
 */
export function useWorkbenchDraft(input: WorkbenchDraftInput): WorkbenchDraft {
  const { priceColumnName, applied, allFields } = input;
  const appliedText = addressText(applied);
  const appliedDraft = applied ?? WHOLE_COLUMN;
  const [initial] = useState(() => initialDraft(priceColumnName, appliedText, appliedDraft));
  const form = useForm<DraftQuery>({ defaultValues: initial.draft });
  const { control, getValues, setValue, reset: resetForm } = form;
  const filters = useFieldArray({ control, name: 'filters', keyName: 'key' });
  const sort = useFieldArray({ control, name: 'sort', keyName: 'key' });
  // Every member of the form has a default, so the watched values are whole.
  const draft = useWatch({ control }) as DraftQuery;
  const [history, setHistory] = useState(initial.history);

  const snapshot = useCallback(() => structuredClone(getValues()), [getValues]);
  const record = (editKey: string | null) => {
    const before = snapshot();
    setHistory((current) => recorded(current, before, editKey, Date.now()));
  };
  const replace = (next: DraftQuery) => {
    resetForm(next);
  };

  const lastAppliedText = useRef(appliedText);
  // Of an address that is still to come, and that the draft has followed already.
  const followedText = useRef<string | null>(null);
  const appliedDraftRef = useRef(appliedDraft);
  useEffect(() => {
    appliedDraftRef.current = appliedDraft;
  });
  useEffect(() => {
    if (lastAppliedText.current === appliedText) return;
    lastAppliedText.current = appliedText;
    const isFollowed = followedText.current === appliedText;
    followedText.current = null;
    const before = snapshot();
    // The person's own run: the draft is what was applied, and knows more (what was typed, disabled leftovers).
    if (isFollowed || addressText(before) === appliedText) return;
    setHistory((current) => recorded(current, before, null, Date.now()));
    resetForm(appliedDraftRef.current);
  }, [appliedText, snapshot, resetForm]);

  useEffect(() => {
    const save = () => {
      saveDraft(priceColumnName, appliedText, draft);
    };
    const timer = setTimeout(save, SAVE_DELAY_MS);
    // A reload within the delay must not lose the last keys.
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [priceColumnName, appliedText, draft]);

  const changeCount = useMemo(
    () => countChanges(appliedDraft, draft, allFields),
    // The applied query by its text: its object is made anew whenever the address is read.
    // eslint-disable-next-line react/exhaustive-deps
    [appliedText, draft, allFields],
  );

  const step = (take: typeof undone) => {
    const taken = take(history, snapshot());
    if (taken === null) return;
    setHistory(taken.history);
    replace(taken.draft);
  };

  const edit = (change: DraftEdit) => {
    const before = snapshot();
    const after = change(before);
    setHistory((current) => recorded(current, before, null, Date.now()));
    replace(after);
    return after;
  };

  const stay = (next: DraftQuery) => {
    const nextText = addressText(next);
    if (nextText !== appliedText) followedText.current = nextText;
  };

  return {
    draft,
    latestDraft: snapshot,
    changeCount,
    edit,
    open: (query) => {
      if (countChanges(query, snapshot(), allFields) > 0) edit(() => query);
    },
    follow: (next, change) => {
      stay(next);
      edit(change);
    },
    stay,
    setFields: (fields) => {
      record(null);
      setValue('fields', fields === null ? null : [...fields]);
    },
    insertFilter: (index, filter) => {
      record(null);
      filters.insert(index, filter, { shouldFocus: false });
    },
    setFilter: (index, filter, editKey) => {
      record(editKey);
      setValue(`filters.${index}`, filter);
    },
    removeFilter: (index) => {
      record(null);
      filters.remove(index);
    },
    moveFilter: (from, to) => {
      record(null);
      filters.move(from, to);
    },
    addSort: (rule) => {
      record(null);
      sort.append(rule, { shouldFocus: false });
    },
    setSort: (index, rule) => {
      record(null);
      setValue(`sort.${index}`, rule);
    },
    removeSort: (index) => {
      record(null);
      sort.remove(index);
    },
    moveSort: (from, to) => {
      record(null);
      sort.move(from, to);
    },
    reset: () => {
      record(null);
      replace(appliedDraft);
    },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => {
      step(undone);
    },
    redo: () => {
      step(redone);
    },
  };
}

/**
 * What was built here before, where the address is still the one it grew from. Else the applied query; what was built
 * and never run is then one step of undo away.
 */
function initialDraft(
  priceColumnName: string,
  appliedText: string,
  applied: DraftQuery,
): { readonly draft: DraftQuery; readonly history: DraftHistory } {
  const stored = loadDraft(priceColumnName);
  if (stored?.appliedText === appliedText) return { draft: stored.draft, history: NO_HISTORY };
  const isUnrun = stored !== null && !isAsApplied(stored) && addressText(stored.draft) !== appliedText;
  return { draft: applied, history: isUnrun ? recorded(NO_HISTORY, stored.draft, null, 0) : NO_HISTORY };
}

function isAsApplied({ draft, appliedText }: StoredDraft): boolean {
  return addressText(draft) === (appliedText === '' ? addressText(WHOLE_COLUMN) : appliedText);
}

function addressText(draft: DraftQuery | null): string {
  return draft === null ? '' : JSON.stringify(queryToSearch(draft));
}
