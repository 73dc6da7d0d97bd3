import { createContext } from 'react';
import type { ScreenAddress } from './diagnostics-text';

/** A function that reads the address of the open screen, for diagnostics. The default is for pages that replace the application. */
export const ScreenAddressContext = createContext<() => ScreenAddress>(() => ({
  path: 'none',
  parameters: [],
}));
