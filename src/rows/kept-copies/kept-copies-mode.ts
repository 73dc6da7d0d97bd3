import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { RuntimeConfig } from '@/ui/config/runtime-config';
import { placeForCopiesQuery } from './kept-copies.queries';

export const KeptCopiesModeContext = createContext<RuntimeConfig['keptCopies']>('allowed');

/** Returns the setting for kept copies: whether users may keep copies, and for how long. */
export function useKeptCopiesMode(): RuntimeConfig['keptCopies'] {
  return use(KeptCopiesModeContext);
}

/** Returns what prevents users from keeping copies: the configuration or the browser. Screens report it before they read rows. */
export function useKeepObstacle(): 'installation' | 'browser' | null {
  const isAllowed = use(KeptCopiesModeContext) !== 'never';
  const hasPlace = useQuery({ ...placeForCopiesQuery(), enabled: isAllowed }).data;
  if (!isAllowed) return 'installation';
  return hasPlace === false ? 'browser' : null;
}
