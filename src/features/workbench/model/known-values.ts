/** A value in the form that the service sends and compares, and the number of rows that have it. */
export interface KnownValue {
  readonly value: string;
  readonly count: number;
}

export interface KnownValues {
  /** The most frequent first; a bounded number. */
  readonly values: readonly KnownValue[];
  /** There are more than these. */
  readonly hasMore: boolean;
}

/** The values of rows that were read for something else. Nothing is read to know more of them. */
export interface KnownValuesSource {
  /** Names of the columns that were read. */
  readonly columns: ReadonlySet<string>;
  readonly readCount: number;
  /** Whether the snapshot has more rows than were read. */
  readonly isPart: boolean;
  /** Identifies the rows; the beginning of query keys. */
  readonly queryKey: readonly unknown[];
  /**
   * Finds values that contain the text, without regard to case. The text of a number has the point as its decimal sign.
   * Rejects when the rows are gone.
   */
  readonly find: (column: string, containedText: string, signal: AbortSignal) => Promise<KnownValues>;
}

/** Holds the source of the snapshot on screen; null while no rows were read. An external store for React. */
export interface KnownValuesStore {
  readonly getSource: () => KnownValuesSource | null;
  readonly setSource: (source: KnownValuesSource | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createKnownValuesStore(): KnownValuesStore {
  let current: KnownValuesSource | null = null;
  const listeners = new Set<() => void>();
  return {
    getSource: () => current,
    setSource: (source) => {
      if (source === current) return;
      current = source;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
