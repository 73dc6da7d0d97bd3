interface Holder {
  readonly mode: LockMode;
  readonly done: Promise<unknown>;
}

/** Creates a fake of Web Locks that the tabs of one browser share. */
export function createFakeLocks(): LockManager {
  const holders = new Map<string, Set<Holder>>();

  async function request<T>(
    name: string,
    options: LockOptions | LockGrantedCallback<T>,
    callback?: LockGrantedCallback<T>,
  ): Promise<T> {
    if (typeof options === 'function') return request(name, {}, options);
    const work = callback as LockGrantedCallback<T>;
    const { mode = 'exclusive', ifAvailable = false, signal } = options;
    const ofName = holders.get(name) ?? new Set();
    holders.set(name, ofName);
    const others = [...ofName].filter((other) => mode === 'exclusive' || other.mode === 'exclusive');
    if (others.length > 0 && ifAvailable) return work(null);

    const start = async () => {
      await Promise.allSettled(others.map(({ done }) => done));
      signal?.throwIfAborted();
      return work({ name, mode });
    };
    const task = start();
    const holder = { mode, done: task };
    ofName.add(holder);
    try {
      return await task;
    } finally {
      ofName.delete(holder);
    }
  }

  return { request, query: () => Promise.reject(new Error('No test asks for the locks that are held.')) };
}
