import { UNKNOWN_RIGHTS, type Rights } from '@/session/rights';
import { lockedColumns } from '../model/export-choices';
import type { ExportFailure, ExportHolding } from '../model/export-failure';
import { promisedRows, type ExportFormatKind, type ExportPlan } from '../model/export-job';
import type { ExportResult } from '../worker/export-run';
import { createProgressRate } from './progress-rate';
import type { RunExportEvents, RunningExport } from './run-export';

/** An export as people see it. */
export interface ExportView {
  readonly id: string;
  readonly title: string;
  readonly format: ExportFormatKind;
  readonly fileName: string;
  readonly rowsPromised: number;
  readonly state:
    /** Waits in line, or was left unfinished by an earlier page. */
    | { readonly status: 'queued' | 'interrupted' }
    | { readonly status: 'running' | 'paused'; readonly holding: ExportHolding | null }
    | { readonly status: 'cancelling' }
    /** `hasSaveFailed`: the file is whole, but could not be handed to the browser's downloads. */
    | { readonly status: 'done'; readonly result: ExportResult; readonly hasSaveFailed: boolean }
    | { readonly status: 'failed'; readonly failure: ExportFailure };
  /** Written so far. */
  readonly rows: number;
  readonly bytes: number;
  readonly rowsPerS: number | null;
  /** All rows are written; whether a key comes twice is found out now. */
  readonly isCheckingKeys: boolean;
}

export interface ExportQueuePorts {
  readonly run: (plan: ExportPlan, events: RunExportEvents) => RunningExport;
  /** Null where another tab has the export. */
  readonly lock: (id: string) => Promise<{ readonly release: () => void } | null>;
  /** Notes an export that waits, so that a later page finds it. Never rejects. */
  readonly stage: (plan: ExportPlan) => Promise<void>;
  readonly removeStaged: (id: string) => Promise<void>;
  /** Lets go of what only an unfinished export needs, so that no later page takes it for one. Never rejects. */
  readonly settleStaged: (id: string) => Promise<void>;
  /** `rowsPerS`: the pace of an export towards its end. */
  readonly learnPace: (format: ExportFormatKind, rowsPerS: number) => void;
  /** Downloads the files; false where that failed. Never rejects. */
  readonly save: (result: ExportResult) => Promise<boolean>;
  readonly nowMs: () => number;
}

/** The exports of this page, one at a time. An external store for React. */
export interface ExportQueue {
  readonly subscribe: (listener: () => void) => () => void;
  /** The same array as long as nothing changed. */
  readonly getViews: () => readonly ExportView[];
  readonly add: (plan: ExportPlan) => void;
  /** Lists what an earlier page has left; it goes on when the person says so. */
  readonly addInterrupted: (plan: ExportPlan) => void;
  /** What whoever is signed in holds from now on. Exports that would need more are withheld. */
  readonly setRights: (rights: Rights) => void;
  readonly pause: (id: string) => void;
  /** Goes on with one that is paused, interrupted, or failed in a way that may have passed. */
  readonly resume: (id: string) => void;
  /** Downloads the files of a complete one once more. */
  readonly saveAgain: (id: string) => void;
  /** Cuts short the wait of one that is held up. */
  readonly tryNow: (id: string) => void;
  /** Ends it whatever its state, removes what it stored and takes it off the list. */
  readonly remove: (id: string) => void;
  /** Whether closing the page now would interrupt something. */
  readonly isBusy: () => boolean;
  /** Ends all. `keep`: a later page may go on with them. */
  readonly dispose: (how: 'keep' | 'remove') => void;
}

interface Entry {
  plan: ExportPlan;
  readonly rate: ReturnType<typeof createProgressRate>;
  view: ExportView;
  running: RunningExport | null;
  /** Resolves when it is locked and noted, or settled; what begins or removes it has to wait for that. */
  ready: Promise<void>;
  lock: { readonly release: () => void } | null;
}

