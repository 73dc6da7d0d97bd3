/** Keys that stand in several rows of a snapshot, which the source has so: an error of the source, and no broken snapshot. */
export interface DoubledKeys {
  readonly keyCount: number;
  /** The first of them. */
  readonly keys: readonly string[];
  /**
   * Of the keys, those with rows that are the same in all fields chosen. Whether the source has them twice, or the snapshot
   * repeats one of them, is not known.
   */
  readonly alikeCount: number;
}

/** Keys that are named one by one; of the others the number is told. */
export const MOST_NAMED_KEYS = 5;

/** What has been found of a snapshot so far. An external store for React. */
export interface DoubledKeysStore {
  /** Null while no key is known to stand twice. */
  readonly get: () => DoubledKeys | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Called with what was found of all rows that were seen; what is already known stays unless this is more. */
  readonly report: (found: DoubledKeys) => void;
}

export function createDoubledKeysStore(): DoubledKeysStore {
  let known: DoubledKeys | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => known,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report: (found) => {
      if (known !== null && found.keyCount <= known.keyCount) return;
      known = found;
      for (const listener of listeners) listener();
    },
  };
}
