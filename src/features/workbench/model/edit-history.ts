import type { DraftQuery } from './draft-query';
import type { Unapplied } from './unapplied';
import type { SnapshotView } from './snapshot-view';
import type { WorkbenchSearch } from './workbench-search';

/** The state that undoing a step restores. */
export type EditStep =
  | { readonly kind: 'query'; readonly draft: DraftQuery }
  /** The address parameters that configure a view. A parameter that was absent is undefined. */
  | {
      readonly kind: 'view';
      readonly view: SnapshotView;
      readonly parameters: WorkbenchSearch;
      /** The query, if it changes together with the parameters. */
      readonly draft?: DraftQuery;
    }
  /** Everything that **New query** empties: query, address and unapplied edits. */
  | {
      readonly kind: 'everything';
      readonly draft: DraftQuery;
      readonly address: WorkbenchSearch;
      readonly rules: Unapplied | null;
    };

export interface EditHistory {
  /** The steps to undo, the oldest first. */
  readonly past: readonly EditStep[];
  /** The steps to redo, the next one first. */
  readonly future: readonly EditStep[];
  readonly lastEdit: { readonly editKey: string; readonly atMs: number } | null;
}

export const NO_HISTORY: EditHistory = { past: [], future: [], lastEdit: null };

const MAX_STEPS = 100;
/** Edits that follow each other within this time can share an undo step. */
const SAME_STEP_MS = 1000;

/** Records the state before an edit. Edits with the same `editKey` in quick succession share a step. */
export function recorded(
  history: EditHistory,
  before: EditStep,
  editKey: string | null,
  atMs: number,
): EditHistory {
  const lastEdit = editKey === null ? null : { editKey, atMs };
  const isSameStep =
    editKey !== null &&
    history.lastEdit?.editKey === editKey &&
    atMs - history.lastEdit.atMs <= SAME_STEP_MS &&
    history.past.length > 0;
  const past = isSameStep ? history.past : [...history.past, before].slice(-MAX_STEPS);
  return { past, future: [], lastEdit };
}

export type EditDirection = 'undo' | 'redo';

/** Returns the next step in a direction; null when there is none. */
export function nextStep({ past, future }: EditHistory, direction: EditDirection): EditStep | null {
  return (direction === 'undo' ? past.at(-1) : future[0]) ?? null;
}

/** Moves the history past its next step. `current` is the state that the step is about to replace. */
export function stepped(
  { past, future }: EditHistory,
  direction: EditDirection,
  current: EditStep,
): EditHistory {
  return direction === 'undo'
    ? { past: past.slice(0, -1), future: [current, ...future], lastEdit: null }
    : { past: [...past, current], future: future.slice(1), lastEdit: null };
}

/** Removes parameters from all steps, and removes the steps that become empty. */
export function withoutParameters(
  history: EditHistory,
  names: readonly (keyof WorkbenchSearch)[],
): EditHistory {
  const kept = (steps: readonly EditStep[]) =>
    steps.flatMap((step): readonly EditStep[] => {
      // Undoing **New query** restores the whole address, including its snapshot, so its step keeps all parameters.
      if (step.kind !== 'view') return [step];
      const parameters = { ...step.parameters };
      for (const name of names) delete parameters[name];
      return Object.keys(parameters).length === 0 ? [] : [{ ...step, parameters }];
    });
  return { ...history, past: kept(history.past), future: kept(history.future) };
}