export function createExportQueue(ports: ExportQueuePorts): ExportQueue {
  const listeners = new Set<() => void>();
  let entries: Entry[] = [];
  let views: readonly ExportView[] = [];
  let rights = UNKNOWN_RIGHTS;

  function changed(): void {
    views = entries.map(({ view }) => view);
    for (const listener of listeners) listener();
  }

  function update(entry: Entry, changes: Partial<ExportView>): void {
    entry.view = { ...entry.view, ...changes };
    if (entries.includes(entry)) changed();
  }

  function insert(plan: ExportPlan, status: 'queued' | 'interrupted'): Entry {
    const view: ExportView = {
      id: plan.id,
      title: plan.priceColumn.displayName,
      format: plan.format.kind,
      fileName: plan.fileName,
      rowsPromised: promisedRows(plan),
      state: { status },
      rows: 0,
      bytes: 0,
      rowsPerS: null,
      isCheckingKeys: false,
    };
    const entry: Entry = {
      plan,
      rate: createProgressRate(),
      view,
      running: null,
      ready: Promise.resolve(),
      lock: null,
    };
    entries = [...entries, entry];
    changed();
    return entry;
  }

  async function prepare(entry: Entry): Promise<void> {
    // First: what is noted and not locked, another tab takes for left behind.
    entry.lock = await ports.lock(entry.view.id);
    await ports.stage(entry.plan);
  }

  function isUnderWay(entry: Entry): boolean {
    const { status } = entry.view.state;
    return (status === 'running' || status === 'paused') && entries.includes(entry);
  }

  /** Begins the next one in line when none is under way. A paused one lets the next go ahead. */
  function advance(): void {
    const isBusy = entries.some(({ view: { state } }) => state.status === 'running');
    const next = entries.find(({ view: { state } }) => state.status === 'queued');
    if (!isBusy && next !== undefined) void begin(next);
  }

  async function begin(entry: Entry): Promise<void> {
    update(entry, { state: { status: 'running', holding: null } });
    await entry.ready;
    await entry.running?.leave();
    entry.running = null;
    entry.lock ??= await ports.lock(entry.view.id);
    if (entry.lock === null) {
      take(entry);
      return;
    }
    if (entry.view.state.status !== 'running' || !entries.includes(entry) || isLocked(entry)) return;
    entry.rate.restart();
    entry.running = ports.run(entry.plan, {
      onPlanned: (job) => {
        entry.plan = job;
      },
      onProgress: ({ rows, bytes, isCheckingKeys }) => {
        update(entry, { rows, bytes, isCheckingKeys, rowsPerS: entry.rate.add(ports.nowMs(), rows) });
      },
      onHolding: (holding) => {
        const { status } = entry.view.state;
        if (status === 'running' || status === 'paused') update(entry, { state: { status, holding } });
      },
      onDone: (result) => {
        // It may have been cancelled, or the person gone, while the news was on its way.
        if (!isUnderWay(entry) || isLocked(entry)) return;
        const { rowsPerS, format } = entry.view;
        if (rowsPerS !== null) ports.learnPace(format, rowsPerS);
        void save(entry, result);
        entry.ready = settle(entry);
        advance();
      },
      onFailed: (failure) => {
        if (isUnderWay(entry)) fail(entry, failure);
      },
    });
  }

  async function save(entry: Entry, result: ExportResult): Promise<void> {
    update(entry, { state: { status: 'done', result, hasSaveFailed: false } });
    const isSaved = await ports.save(result);
    // It may have been dismissed meanwhile, which takes its files away.
    if (!isSaved && entry.view.state.status === 'done') {
      update(entry, { state: { status: 'done', result, hasSaveFailed: true } });
    }
  }

  function fail(entry: Entry, failure: ExportFailure): void {
    update(entry, { state: { status: 'failed', failure } });
    // A withheld file is no file; only what may yet be completed is kept.
    if (!isWorthResuming(failure)) void discard(entry);
    advance();
  }

  /** Fails an export of which something may not be viewed any more: whatever was begun with other rights. */
  function isLocked(entry: Entry): boolean {
    const columns = lockedColumns(entry.plan, rights);
    if (columns.length > 0) fail(entry, { kind: 'locked-columns', columns });
    return columns.length > 0;
  }

  /** The files stay until they are dismissed; the worker and its pages are not needed for that. */
  async function settle(entry: Entry): Promise<void> {
    await entry.running?.leave();
    entry.running = null;
    await ports.settleStaged(entry.view.id);
  }

  /** Off the list. */
  function take(entry: Entry): void {
    entries = entries.filter((other) => other !== entry);
    entry.lock?.release();
    entry.lock = null;
    changed();
    advance();
  }

  /** Ends it and removes all it has stored; also the note of one whose worker has stored nothing yet. */
  async function discard(entry: Entry): Promise<void> {
    await entry.running?.discard();
    entry.lock ??= await ports.lock(entry.view.id);
    // Another tab may have gone on with what both found unfinished.
    if (entry.lock !== null) await ports.removeStaged(entry.view.id);
  }

  async function removeEntry(entry: Entry): Promise<void> {
    update(entry, { state: { status: 'cancelling' } });
    await entry.ready;
    await discard(entry);
    take(entry);
  }

  async function letGo(entry: Entry, how: 'keep' | 'remove'): Promise<void> {
    await entry.ready;
    if (how === 'keep') await entry.running?.leave();
    else await discard(entry);
    entry.lock?.release();
  }

  function withEntry(id: string, act: (entry: Entry) => void): void {
    const entry = entries.find(({ view }) => view.id === id);
    if (entry !== undefined) act(entry);
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getViews: () => views,
    add: (plan) => {
      const entry = insert(plan, 'queued');
      entry.ready = prepare(entry);
      advance();
    },
    addInterrupted: (plan) => {
      insert(plan, 'interrupted');
    },
    setRights: (held) => {
      rights = held;
      for (const entry of entries) {
        if (isUnderWay(entry)) isLocked(entry);
      }
    },
    pause: (id) => {
      withEntry(id, (entry) => {
        if (entry.view.state.status !== 'running' || entry.running === null) return;
        entry.running.pause();
        update(entry, { state: { ...entry.view.state, status: 'paused' }, rowsPerS: null });
        advance();
      });
    },
    resume: (id) => {
      withEntry(id, (entry) => {
        const { state } = entry.view;
        if (state.status === 'paused') {
          entry.rate.restart();
          update(entry, { state: { ...state, status: 'running' } });
          entry.running?.resume();
        } else if (state.status === 'interrupted' || state.status === 'failed') {
          update(entry, { state: { status: 'queued' } });
          advance();
        }
      });
    },
    saveAgain: (id) => {
      withEntry(id, (entry) => {
        const { state } = entry.view;
        if (state.status === 'done') void save(entry, state.result);
      });
    },
    tryNow: (id) => {
      withEntry(id, (entry) => {
        entry.running?.tryNow();
      });
    },
    remove: (id) => {
      withEntry(id, (entry) => {
        if (entry.view.state.status !== 'cancelling') void removeEntry(entry);
      });
    },
    isBusy: () =>
      entries.some(({ view: { state } }) => ['running', 'paused', 'queued'].includes(state.status)),
    dispose: (how) => {
      for (const entry of entries) {
        void letGo(entry, how);
      }
      entries = [];
      changed();
    },
  };
}

/** Whether asking again later could complete the export with the same snapshot. */
export function isWorthResuming(failure: ExportFailure): boolean {
  if (failure.kind === 'no-space' || failure.kind === 'not-loaded') return true;
  // A worker that the system has ended for want of memory may come through the next time. Only a person tries that.
  if (failure.kind === 'fault') return true;
  if (failure.kind !== 'service') return false;
  const { kind } = failure.failure;
  return kind !== 'expired-snapshot' && kind !== 'malformed' && kind !== 'oversized' && kind !== 'forbidden';
}
