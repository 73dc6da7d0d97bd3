import { createContext, use } from 'react';
import { useOwnRecords } from '@/session/use-own-records';
import type { RuntimeConfig } from '@/shared/config/runtime-config';

/** `keptCopies` of the configuration. */
export const KeptCopiesModeContext = createContext<RuntimeConfig['keptCopies']>('allowed');

/** Returns whether copies may be kept, and how long; `never` too where the browser can keep nothing. */
export function useKeptCopiesMode(): RuntimeConfig['keptCopies'] {
  const mode = use(KeptCopiesModeContext);
  const { isLasting } = useOwnRecords().storage;
  return isLasting ? mode : 'never';
}
