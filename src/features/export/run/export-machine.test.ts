import { describe, expect, test } from 'vitest';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { rightsFromIds } from '@/session/rights/rights';
import type { ExportPlan } from '../model/export-job';
import type { ExportResult } from '../worker/export-run';
import { transition, type QueueEvent, type QueueState } from './export-machine';

const result = { files: [] } as unknown as ExportResult;
const failure = { kind: 'no-space' } as const;
const mismatch = { kind: 'mismatch', mismatch: 'double-key', page: 1, row: 2 } as const;

function planOf(id: string): ExportPlan {
  return {
    id,
    priceColumn: { name: 'SalesPrice', displayName: 'Sales price' },
    snapshot: { cacheKey: 'key' },
    viewRights: [{ column: 'Cost', viewRight: 'view-cost' }],
    rowStart: 0,
    rowEnd: 10,
    format: { kind: 'json-lines' },
    fileName: id,
  } as unknown as ExportPlan;
}

const added: QueueEvent = { type: 'added', plan: planOf('a') };
/** Events for the only export in these tests. */
const EVENTS = {
  pause: { type: 'pause', id: 'a' },
  resume: { type: 'resume', id: 'a' },
  'save-again': { type: 'save-again', id: 'a' },
  remove: { type: 'remove', id: 'a' },
  ready: { type: 'ready', id: 'a' },
  taken: { type: 'taken', id: 'a' },
  retrying: { type: 'retrying', id: 'a', retryReason: null },
  written: { type: 'written', id: 'a', result },
  'save-failed': { type: 'save-failed', id: 'a' },
  kept: { type: 'kept', id: 'a', copy: { id: 'copy' } as KeptCopy },
  failed: { type: 'failed', id: 'a', failure },
  mismatch: { type: 'failed', id: 'a', failure: mismatch },
  removed: { type: 'removed', id: 'a' },
  withheld: { type: 'rights-changed', rights: rightsFromIds([]) },
} as const satisfies Record<string, QueueEvent>;

function after(...events: readonly QueueEvent[]): QueueState {
  const first: QueueState = { entries: [], rights: rightsFromIds(['view-cost']) };
  return events.reduce((state, event) => transition(state, event).state, first);
}

function statusesOf({ entries }: QueueState): readonly string[] {
  return entries.map(({ view }) => view.state.status);
}

const running = [added, EVENTS.ready];
/** For each state: the events that lead to it, and the state and effects that follow each event which changes something. */
const STATES: Record<string, { readonly by: readonly QueueEvent[]; readonly next: Record<string, string> }> =
  {
    interrupted: {
      by: [{ type: 'found-interrupted', plan: planOf('a') }],
      next: { resume: 'running: start', remove: 'cancelling: remove' },
    },
    starting: {
      by: [added],
      next: {
        remove: 'cancelling: remove',
        ready: 'running: run',
        retrying: 'running',
        written: 'done: save settle',
        kept: 'kept',
        failed: 'failed',
        mismatch: 'failed: discard',
        withheld: 'failed: stopKeeping discard',
      },
    },
    running: {
      by: running,
      next: {
        pause: 'paused: pause',
        remove: 'cancelling: remove',
        ready: 'running: run',
        retrying: 'running',
        written: 'done: save settle',
        kept: 'kept',
        failed: 'failed',
        mismatch: 'failed: discard',
        withheld: 'failed: stopKeeping discard',
      },
    },
    paused: {
      by: [...running, EVENTS.pause],
      next: {
        resume: 'running: resume',
        remove: 'cancelling: remove',
        retrying: 'paused',
        written: 'done: save settle',
        kept: 'kept',
        failed: 'failed',
        mismatch: 'failed: discard',
        withheld: 'failed: stopKeeping discard',
      },
    },
    done: {
      by: [...running, EVENTS.written],
      next: { 'save-again': 'done: save', 'save-failed': 'done', remove: 'cancelling: remove' },
    },
    kept: { by: [...running, EVENTS.kept], next: { remove: 'cancelling: remove' } },
    failed: {
      by: [...running, EVENTS.failed],
      next: { resume: 'running: start', remove: 'cancelling: remove' },
    },
    cancelling: { by: [...running, EVENTS.remove], next: {} },
  };

describe('the exports of a page', () => {
  test.each(Object.entries(STATES))('%s: what may follow', (_, { by, next }) => {
    const before = after(...by);
    const found: Record<string, string> = {};
    for (const [name, event] of Object.entries(EVENTS)) {
      const { state, effects } = transition(before, event);
      if (state.entries === before.entries && effects.length === 0) continue;
      const what = effects.map(({ type }) => type).join(' ');
      found[name] = [statusesOf(state)[0] ?? 'gone', what].filter(Boolean).join(': ');
    }
    // In any state, the events `taken` and `removed` delete the entry and release the lock.
    expect(found).toEqual({ ...next, taken: 'gone: unlock', removed: 'gone: unlock' });
  });

  test('an export that leaves the front starts the next one, and none starts beside another', () => {
    const two = after(...running, { type: 'added', plan: planOf('b') });
    expect(statusesOf(two)).toEqual(['running', 'queued']);
    for (const name of ['pause', 'written', 'failed', 'mismatch', 'kept', 'removed'] as const) {
      const { state, effects } = transition(two, EVENTS[name]);
      expect(statusesOf(state).at(-1)).toBe('running');
      expect(effects.at(-1)).toEqual({ type: 'start', id: 'b' });
    }
    for (const name of ['remove', 'ready', 'retrying'] as const) {
      expect(statusesOf(transition(two, EVENTS[name]).state)[1]).toBe('queued');
    }
  });

  test('an export that is still waiting for an earlier run cannot be paused', () => {
    const again = after(...running, EVENTS.failed, EVENTS.resume);
    expect(transition(again, EVENTS.pause)).toEqual({ state: again, effects: [] });
  });

  test('a disposed queue forgets all exports, and late reports change nothing', () => {
    const { state, effects } = transition(after(...running), { type: 'disposed', how: 'remove' });
    expect(effects).toEqual([{ type: 'release', id: 'a', how: 'remove' }]);
    expect(transition(state, EVENTS.written)).toEqual({ state, effects: [] });
  });
});
