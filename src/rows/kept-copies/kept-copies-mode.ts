import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import { placeForCopiesQuery } from './kept-copies.queries';

export const KeptCopiesModeContext = createContext<RuntimeConfig['keptCopies']>('allowed');

/** Returns whether copies may be kept, and for how long. */
export function useKeptCopiesMode(): RuntimeConfig['keptCopies'] {
  return use(KeptCopiesModeContext);
}

/** Returns what prevents keeping copies: the configuration or this browser. Screens say so before they read rows. */
export function useKeepObstacle(): 'installation' | 'browser' | null {
  const isAllowed = use(KeptCopiesModeContext) !== 'never';
  const hasPlace = useQuery({ ...placeForCopiesQuery(), enabled: isAllowed }).data;
  if (!isAllowed) return 'installation';
  return hasPlace === false ? 'browser' : null;
}
