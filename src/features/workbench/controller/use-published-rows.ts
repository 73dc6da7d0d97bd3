import { useEffect, useSyncExternalStore } from 'react';
import type { PublishedRows } from './published-rows';
import { useWorkbenchScope } from './use-workbench';

/** Returns what the rows read have published under the name; null for nothing. */
export function usePublished<Name extends keyof PublishedRows>(name: Name): PublishedRows[Name] {
  const { published } = useWorkbenchScope();
  return useSyncExternalStore(published.subscribe, () => published.get()[name]);
}

/** Publishes a value for as long as the component is mounted. A new value replaces it. */
export function usePublish<Name extends keyof PublishedRows>(name: Name, value: PublishedRows[Name]): void {
  const { published } = useWorkbenchScope();
  useEffect(() => published.publish(name, value), [published, name, value]);
  useEffect(() => () => published.publish(name, null), [published, name]);
}
