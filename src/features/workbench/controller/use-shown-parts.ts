import { createContext, use, type ReactNode } from 'react';
import type { ShownParts } from './shown-parts';

/** The parts of the snapshot on screen, and what the rows read may ask of the grid beside them. */
export interface ShownPartsScope {
  readonly parts: ShownParts;
  /** Switches the pictures of the headers off. */
  readonly turnPicturesOff: () => void;
  /** Moves the focus to the grid after the focused element was removed. */
  readonly takeFocus: () => void;
  /** Closes the region **Refine here**. */
  readonly closeRefine: () => void;
  /** The column that a condition is to be added for in it; another object for another one. */
  readonly refinedColumn: { readonly name: string } | null;
  /** Closes the dialog **Add columns from…**. */
  readonly closeAdding: () => void;
  /** Renders the tools of a snapshot in the toolbar of a view. */
  readonly renderTools: () => ReactNode;
  /** Notes that a snapshot of this moment, by the service's clock, is on screen beside this one. */
  readonly noteSide: (createdAtMs: number) => void;
}

const ShownPartsContext = createContext<ShownPartsScope | null>(null);

export const ShownPartsProvider = ShownPartsContext.Provider;

export function useShownParts(): ShownPartsScope {
  const scope = use(ShownPartsContext);
  if (scope === null) throw new Error('There is no snapshot around this component.');
  return scope;
}
