import * as z from 'zod';
import { FILTER_OPS } from '@mocks/data/engine/selection';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const settingsSchema = z.object({
  latencyMs: z.number().min(0),
  errorRate: z.number().min(0).max(1),
  /** The number of rows of the source whose size can be changed (the sales prices). */
  rowCount: z.int().min(0).max(1_000_000_000),
  itemColumnCount: z.int().min(11).max(10_000),
  /** The number of fields of an additional price column, which is named `WidePrice` and this number. If it is 0, there is none. */
  wideFieldCount: z.int().min(0).max(10_000).default(0),
  isItemTableChanged: z.boolean(),
  accessLifetimeMs: z.number().min(1_000),
  refreshLifetimeMs: z.number().min(1_000),
  snapshotLifetimeMs: z.number().min(0),
  /** The maximum number of calls per second. Further calls get status 429. Null means no limit. */
  maxRequestsPerS: z.int().min(1).nullable(),
  /** How far the service's clock is ahead of the machine's. */
  clockOffsetMs: z.number(),
  /** The unit of `expires_in`, which the contract does not define. */
  expiresInUnit: z.enum(['minutes', 'seconds']),
});

export type ServiceSettings = z.output<typeof settingsSchema>;

const snapshotSchema = z.object({
  cacheKey: z.string(),
  selection: z.object({
    priceColumn: z.string(),
    version: z.int().min(0),
    baseRowCount: z.int().min(0),
    moments: z.array(z.number()).readonly().optional(),
    filters: z.array(z.object({ column: z.string(), op: z.enum(FILTER_OPS), value: z.string() })),
    sort: z.array(z.object({ column: z.string(), isDescending: z.boolean() })),
  }),
  /** The requested fields; null means all fields that the account may view. */
  fields: z.array(z.string()).nullable(),
  rowCount: z.int().min(0),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
});

/** A stored snapshot. It does not contain the rows, but everything that is needed to compute them again. */
export type StoredSnapshot = z.output<typeof snapshotSchema>;

export const serviceStateSchema = z.object({
  settings: settingsSchema,
  /** The version of the source data. Each change of the data increases it by one. */
  sourceVersion: z.int().min(0),
  /** The time at which each version of the source data began, in local time. */
  sourceMoments: z.array(z.number()).readonly().default([]),
  /** The current generation of access tokens. Tokens of an earlier generation are not accepted. */
  accessGeneration: z.int().min(0),
  refreshGeneration: z.int().min(0),
  /** The ids of used refresh tokens, because each can be used only once. An id is discarded after its token has expired. */
  spentRefreshTokens: z.array(z.object({ id: z.string(), expiresAtMs: z.number() })),
  refreshReuseCount: z.int().min(0),
  snapshots: z.array(snapshotSchema),
  /** The events that listeners received for the last change of the source data. */
  announcements: z.array(
    z.object({ priceColumn: z.string(), cacheKey: z.string(), createdAtMs: z.number() }),
  ),
});

export type ServiceState = z.output<typeof serviceStateSchema>;

/** Stores the state of the service between calls. The state never contains a token. */
export interface ServiceStateStore {
  /** Returns the state. The object stays the same until the state changes. */
  readonly read: () => ServiceState;
  readonly write: (state: ServiceState) => void;
  /** Calls `listener` after every change, by this service or in another tab. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

const DEFAULT_SETTINGS: ServiceSettings = {
  latencyMs: 0,
  errorRate: 0,
  rowCount: 1_000_000,
  itemColumnCount: 11,
  wideFieldCount: 0,
  isItemTableChanged: false,
  accessLifetimeMs: 20 * MINUTE_MS,
  refreshLifetimeMs: 5 * DAY_MS,
  snapshotLifetimeMs: 30 * MINUTE_MS,
  maxRequestsPerS: null,
  clockOffsetMs: 0,
  expiresInUnit: 'seconds',
};

export function initialState(settings: Partial<ServiceSettings> = {}): ServiceState {
  return {
    settings: { ...DEFAULT_SETTINGS, ...settings },
    sourceVersion: 0,
    sourceMoments: [],
    accessGeneration: 0,
    refreshGeneration: 0,
    spentRefreshTokens: [],
    refreshReuseCount: 0,
    snapshots: [],
    announcements: [],
  };
}

/** Keeps the state in memory. */
export function memoryStateStore(settings: Partial<ServiceSettings> = {}): ServiceStateStore {
  let state = initialState(settings);
  const listeners = new Set<() => void>();
  return {
    read: () => state,
    write: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
