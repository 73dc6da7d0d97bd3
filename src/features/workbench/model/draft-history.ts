import type { DraftQuery } from './draft-query';

/** The undo and redo steps of a draft. */
export interface DraftHistory {
  /** Oldest first. */
  readonly past: readonly DraftQuery[];
  /** The next step to redo first. */
  readonly future: readonly DraftQuery[];
  readonly lastEdit: { readonly editKey: string; readonly atMs: number } | null;
}

export const NO_HISTORY: DraftHistory = { past: [], future: [], lastEdit: null };

const MAX_STEPS = 100;
/** Edits that follow each other within this time can share an undo step. */
const SAME_STEP_MS = 1000;

/**
 * Records an edit that changed the draft `before`, and drops the redo steps. Edits with the same `editKey` in quick
 * succession share one step; an edit with a null key is always a step of its own.
 */
export function recorded(
  history: DraftHistory,
  before: DraftQuery,
  editKey: string | null,
  atMs: number,
): DraftHistory {
  const lastEdit = editKey === null ? null : { editKey, atMs };
  const isSameStep =
    editKey !== null &&
    history.lastEdit?.editKey === editKey &&
    atMs - history.lastEdit.atMs <= SAME_STEP_MS &&
    history.past.length > 0;
  const past = isSameStep ? history.past : [...history.past, before].slice(-MAX_STEPS);
  return { past, future: [], lastEdit };
}

/** Undoes the last step; null when there is none. */
export function undone(
  history: DraftHistory,
  current: DraftQuery,
): { readonly history: DraftHistory; readonly draft: DraftQuery } | null {
  const draft = history.past.at(-1);
  if (draft === undefined) return null;
  const past = history.past.slice(0, -1);
  return { draft, history: { past, future: [current, ...history.future], lastEdit: null } };
}

/** Redoes the next step; null when there is none. */
export function redone(
  history: DraftHistory,
  current: DraftQuery,
): { readonly history: DraftHistory; readonly draft: DraftQuery } | null {
  const [draft, ...future] = history.future;
  if (draft === undefined) return null;
  return { draft, history: { past: [...history.past, current], future, lastEdit: null } };
}
