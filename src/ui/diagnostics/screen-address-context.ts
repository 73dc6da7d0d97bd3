import { createContext } from 'react';
import type { ScreenAddress } from './diagnostics-text';

/** Reads where the page is, for diagnostics. The default is for pages that replace the whole application. */
export const ScreenAddressContext = createContext<() => ScreenAddress>(() => ({
  path: 'none',
  parameters: [],
}));
