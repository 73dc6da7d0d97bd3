import { UNKNOWN_RIGHTS, type Rights } from '@/session/rights/rights';
import { createListeners } from '@/lib/base/listeners';
import type { ExportPlan } from '../model/export-job';
import {
  transition,
  type ExportView,
  type QueueEffect,
  type QueueEvent,
  type QueueState,
} from './export-machine';
import { createExportResources, type ExportQueuePorts, type ExportResources } from './export-resources';

/** A queue that runs the exports of this page one at a time. It is an external store for React. */
export interface ExportQueue {
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the list of exports: the same array until it changes. */
  readonly getViews: () => readonly ExportView[];
  readonly add: (plan: ExportPlan) => void;
  /** Adds an export that an earlier page load has left unfinished. It resumes when the user asks for it. */
  readonly addInterrupted: (plan: ExportPlan) => void;
  /** Sets the account's current rights. Exports that require other rights fail. */
  readonly setRights: (rights: Rights) => void;
  readonly pause: (id: string) => void;
  /** Resumes an export that was paused or interrupted, or that has failed temporarily. */
  readonly resume: (id: string) => void;
  readonly saveAgain: (id: string) => void;
  /** Skips the delay before the next automatic attempt. */
  readonly tryNow: (id: string) => void;
  /** Ends an export in any state, and removes its stored data and its entry. */
  readonly remove: (id: string) => void;
  /** Whether closing the page would interrupt an export. */
  readonly isBusy: () => boolean;
  /** Ends all exports. With `keep`, a later page load can resume them. */
  readonly dispose: (how: 'keep' | 'remove') => void;
}

export function createExportQueue(ports: ExportQueuePorts): ExportQueue {
  const listeners = createListeners();
  const resources = new Map<string, ExportResources>();
  let state: QueueState = { entries: [], rights: UNKNOWN_RIGHTS };
  let views: readonly ExportView[] = [];

  function dispatch(event: QueueEvent): void {
    const before = state.entries;
    const { state: next, effects } = transition(state, event);
    state = next;
    if (next.entries !== before) {
      views = next.entries.map(({ view }) => view);
      listeners.notify();
    }
    for (const effect of effects) runEffect(effect);
  }

  function runEffect(effect: QueueEffect): void {
    const { id } = effect;
    const held = resources.get(id);
    if (held === undefined) return;
    switch (effect.type) {
      case 'record-throughput':
        return ports.recordThroughput(effect.format, effect.rowsPerS);
      case 'prepare':
      case 'run':
        return held[effect.type](effect.plan);
      case 'save':
        return void held.save(effect.result);
      case 'keep':
        return held.keep(effect.plan, effect.result);
      case 'unlock':
        resources.delete(id);
        return held.unlock();
      case 'release':
        resources.delete(id);
        return void held.release(effect.how);
      case 'start':
      case 'pause':
      case 'resume':
      case 'discard':
      case 'remove':
      case 'settle':
      case 'stopKeeping':
        return void held[effect.type]();
    }
  }

  function insert(type: 'added' | 'found-interrupted', plan: ExportPlan): void {
    const { id } = plan;
    const held: ExportResources = createExportResources(id, ports, (report) => {
      // The export may be listed again while these older resources are still released. Their reports are then ignored.
      if (resources.get(id) === held) dispatch({ ...report, id });
    });
    resources.set(id, held);
    dispatch({ type, plan });
  }

  return {
    subscribe: listeners.subscribe,
    getViews: () => views,
    add: (plan) => insert('added', plan),
    addInterrupted: (plan) => insert('found-interrupted', plan),
    setRights: (rights) => dispatch({ type: 'rights-changed', rights }),
    pause: (id) => dispatch({ type: 'pause', id }),
    resume: (id) => dispatch({ type: 'resume', id }),
    saveAgain: (id) => dispatch({ type: 'save-again', id }),
    tryNow: (id) => resources.get(id)?.tryNow(),
    remove: (id) => dispatch({ type: 'remove', id }),
    isBusy: () => views.some(({ state: { status } }) => ['running', 'paused', 'queued'].includes(status)),
    dispose: (how) => dispatch({ type: 'disposed', how }),
  };
}
