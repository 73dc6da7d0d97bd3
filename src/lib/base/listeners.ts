export interface Listeners<Notice extends readonly unknown[] = []> {
  /** Calls `listener` with every notice. Returns a function that unsubscribes it. */
  readonly subscribe: (listener: (...notice: Notice) => void) => () => void;
  readonly notify: (...notice: Notice) => void;
}

/** Creates a list of functions to call when something changes. `subscribe` has the form that `useSyncExternalStore` expects. */
export function createListeners<Notice extends readonly unknown[] = []>(): Listeners<Notice> {
  const listeners = new Set<(...notice: Notice) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    notify: (...notice) => {
      for (const listener of listeners) listener(...notice);
    },
  };
}
