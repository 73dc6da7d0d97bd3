import { createContext, use, type ReactNode } from 'react';
import type { ShownParts } from './shown-parts';

/** The parts of a snapshot on screen, and the functions with which `RowsReadArea` controls the rest of the results. */
export interface ShownPartsScope {
  readonly parts: ShownParts;
  readonly turnPicturesOff: () => void;
  /** Moves the focus to the grid after the focused element was removed. */
  readonly takeFocus: () => void;
  readonly closeAdding: () => void;
  /** Renders the tools of a snapshot in the toolbar of a view. */
  readonly renderTools: () => ReactNode;
  /** Reports that a snapshot taken at this time, by the service's clock, is being compared with the one on screen. */
  readonly noteSide: (createdAtMs: number) => void;
}

const ShownPartsContext = createContext<ShownPartsScope | null>(null);

export const ShownPartsProvider = ShownPartsContext.Provider;

export function useShownParts(): ShownPartsScope {
  const scope = use(ShownPartsContext);
  if (scope === null) throw new Error('There is no snapshot around this component.');
  return scope;
}
