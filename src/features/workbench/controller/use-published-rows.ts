import { useEffect, useSyncExternalStore } from 'react';
import type { PublishedRows } from './published-rows';
import { useWorkbenchScope } from './use-workbench';

/** Returns the published value with this name; null if there is none. */
export function usePublished<Name extends keyof PublishedRows>(name: Name): PublishedRows[Name] {
  const { published } = useWorkbenchScope();
  return useSyncExternalStore(published.subscribe, () => published.get()[name]);
}

/** Publishes a value while the component is mounted. A new value replaces the previous one. */
export function usePublish<Name extends keyof PublishedRows>(name: Name, value: PublishedRows[Name]): void {
  const { published } = useWorkbenchScope();
  useEffect(() => published.publish(name, value), [published, name, value]);
  useEffect(() => () => published.publish(name, null), [published, name]);
}
