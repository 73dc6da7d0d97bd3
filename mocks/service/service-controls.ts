import { PRICE_SOURCES } from '@mocks/data/price-sources';
import { rowCountOf } from '@mocks/data/price-source';
import type { FaultPlan, FaultRule } from './faults';
import type { Journal, JournalEntry } from './journal';
import { currentSourceState } from './source-state';
import { makeSnapshot } from './snapshots';
import { initialState, settingsSchema, type ServiceSettings } from './state';
import type { ServiceContext } from './service-context';

/** What the **Demo controls** drawer can change. */
export interface DemoControls {
  /** Returns the settings. The object stays the same until a setting changes. */
  readonly settings: () => Readonly<ServiceSettings>;
  /** Calls `listener` when settings may have changed, also in another tab. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes settings. Throws a zod error if a value is out of range; see ServiceSettings. */
  readonly changeSettings: (changes: Partial<ServiceSettings>) => void;
  /** Makes all current access tokens invalid. Refresh tokens remain valid. */
  readonly expireAccessTokens: () => void;
  /** Makes all current refresh tokens invalid, as if the service had ended the sessions. */
  readonly revokeRefreshTokens: () => void;
  /** Expires all current snapshots: requests for them get status 410. */
  readonly expireSnapshots: () => void;
  /** Adds, removes and changes rows in every source, and announces new snapshots. Existing snapshots keep their rows. */
  readonly changeSourceData: () => void;
  /** Returns how often the source data has changed. */
  readonly sourceVersion: () => number;
}

/** The controls of the demo, and further ones for tests. */
export interface ServiceControls extends DemoControls {
  readonly addFault: (rule: FaultRule) => void;
  /** Removes all faults, and ends the delays that they cause. */
  readonly clearFaults: () => void;
  /** Ends the current delays of faults, but does not remove the faults. */
  readonly releaseHeld: () => void;
  /** Returns the calls so far, the oldest first. */
  readonly journal: () => readonly JournalEntry[];
  readonly clearJournal: () => void;
  /** Restores the initial data, settings, sessions and snapshots, removes all faults, and empties the journal. */
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
      // Does not release delayed calls, because they belong to a test that has ended.
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
