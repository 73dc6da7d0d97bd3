import { isStable } from '@/contract/extraction';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import type { Rights } from '@/session/rights/rights';
import { lockedColumns } from '../model/export-choices';
import type { ExportFailure, RetryReason } from '../model/export-failure';
import { promisedRows, type ExportFormatKind, type ExportPlan } from '../model/export-job';
import type { ExportProgress, ExportResult } from '../worker/export-run';

/** A pure state machine for the exports of this page, without locks, workers or storage. `export-queue.ts` runs it. */

export interface ExportView {
  readonly id: string;
  readonly title: string;
  readonly cacheKey: string;
  /** Whether the rows are of one moment. If not, the file is never called complete. */
  readonly isStable: boolean;
  readonly format: ExportFormatKind;
  readonly fileName: string;
  readonly rowsPromised: number;
  /** The name of a copy that is being kept; absent for an export to a file. */
  readonly copyName?: string | undefined;
  readonly state:
    /** The export waits for its turn, or an earlier page load has left it unfinished. */
    | { readonly status: 'queued' | 'interrupted' }
    | { readonly status: 'running' | 'paused'; readonly retryReason: RetryReason | null }
    | { readonly status: 'cancelling' }
    /** `hasSaveFailed` means that the file is complete, but the download could not start. */
    | { readonly status: 'done'; readonly result: ExportResult; readonly hasSaveFailed: boolean }
    | { readonly status: 'kept'; readonly copy: KeptCopy }
    | { readonly status: 'failed'; readonly failure: ExportFailure };
  /** The number of rows written so far. */
  readonly rows: number;
  readonly bytes: number;
  readonly rowsPerS: number | null;
  /** Whether all rows are written and their keys are still being compared. */
  readonly isCheckingKeys: boolean;
}

interface Entry {
  readonly plan: ExportPlan;
  readonly view: ExportView;
  /** False while an export that is shown as running still waits for its lock and for the end of its earlier run. */
  readonly hasRun: boolean;
}

export interface QueueState {
  /** The exports, in the order in which they run. */
  readonly entries: readonly Entry[];
  readonly rights: Rights;
}

/** The reports about the work of one export. */
export type ExportReport =
  /** The export is locked and staged, and no earlier run of it is active. */
  | { readonly type: 'ready' }
  /** Another tab runs the export. */
  | { readonly type: 'taken' }
  /** The page size is now known. Later runs of the export have to use this plan. */
  | { readonly type: 'planned'; readonly plan: ExportPlan }
  | { readonly type: 'progress'; readonly progress: ExportProgress; readonly rowsPerS: number | null }
  | { readonly type: 'retrying'; readonly retryReason: RetryReason | null }
  | { readonly type: 'written'; readonly result: ExportResult }
  | { readonly type: 'save-failed' }
  | { readonly type: 'kept'; readonly copy: KeptCopy }
  | { readonly type: 'failed'; readonly failure: ExportFailure }
  /** All stored data of the export is deleted. */
  | { readonly type: 'removed' };

type ExportEvent = ExportReport | { readonly type: 'pause' | 'resume' | 'save-again' | 'remove' };

export type QueueEvent =
  | { readonly type: 'added' | 'found-interrupted'; readonly plan: ExportPlan }
  | { readonly type: 'rights-changed'; readonly rights: Rights }
  | { readonly type: 'disposed'; readonly how: 'keep' | 'remove' }
  | (ExportEvent & { readonly id: string });

/** An operation on the resources of one export. */
export type QueueEffect = { readonly id: string } & (
  | {
      readonly type:
        | 'start'
        | 'pause'
        | 'resume'
        | 'settle'
        | 'stopKeeping'
        | 'discard'
        | 'remove'
        | 'unlock';
    }
  | { readonly type: 'prepare' | 'run'; readonly plan: ExportPlan }
  | { readonly type: 'save'; readonly result: ExportResult }
  | { readonly type: 'keep'; readonly plan: ExportPlan; readonly result: ExportResult }
  | { readonly type: 'release'; readonly how: 'keep' | 'remove' }
  | { readonly type: 'record-throughput'; readonly format: ExportFormatKind; readonly rowsPerS: number }
);

