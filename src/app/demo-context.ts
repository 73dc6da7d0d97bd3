import { createContext, useContext } from 'react';
import type { DemoKit } from '@/ui/config/demo-kit';

/** The demo; null if the deployment is not a demo. */
export const DemoContext = createContext<DemoKit | null>(null);

export function useDemo(): DemoKit | null {
  return useContext(DemoContext);
}

/** Whether this is the address of the demo service. In a demo, users may also sign in to a real service. */
export function useIsDemoAddress(address: string | null): boolean {
  return useDemo()?.serviceAddress === address;
}
