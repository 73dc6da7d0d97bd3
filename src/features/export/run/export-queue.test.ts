import { describe, expect, test } from 'vitest';
import { CopyError, type CopyFailure } from '@/rows/kept-copies/copy-failure';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { testSnapshot } from '@/test/test-snapshot';
import type { ExportFailure } from '../model/export-failure';
import type { ExportResult } from '../worker/export-run';
import { rightsFromIds } from '@/session/rights/rights';
import { createExportQueue } from './export-queue';
import type { RunExportEvents } from './run-export';
import type { ExportPlan } from '../model/export-job';

const settle = () => new Promise(setImmediate);

function planOf(id: string): ExportPlan {
  return {
    id,
    account: { service: 'https://prices.test/papi', userName: 'manager' },
    priceColumn: { name: 'SalesPrice', displayName: 'Sales price' },
    snapshot: testSnapshot({ rowCount: 10 }),
    snapshotColumns: ['EntryNo'],
    columns: [],
    keyColumns: [],
    rowColumns: [],
    hasAllFields: false,
    viewRights: [{ column: 'Cost', viewRight: 'view-cost' }],
    rowStart: 0,
    rowEnd: 10,
    pageSize: null,
    format: { kind: 'json-lines' },
    fileName: id,
    queryLines: [],
    requestBody: null,
    startedAtMs: 0,
  };
}

function keptPlanOf(id: string): ExportPlan {
  const keep = { name: 'Mine', note: null, priceColumn: {}, words: null, search: {}, takenAtMs: 0 };
  return { ...planOf(id), keep };
}

function createWorld() {
  const log: string[] = [];
  const events = new Map<string, RunExportEvents>();
  const plans = new Map<string, ExportPlan>();
  const locked = new Set<string>();
  const locking = { granted: Promise.resolve() };
  const staged: string[] = [];
  const saving = { succeeds: true };
  const keeping: { end: (failure: CopyFailure | null) => void; signal: AbortSignal | null } = {
    end: () => undefined,
    signal: null,
  };
  const queue = createExportQueue({
    run: (plan, told) => {
      log.push(`run ${plan.id}`);
      events.set(plan.id, told);
      plans.set(plan.id, plan);
      return {
        pause: () => log.push(`pause ${plan.id}`),
        tryNow: () => undefined,
        resume: () => log.push(`resume ${plan.id}`),
        discard: async () => void log.push(`discard ${plan.id}`),
        leave: async () => void log.push(`leave ${plan.id}`),
      };
    },
    lock: async (id) => {
      if (locked.has(id)) return null;
      locked.add(id);
      await locking.granted;
      return { release: () => locked.delete(id) };
    },
    stage: async (plan) => void staged.push(plan.id),
    removeStaged: async (id) => void log.push(`remove ${id}`),
    settleStaged: async (id) => void log.push(`settle ${id}`),
    recordThroughput: () => undefined,
    keep: async (plan, _result, signal) => {
      log.push(`keep ${plan.id}`);
      keeping.signal = signal;
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        keeping.end = (failure) => {
          if (failure === null) resolve({ id: 'copy' } as KeptCopy);
          else reject(new CopyError(failure));
        };
      });
    },
    save: async () => {
      log.push('save');
      return saving.succeeds;
    },
    nowMs: () => 0,
  });
  queue.setRights(rightsFromIds(['view-cost']));
  const statuses = () => queue.getViews().map(({ id, state }) => `${id} ${state.status}`);
  const fail = (id: string, failure: ExportFailure) => events.get(id)?.onFailed(failure);
  const finish = (id: string) =>
    events.get(id)?.onDone({ files: [], certificate: null } as unknown as ExportResult);
  return { queue, log, events, plans, locked, locking, staged, saving, keeping, statuses, fail, finish };
}

