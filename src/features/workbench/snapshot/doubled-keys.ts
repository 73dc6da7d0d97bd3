/** Keys of several rows of a snapshot. The source contains them more than once; the snapshot itself is correct. */
export interface DoubledKeys {
  readonly keyCount: number;
  /** The first of them. */
  readonly keys: readonly string[];
  /**
   * The keys whose rows are the same in all selected fields. It is unknown whether the source contains the row twice or the
   * snapshot repeats it.
   */
  readonly alikeCount: number;
}

/** Keys that are named one by one; of the others the number is told. */
export const MOST_NAMED_KEYS = 5;

/** The duplicate keys of a snapshot that are found so far. An external store for React. */
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