interface Transition {
  readonly state: QueueState;
  readonly effects: readonly QueueEffect[];
}

/** Returns the state after an event, and the effects to run, in order. An event that has become irrelevant changes nothing. */
export function transition(state: QueueState, event: QueueEvent): Transition {
  if ('id' in event) {
    const entry = state.entries.find(({ plan }) => plan.id === event.id);
    return (entry && exportTransition(state, entry, event)) ?? { state, effects: [] };
  }
  switch (event.type) {
    case 'added':
      return advance({
        state: inserted(state, event.plan, 'queued'),
        effects: [{ type: 'prepare', id: event.plan.id, plan: event.plan }],
      });
    case 'found-interrupted':
      return { state: inserted(state, event.plan, 'interrupted'), effects: [] };
    case 'rights-changed':
      return rightsChanged(state, event.rights);
    case 'disposed':
      return {
        state: { ...state, entries: [] },
        effects: state.entries.map(({ plan: { id } }) => ({ type: 'release', id, how: event.how })),
      };
  }
}

/** Returns null if the event has no meaning in the current state of the export. */
function exportTransition(state: QueueState, entry: Entry, event: ExportEvent): Transition | null {
  const { plan, view } = entry;
  const { id } = plan;
  const now = view.state;
  /** The state of a running or paused export; null for all other exports. */
  const underWay = now.status === 'running' || now.status === 'paused' ? now : null;
  const changed = (changes: Partial<ExportView>, ...effects: readonly QueueEffect[]): Transition => ({
    state: withView(state, entry, changes),
    effects,
  });
  switch (event.type) {
    case 'pause':
      if (now.status !== 'running' || !entry.hasRun) return null;
      return advance(changed({ state: { ...now, status: 'paused' }, rowsPerS: null }, { type: 'pause', id }));
    case 'resume':
      if (now.status === 'paused') {
        return changed({ state: { ...now, status: 'running' } }, { type: 'resume', id });
      }
      return now.status === 'interrupted' || now.status === 'failed'
        ? advance(changed({ state: { status: 'queued' } }))
        : null;
    case 'save-again':
      return now.status === 'done'
        ? changed({ state: { ...now, hasSaveFailed: false } }, { type: 'save', id, result: now.result })
        : null;
    case 'remove':
      return now.status === 'cancelling'
        ? null
        : changed({ state: { status: 'cancelling' } }, { type: 'remove', id });
    case 'ready':
      if (now.status !== 'running') return null;
      return (
        withheld(state, entry) ?? {
          state: replaced(state, entry, { ...entry, hasRun: true }),
          effects: [{ type: 'run', id, plan }],
        }
      );
    case 'planned':
      return { state: replaced(state, entry, { ...entry, plan: event.plan }), effects: [] };
    case 'progress': {
      const { rows, bytes, isCheckingKeys } = event.progress;
      return changed({ rows, bytes, isCheckingKeys, rowsPerS: event.rowsPerS });
    }
    case 'retrying':
      return underWay && changed({ state: { ...underWay, retryReason: event.retryReason } });
    case 'written':
      // The export may have been cancelled in the meantime, which makes `underWay` null.
      return underWay && (withheld(state, entry) ?? written(state, entry, event.result));
    case 'save-failed':
      // If the user has dismissed the export in the meantime, its files are removed and the failure does not matter.
      return now.status === 'done' ? changed({ state: { ...now, hasSaveFailed: true } }) : null;
    case 'kept':
      return underWay && advance(changed({ state: { status: 'kept', copy: event.copy } }));
    case 'failed':
      return underWay && failed(state, entry, event.failure);
    case 'taken':
    case 'removed':
      return advance({
        state: { ...state, entries: state.entries.filter((other) => other !== entry) },
        effects: [{ type: 'unlock', id }],
      });
  }
}