describe('the export queue', () => {
  test('runs one export at a time, in order', async () => {
    const { queue, log, staged, locked, statuses, finish } = createWorld();
    queue.add(planOf('a'));
    queue.add(planOf('b'));
    await settle();
    // After a reload this page finds both exports again. No other tab can take them.
    expect(staged).toEqual(['a', 'b']);
    expect([...locked]).toEqual(['a', 'b']);
    expect(statuses()).toEqual(['a running', 'b queued']);
    expect(queue.isBusy()).toBe(true);
    finish('a');
    await settle();
    expect(statuses()).toEqual(['a done', 'b running']);
    finish('b');
    await settle();
    expect(log.filter((line) => /^run|save/.test(line))).toEqual(['run a', 'save', 'run b', 'save']);
    expect(queue.isBusy()).toBe(false);
  });

  test('a complete export is not resumed by a later page load, and its files stay until it is dismissed', async () => {
    const { queue, log, finish, statuses } = createWorld();
    queue.add(planOf('a'));
    await settle();
    finish('a');
    await settle();
    expect(log).toEqual(['run a', 'save', 'leave a', 'settle a']);
    queue.remove('a');
    await settle();
    expect(log.at(-1)).toBe('remove a');
    expect(statuses()).toEqual([]);
  });

  test('a copy is kept instead of saved, and nothing stays staged', async () => {
    const { queue, log, finish, keeping, statuses } = createWorld();
    queue.add(keptPlanOf('a'));
    queue.add(planOf('b'));
    await settle();
    finish('a');
    await settle();
    expect(statuses()).toEqual(['a running', 'b queued']);
    keeping.end(null);
    await settle();
    expect(statuses()).toEqual(['a kept', 'b running']);
    expect(log).toEqual(['run a', 'keep a', 'discard a', 'remove a', 'run b']);
  });

  test('a copy without room can be kept later, without reading again what is staged', async () => {
    const { queue, log, finish, keeping, statuses } = createWorld();
    queue.add(keptPlanOf('a'));
    await settle();
    finish('a');
    await settle();
    keeping.end({ kind: 'no-space' });
    await settle();
    expect(statuses()).toEqual(['a failed']);
    queue.resume('a');
    await settle();
    finish('a');
    await settle();
    keeping.end(null);
    await settle();
    expect(statuses()).toEqual(['a kept']);
    expect(log).toEqual(['run a', 'keep a', 'leave a', 'run a', 'keep a', 'discard a', 'remove a']);
  });

  test('a copy that is cancelled while its file is written is not kept', async () => {
    const { queue, log, finish, keeping, statuses } = createWorld();
    queue.add(keptPlanOf('a'));
    await settle();
    finish('a');
    await settle();
    queue.remove('a');
    await settle();
    expect(keeping.signal?.aborted).toBe(true);
    expect(statuses()).toEqual([]);
    expect(log).toEqual(['run a', 'keep a', 'discard a', 'remove a']);
  });

  test('a copy of a column that may no longer be viewed is not kept', async () => {
    const { queue, finish, keeping, statuses } = createWorld();
    queue.add(keptPlanOf('a'));
    await settle();
    finish('a');
    await settle();
    queue.setRights(rightsFromIds([]));
    keeping.end(null);
    await settle();
    expect(keeping.signal?.aborted).toBe(true);
    expect(statuses()).toEqual(['a failed']);
  });

  test('a failed download is shown until it succeeds', async () => {
    const { queue, finish, saving } = createWorld();
    const hasSaveFailed = () =>
      queue.getViews().map(({ state }) => 'hasSaveFailed' in state && state.hasSaveFailed);
    saving.succeeds = false;
    queue.add(planOf('a'));
    await settle();
    finish('a');
    await settle();
    expect(hasSaveFailed()).toEqual([true]);
    saving.succeeds = true;
    queue.saveAgain('a');
    await settle();
    expect(hasSaveFailed()).toEqual([false]);
  });

  test('an export that started with more rights is withheld, resumed or running', async () => {
    const { queue, log, statuses } = createWorld();
    queue.add(planOf('a'));
    await settle();
    queue.setRights(rightsFromIds([]));
    await settle();
    expect(log).toEqual(['run a', 'discard a', 'remove a']);
    queue.addInterrupted(planOf('b'));
    queue.resume('b');
    await settle();
    expect(log.slice(3)).toEqual(['remove b']);
    expect(statuses()).toEqual(['a failed', 'b failed']);
    expect(queue.getViews()[1]?.state).toMatchObject({
      failure: { kind: 'locked-columns', columns: ['Cost'] },
    });
  });

  test('an export that has just started does not outlive signing out', async () => {
    const { queue, log, locked } = createWorld();
    queue.add(planOf('a'));
    queue.dispose('remove');
    await settle();
    expect(log).toEqual(['remove a']);
    expect(locked.size).toBe(0);
  });

  test('runs the next export while one is paused', async () => {
    const { queue, statuses } = createWorld();
    queue.add(planOf('a'));
    queue.add(planOf('b'));
    await settle();
    queue.pause('a');
    await settle();
    expect(statuses()).toEqual(['a paused', 'b running']);
    queue.resume('a');
    expect(statuses()).toEqual(['a running', 'b running']);
  });

  test('cancelling removes everything and starts the next export', async () => {
    const { queue, log, locked, statuses } = createWorld();
    queue.add(planOf('a'));
    queue.add(planOf('b'));
    await settle();
    queue.remove('a');
    expect(statuses()[0]).toBe('a cancelling');
    await settle();
    expect(statuses()).toEqual(['b running']);
    expect(log).toEqual(['run a', 'discard a', 'remove a', 'run b']);
    expect([...locked]).toEqual(['b']);
  });

  test('an export that is cancelled or ended while it waits for its lock leaves nothing behind', async () => {
    for (const act of ['remove', 'dispose'] as const) {
      const { queue, log, locked, locking, statuses } = createWorld();
      let grant = () => undefined as void;
      locking.granted = new Promise((resolve) => (grant = resolve));
      queue.addInterrupted(planOf('a'));
      queue.resume('a');
      await settle();
      expect(locked.size).toBe(1);
      if (act === 'remove') queue.remove('a');
      else queue.dispose('remove');
      await settle();
      grant();
      await settle();
      expect(statuses()).toEqual([]);
      expect(log).toEqual(['remove a']);
      expect(locked.size).toBe(0);
    }
  });

  test('late reports after cancelling have no effect', async () => {
    const { queue, log, finish, fail, statuses } = createWorld();
    queue.add(planOf('a'));
    await settle();
    queue.remove('a');
    finish('a');
    fail('a', { kind: 'no-space' });
    await settle();
    expect(log).toEqual(['run a', 'discard a', 'remove a']);
    expect(statuses()).toEqual([]);
  });

  test('a mismatch leaves nothing to resume', async () => {
    const { queue, log, fail, statuses } = createWorld();
    queue.add(planOf('a'));
    await settle();
    fail('a', { kind: 'mismatch', mismatch: 'double-key', page: 1, row: 2 });
    await settle();
    expect(log).toEqual(['run a', 'discard a', 'remove a']);
    expect(statuses()).toEqual(['a failed']);
  });

  test('a temporary failure can be retried with the same page size', async () => {
    const { queue, log, plans, events, fail } = createWorld();
    queue.add(planOf('a'));
    await settle();
    events.get('a')?.onPlanned({ ...planOf('a'), pageSize: 5000 });
    fail('a', { kind: 'service', failure: { kind: 'rejected', status: 500, messages: [] } });
    queue.resume('a');
    await settle();
    expect(log).toEqual(['run a', 'leave a', 'run a']);
    expect(plans.get('a')?.pageSize).toBe(5000);
  });

  test('an export of a closed page waits to be resumed', async () => {
    const { queue, log, statuses } = createWorld();
    queue.addInterrupted({ ...planOf('a'), pageSize: 5000 });
    expect(statuses()).toEqual(['a interrupted']);
    expect(queue.isBusy()).toBe(false);
    queue.resume('a');
    await settle();
    expect(statuses()).toEqual(['a running']);
    queue.addInterrupted(planOf('b'));
    queue.remove('b');
    await settle();
    expect(log).toEqual(['run a', 'remove b']);
  });

  test('an export of another tab is not touched', async () => {
    const { queue, log, locked, statuses } = createWorld();
    locked.add('a');
    queue.addInterrupted(planOf('a'));
    queue.resume('a');
    await settle();
    expect(statuses()).toEqual([]);
    expect(log).toEqual([]);
  });

  test('signing out removes all exports, closing the page keeps them', async () => {
    for (const [how, ending] of [
      ['remove', ['discard a', 'remove a']],
      ['keep', ['leave a']],
    ] as const) {
      const { queue, log, locked, finish } = createWorld();
      queue.add(planOf('a'));
      await settle();
      queue.dispose(how);
      finish('a');
      await settle();
      expect(log).toEqual(['run a', ...ending]);
      expect(queue.getViews()).toEqual([]);
      expect(locked.size).toBe(0);
    }
  });

  test('discarding an export that another tab has resumed leaves it to that tab', async () => {
    const { queue, log, locked, statuses } = createWorld();
    queue.addInterrupted(planOf('a'));
    locked.add('a');
    queue.remove('a');
    await settle();
    expect(statuses()).toEqual([]);
    expect(log).toEqual([]);
    expect([...locked]).toEqual(['a']);

    queue.addInterrupted(planOf('b'));
    queue.remove('b');
    await settle();
    expect(log).toEqual(['remove b']);
    expect([...locked]).toEqual(['a']);
  });
});
