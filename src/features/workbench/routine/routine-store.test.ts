import { describe, expect, it } from 'vitest';
import type { SavedView } from '../model/saved-view';
import { createRoutineStore, type RoutineStore } from './routine-store';
import type { RoutineResult } from './routine-result';
import type { runView, RunViewPorts, RunViewRequest, ViewOutcome } from './run-view';

const PORTS = {} as RunViewPorts;

function requestOf(id: string): RunViewRequest {
  return { view: { id } as SavedView, priceColumn: undefined, words: '', copyName: id };
}

const DONE: ViewOutcome = { ok: true, result: {} as RoutineResult };

function statuses(store: RoutineStore): readonly string[] {
  return [...store.getState().progress].map(([id, { status }]) => `${id} ${status}`);
}

/** Creates a store whose views end only when the test says so. */
function steered() {
  const waiting = new Map<string, (outcome: ViewOutcome) => void>();
  const store = createRoutineStore(
    (({ view }, _ports, signal) =>
      new Promise((resolve, reject) => {
        waiting.set(view.id, resolve);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      })) satisfies typeof runView,
  );
  const settle = () => new Promise(setImmediate);
  const end = async (id: string, outcome: ViewOutcome) => {
    waiting.get(id)?.(outcome);
    await settle();
  };
  return { store, end, settle };
}

describe('the routine', () => {
  it('runs one view after the other, and one that fails stops no other', async () => {
    const { store, end, settle } = steered();
    let doneCount = 0;
    const run = store.start(['a', 'b', 'c'].map(requestOf), PORTS, async () => {
      doneCount += 1;
    });
    await settle();
    expect(store.getState().isRunning).toBe(true);
    await end('a', DONE);
    expect(statuses(store)).toEqual(['a done', 'b waiting', 'c waiting']);
    await end('b', { ok: false, failure: { kind: 'no-price-column', name: 'Gone' } });
    await end('c', DONE);
    await run;
    expect(statuses(store)).toEqual(['a done', 'b failed', 'c done']);
    expect(store.getState().isRunning).toBe(false);
    expect(doneCount).toBe(3);
  });

  it('keeps what is done when it is cancelled, and runs no further view', async () => {
    const { store, end, settle } = steered();
    const run = store.start(['a', 'b', 'c'].map(requestOf), PORTS, async () => undefined);
    await settle();
    await end('a', DONE);
    store.cancel();
    await run;
    expect(statuses(store)).toEqual(['a done', 'b cancelled', 'c cancelled']);
  });

  it('is not started twice at a time, and can be run again', async () => {
    const { store, end, settle } = steered();
    const run = store.start([requestOf('a')], PORTS, async () => undefined);
    await settle();
    await store.start([requestOf('b')], PORTS, async () => undefined);
    expect([...store.getState().progress.keys()]).toEqual(['a']);
    await end('a', DONE);
    await run;
    const again = store.start([requestOf('b')], PORTS, async () => undefined);
    await settle();
    await end('b', DONE);
    await again;
    expect(statuses(store)).toEqual(['b done']);
  });
});