/** Starts the next queued export unless an export is running. A paused export does not count as running. */
function advance({ state, effects }: Transition): Transition {
  const isBusy = state.entries.some(({ view }) => view.state.status === 'running');
  const next = state.entries.find(({ view }) => view.state.status === 'queued');
  if (isBusy || next === undefined) return { state, effects };
  const view: ExportView = { ...next.view, state: { status: 'running', retryReason: null } };
  return {
    state: replaced(state, next, { ...next, view, hasRun: false }),
    effects: [...effects, { type: 'start', id: next.plan.id }],
  };
}

function written(state: QueueState, entry: Entry, result: ExportResult): Transition {
  const { plan, view } = entry;
  const { id } = plan;
  const effects: readonly QueueEffect[] =
    view.rowsPerS === null
      ? []
      : [{ type: 'record-throughput', id, format: view.format, rowsPerS: view.rowsPerS }];
  if (plan.keep !== undefined) return { state, effects: [...effects, { type: 'keep', id, plan, result }] };
  return advance({
    state: withView(state, entry, { state: { status: 'done', result, hasSaveFailed: false } }),
    effects: [...effects, { type: 'save', id, result }, { type: 'settle', id }],
  });
}

function failed(state: QueueState, entry: Entry, failure: ExportFailure): Transition {
  const { id } = entry.plan;
  return advance({
    state: withView(state, entry, { state: { status: 'failed', failure } }),
    // The stored data is kept only if the export can still be completed.
    effects: isWorthResuming(failure) ? [] : [{ type: 'discard', id }],
  });
}

/** Fails an export if it contains a column that the account may no longer view; returns null if it does not. */
function withheld(state: QueueState, entry: Entry): Transition | null {
  const columns = lockedColumns(entry.plan, state.rights);
  if (columns.length === 0) return null;
  const { state: next, effects } = failed(state, entry, { kind: 'locked-columns', columns });
  return { state: next, effects: [{ type: 'stopKeeping', id: entry.plan.id }, ...effects] };
}

/** Fails running exports that need missing rights. An export that starts because another one failed is checked when it is ready. */
function rightsChanged(before: QueueState, rights: Rights): Transition {
  let result: Transition = { state: { ...before, rights }, effects: [] };
  for (const entry of before.entries) {
    const { status } = entry.view.state;
    const next = status === 'running' || status === 'paused' ? withheld(result.state, entry) : null;
    if (next !== null) result = { state: next.state, effects: [...result.effects, ...next.effects] };
  }
  return result;
}

function inserted(state: QueueState, plan: ExportPlan, status: 'queued' | 'interrupted'): QueueState {
  const view: ExportView = {
    id: plan.id,
    title: plan.priceColumn.displayName,
    copyName: plan.keep?.name,
    cacheKey: plan.snapshot.cacheKey,
    isStable: isStable(plan.snapshot),
    format: plan.format.kind,
    fileName: plan.fileName,
    rowsPromised: promisedRows(plan),
    state: { status },
    rows: 0,
    bytes: 0,
    rowsPerS: null,
    isCheckingKeys: false,
  };
  return { ...state, entries: [...state.entries, { plan, view, hasRun: false }] };
}

function withView(state: QueueState, entry: Entry, changes: Partial<ExportView>): QueueState {
  return replaced(state, entry, { ...entry, view: { ...entry.view, ...changes } });
}

function replaced(state: QueueState, entry: Entry, by: Entry): QueueState {
  return { ...state, entries: state.entries.map((other) => (other === entry ? by : other)) };
}

/** Whether a later attempt could complete the export with the same snapshot. */
export function isWorthResuming(failure: ExportFailure): boolean {
  if (failure.kind === 'no-space' || failure.kind === 'not-loaded') return true;
  // A worker that ran out of memory may succeed the next time. It is never retried automatically.
  if (failure.kind === 'fault') return true;
  if (failure.kind !== 'service') return false;
  const { kind } = failure.failure;
  return kind !== 'expired-snapshot' && kind !== 'malformed' && kind !== 'oversized' && kind !== 'forbidden';
}
