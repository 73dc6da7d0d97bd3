import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import { placeForCopiesQuery } from './kept-copies.queries';

/** `keptCopies` of the configuration. */
export const KeptCopiesModeContext = createContext<RuntimeConfig['keptCopies']>('allowed');

/** Returns whether copies may be kept, and how long. */
export function useKeptCopiesMode(): RuntimeConfig['keptCopies'] {
  return use(KeptCopiesModeContext);
}

/** Returns what does not allow to keep copies: the configuration, or this browser, where a person is told so before rows are read. */
export function useKeepObstacle(): 'installation' | 'browser' | null {
  const isAllowed = use(KeptCopiesModeContext) !== 'never';
  const hasPlace = useQuery({ ...placeForCopiesQuery(), enabled: isAllowed }).data;
  if (!isAllowed) return 'installation';
  return hasPlace === false ? 'browser' : null;
}
