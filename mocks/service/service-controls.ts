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
  /** The same object as long as nothing changed. */
  readonly settings: () => Readonly<ServiceSettings>;
  /** Calls back when settings may have changed, in another tab too. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Throws a zod error for a value out of range; see ServiceSettings. */
  readonly changeSettings: (changes: Partial<ServiceSettings>) => void;
  /** Every access token given out so far is no longer accepted; refresh tokens stay good. */
  readonly expireAccessTokens: () => void;
  /** The next refresh of anybody is refused, as when the service ended the session. */
  readonly revokeRefreshTokens: () => void;
  /** Every snapshot there is answers 410. */
  readonly expireSnapshots: () => void;
  /**
   * Rows come, go and change in every source; listeners receive a fresh snapshot of each. Existing snapshots keep
   * their rows.
   */
  readonly changeSourceData: () => void;
  /** Counts the changes of the source data. */
  readonly sourceVersion: () => number;
}

/** What tests turn besides. */
export interface ServiceControls extends DemoControls {
  readonly addFault: (rule: FaultRule) => void;
  /** Lets go what a fault is holding back, too. */
  readonly clearFaults: () => void;
  /** Lets go what a fault is holding back; later calls meet the faults as before. */
  readonly releaseHeld: () => void;
  /** The calls so far, oldest first. */
  readonly journal: () => readonly JournalEntry[];
  readonly clearJournal: () => void;
  /** As when it was started: data, settings, sessions and snapshots, with no faults and an empty journal. */
  readonly reset: () => void;
  /** How often a used refresh token was sent again. */
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
      // What is held back stays so: it is of a test that has ended.
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
