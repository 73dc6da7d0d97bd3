import type { DraftQuery } from './draft-query';

/** Where a draft came from and what was taken back, for undo and redo. */
export interface DraftHistory {
  /** Oldest first. */
  readonly past: readonly DraftQuery[];
  /** Next to redo first. */
  readonly future: readonly DraftQuery[];
  readonly lastEdit: { readonly editKey: string; readonly atMs: number } | null;
}

export const NO_HISTORY: DraftHistory = { past: [], future: [], lastEdit: null };

const MAX_STEPS = 100;
/** Typing goes on as one step while the keys come faster than this. */
const SAME_STEP_MS = 1000;

/**
 * After an edit that turned `before` into something else. Edits with the same `editKey` in quick succession are one
 * step; null is always a step of its own. A new edit gives up what could have been redone.
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

/** Null when there is nothing to undo. */
export function undone(
  history: DraftHistory,
  current: DraftQuery,
): { readonly history: DraftHistory; readonly draft: DraftQuery } | null {
  const draft = history.past.at(-1);
  if (draft === undefined) return null;
  const past = history.past.slice(0, -1);
  return { draft, history: { past, future: [current, ...history.future], lastEdit: null } };
}

/** Null when there is nothing to redo. */
export function redone(
  history: DraftHistory,
  current: DraftQuery,
): { readonly history: DraftHistory; readonly draft: DraftQuery } | null {
  const [draft, ...future] = history.future;
  if (draft === undefined) return null;
  return { draft, history: { past: [...history.past, current], future, lastEdit: null } };
}
