import { createContext } from 'react';

/** Provides a function that opens the **Help** dialog. */
export const HelpContext = createContext<() => void>(() => undefined);
