import { PRICE_SOURCES } from '@mocks/data/price-sources';
import { rowCountOf } from '@mocks/data/price-source';
import type { FaultPlan, FaultRule } from './faults';
import type { Journal, JournalEntry } from './journal';
import { currentSourceState } from './source-state';
import { makeSnapshot } from './snapshots';
import { initialState, settingsSchema, type ServiceSettings } from './state';
import type { ServiceContext } from './service-context';

/** The settings of the demo's drawer. */
export interface DemoControls {
  /** Returns the same object as long as nothing has changed. */
  readonly settings: () => Readonly<ServiceSettings>;
  /** Calls back when settings may have changed, including in another tab. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Throws a zod error for a value out of range; see ServiceSettings. */
  readonly changeSettings: (changes: Partial<ServiceSettings>) => void;
  /** Makes all current access tokens invalid; refresh tokens stay valid. */
  readonly expireAccessTokens: () => void;
  /** Makes all current refresh tokens invalid, as if the service had ended the sessions. */
  readonly revokeRefreshTokens: () => void;
  /** Makes all current snapshots answer 410. */
  readonly expireSnapshots: () => void;
  /** Adds, removes and changes rows in every source, and announces new snapshots. Existing snapshots keep their rows. */
  readonly changeSourceData: () => void;
  /** Returns how often the source data has changed. */
  readonly sourceVersion: () => number;
}

/** Further controls, for tests. */
export interface ServiceControls extends DemoControls {
  readonly addFault: (rule: FaultRule) => void;
  /** Also ends the delays of faults. */
  readonly clearFaults: () => void;
  /** Ends the current delays of faults; later calls meet the faults as before. */
  readonly releaseHeld: () => void;
  /** The calls so far, oldest first. */
  readonly journal: () => readonly JournalEntry[];
  readonly clearJournal: () => void;
  /** Restores the initial state: data, settings, sessions and snapshots, with no faults and an empty journal. */
  readonly reset: () => void;
  readonly refreshReuseCount: () => number;
}

export function createControls(
  context: ServiceContext,
  faults: FaultPlan,
  journal: Journal,
): ServiceControls {
  const { store } = context;
  const startSettings = store.read().settings;
  return {
    settings: () => store.read().settings,
    subscribe: store.subscribe,
    changeSettings: (changes) => {
      const state = store.read();
      store.write({ ...state, settings: settingsSchema.parse({ ...state.settings, ...changes }) });
    },
    expireAccessTokens: () => {
      const state = store.read();
      store.write({ ...state, accessGeneration: state.accessGeneration + 1 });
    },
    revokeRefreshTokens: () => {
      const state = store.read();
      store.write({ ...state, refreshGeneration: state.refreshGeneration + 1 });
    },
    expireSnapshots: () => {
      store.write({ ...store.read(), snapshots: [] });
    },
    changeSourceData: () => changeSourceData(context),
    addFault: faults.add,
    clearFaults: () => {
      faults.clear();
      faults.release();
    },
    releaseHeld: faults.release,
    journal: journal.entries,
    clearJournal: journal.clear,
    reset: () => {
      // Delayed calls stay delayed: they belong to a test that has ended.
      faults.clear();
      journal.clear();
      store.write(initialState(startSettings));
    },
    sourceVersion: () => store.read().sourceVersion,
    refreshReuseCount: () => store.read().refreshReuseCount,
  };
}

function changeSourceData(context: ServiceContext): void {
  const before = context.store.read();
  const nowMs = context.nowMs();
  const wallMs = nowMs - new Date(nowMs).getTimezoneOffset() * 60_000;
  const state = {
    ...before,
    sourceVersion: before.sourceVersion + 1,
    sourceMoments: [...before.sourceMoments, wallMs],
  };
  const snapshots = PRICE_SOURCES.filter(({ isStatic }) => !isStatic).map((source) => {
    const sourceState = currentSourceState(source, state);
    return makeSnapshot(
      {
        selection: { priceColumn: source.name, ...sourceState, filters: [], sort: [] },
        fields: null,
        rowCount: rowCountOf(source, sourceState),
      },
      context,
    );
  });
  const living = state.snapshots.filter(({ expiresAtMs }) => expiresAtMs > context.nowMs());
  context.store.write({
    ...state,
    snapshots: [...living, ...snapshots],
    announcements: snapshots.map(({ selection: { priceColumn }, cacheKey, createdAtMs }) => ({
      priceColumn,
      cacheKey,
      createdAtMs,
    })),
  });
}
