import { createContext } from 'react';

/** Opens the dialog **Help**. */
export const HelpContext = createContext<() => void>(() => undefined);
