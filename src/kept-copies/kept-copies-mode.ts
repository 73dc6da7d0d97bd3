import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import type { RuntimeConfig } from '@/shared/config/runtime-config';
import { placeForCopiesQuery } from './kept-copies.queries';

/** `keptCopies` of the configuration. */
export const KeptCopiesModeContext = createContext<RuntimeConfig['keptCopies']>('allowed');

/** Returns whether copies may be kept, and how long; `never` too where the browser can keep nothing. */
export function useKeptCopiesMode(): RuntimeConfig['keptCopies'] {
  const mode = use(KeptCopiesModeContext);
  const { isLasting } = useOwnRecords().storage;
  return isLasting ? mode : 'never';
}

/** Returns what does not allow to keep copies: the configuration, or this browser, where a person is told so before rows are read. */
export function useKeepObstacle(): 'installation' | 'browser' | null {
  const isAllowed = use(KeptCopiesModeContext) !== 'never';
  const { isLasting } = useOwnRecords().storage;
  const hasPlace = useQuery({ ...placeForCopiesQuery(), enabled: isAllowed && isLasting }).data;
  if (!isAllowed) return 'installation';
  return !isLasting || hasPlace === false ? 'browser' : null;
}
