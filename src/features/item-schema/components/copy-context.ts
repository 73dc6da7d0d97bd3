import { createContext, useContext } from 'react';

/** Copies `text` and tells the person of it; `what` names it in that sentence. Resolves to whether it worked. */
export type Copy = (text: string, what: string) => Promise<boolean>;

/** How anything on the screen is copied: one place tells of it. */
export const CopyContext = createContext<Copy | null>(null);

export function useCopy(): Copy {
  const copy = useContext(CopyContext);
  if (copy === null) throw new Error('There is no CopyContext above this component.');
  return copy;
}
