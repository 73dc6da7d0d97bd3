import { openDB, type DBSchema } from 'idb';
import * as z from 'zod';
import { wait, type Clock } from '@/shared/http/clock';
import { randomId } from './random-id';

interface Schema extends DBSchema {
  leases: { key: string; value: unknown };
}

const leaseSchema = z.object({ holder: z.string(), untilMs: z.number() });

export interface LeaseLockOptions {
  readonly databaseName: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Longer than any task. An older lease was left behind by a closed tab. */
  readonly leaseMs: number;
}

const POLL_MS = 80;

/**
 * A lock between tabs for browsers without Web Locks: a lease in IndexedDB, whose transactions are exclusive. Tabs poll, so
 * that it suits rare, short tasks, and is not fair.
 */
export function createLeaseLock({ databaseName, clock, random, leaseMs }: LeaseLockOptions) {
  return async function withLease<T>(task: () => Promise<T>): Promise<T> {
    const holder = randomId();
    while (!(await take(holder))) await wait(clock, POLL_MS * (1 + random()));
    try {
      return await task();
    } finally {
      await giveBack(holder);
    }
  };

  async function take(holder: string): Promise<boolean> {
    return inTransaction(async (leases) => {
      const lease = leaseSchema.safeParse(await leases.get('lease'));
      const nowMs = clock.wallMs();
      // A lease that ends later than possible was taken before the clock was set back.
      const isTaken = lease.success && lease.data.untilMs > nowMs && lease.data.untilMs <= nowMs + leaseMs;
      if (!isTaken) await leases.put({ holder, untilMs: nowMs + leaseMs }, 'lease');
      return !isTaken;
    });
  }

  async function giveBack(holder: string): Promise<void> {
    await inTransaction(async (leases) => {
      const lease = leaseSchema.safeParse(await leases.get('lease'));
      if (lease.success && lease.data.holder === holder) await leases.delete('lease');
    });
  }

  async function inTransaction<T>(work: (leases: LeaseStore) => Promise<T>): Promise<T> {
    const database = await openDB<Schema>(databaseName, 1, {
      upgrade: (created) => {
        created.createObjectStore('leases');
      },
    });
    try {
      const transaction = database.transaction('leases', 'readwrite');
      const result = await work({
        get: (key) => transaction.store.get(key),
        put: (value, key) => transaction.store.put(value, key),
        delete: (key) => transaction.store.delete(key),
      });
      await transaction.done;
      return result;
    } finally {
      database.close();
    }
  }
}

interface LeaseStore {
  readonly get: (key: string) => Promise<unknown>;
  readonly put: (value: unknown, key: string) => Promise<unknown>;
  readonly delete: (key: string) => Promise<void>;
}
