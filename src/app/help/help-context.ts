import { createContext } from 'react';

/** Provides a function that opens the dialog **Help**. */
export const HelpContext = createContext<() => void>(() => undefined);
