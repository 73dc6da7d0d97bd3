import { useEffect, useState, useSyncExternalStore } from 'react';
import { createComparisonStore, type ComparisonRequest, type ComparisonState } from './comparison-store';

/**
 * Compares two sides, again with every other `key`; null while they cannot be compared. The result stays until then, or
 * until the component is gone.
 */
export function useComparison(
  key: string | null,
  getRequest: () => ComparisonRequest | null,
): { readonly state: ComparisonState; readonly retry: () => void } {
  const [store] = useState(createComparisonStore);
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const request = key === null ? null : getRequest();
    if (request === null) return undefined;
    store.start(request);
    return () => store.release();
    // The key says when another request is meant.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, key, attempt]);
  return { state, retry: () => setAttempt((count) => count + 1) };
}
