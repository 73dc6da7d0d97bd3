import { createListeners } from '@/lib/base/listeners';

/** Keys that several rows of a snapshot have. The source contains them more than once; the snapshot itself is correct. */
export interface DoubledKeys {
  readonly keyCount: number;
  /** The first `MOST_NAMED_KEYS` of the keys. */
  readonly keys: readonly string[];
  /** The number of keys whose rows are equal in all fields. It is unknown whether the source or the snapshot repeats these rows. */
  readonly alikeCount: number;
}

/** Up to this many keys are named; the others are only counted. */
export const MOST_NAMED_KEYS = 5;

/** The duplicate keys of a snapshot that are found so far. An external store for React. */
export interface DoubledKeysStore {
  /** Returns the duplicate keys; null until one is found. */
  readonly get: () => DoubledKeys | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reports the duplicates found so far. They replace the known duplicates if there are more of them. */
  readonly report: (found: DoubledKeys) => void;
}

export function createDoubledKeysStore(): DoubledKeysStore {
  let known: DoubledKeys | null = null;
  const listeners = createListeners();
  return {
    get: () => known,
    subscribe: listeners.subscribe,
    report: (found) => {
      if (known !== null && found.keyCount <= known.keyCount) return;
      known = found;
      listeners.notify();
    },
  };
}
