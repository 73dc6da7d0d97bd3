import type { ComponentType, ReactNode } from 'react';

/** The props of a view's components. The rows are not props: they come from hooks (`rows-read/rows/rows-read-scope.ts`). */
export interface ViewPartProps {
  /** Whether the view is on screen. A view can stay mounted while another one is on screen; then it hides itself. */
  readonly isShown: boolean;
}

export interface ViewParts {
  /** Shows the results of the view. */
  readonly Part: ComponentType<ViewPartProps>;
  /** Edits the settings of the view, in the **View** tab of the query panel while the view is on screen. */
  readonly Setup: ComponentType;
  /** Provides the state that `Part` and `Setup` share and that is not in the address. */
  readonly Scope?: ComponentType<ViewPartProps & { readonly children: ReactNode }>;
}
