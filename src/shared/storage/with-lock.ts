/**
 * Does the work while no other tab holds the lock of this name, which is released when the work has settled. With `ifAvailable` the work
 * is told whether it holds the lock, and waits for nobody. Where the browser has no locks, on pages without https, it always does.
 */
export async function withLock<T>(
  name: string,
  options: LockOptions,
  work: (isHeld: boolean) => Promise<T>,
): Promise<T> {
  // Undefined there, although the type is not optional.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work(true);
  return locks.request(name, options, (lock) => work(lock !== null));
}
