import type { ComponentType, ReactNode } from 'react';

/** The props of the component of a view. The rows come from hooks (`rows-read/rows/rows-read-scope.ts`). */
export interface ViewPartProps {
  /** Whether the view is on screen. A view that stays mounted is hidden otherwise. */
  readonly isShown: boolean;
}

/** The components of a view. */
export interface ViewParts {
  /** The results. */
  readonly Part: ComponentType<ViewPartProps>;
  /** The set-up, in the tab **View** of the query panel while the view is on screen. */
  readonly Setup: ComponentType;
  /** Provides the state that both share and that is not in the address. */
  readonly Scope?: ComponentType<ViewPartProps & { readonly children: ReactNode }>;
}
