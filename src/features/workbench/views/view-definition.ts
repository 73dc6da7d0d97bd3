import type { ComponentType, ReactNode } from 'react';

/** What happens to an address parameter when a new run replaces the rows on screen. */
export type ParameterLife =
  /** A new run keeps it, and so does a saved view. */
  | 'kept'
  /** It applies only to the snapshot on screen. */
  | 'of-snapshot';

/** The props of the component of a view. The rows come from hooks (`rows-read/rows/rows-read-scope.ts`). */
export interface ViewPartProps {
  /** Whether the view is on screen. A view that stays mounted is hidden otherwise. */
  readonly isShown: boolean;
}

/** The part of an analysis view that the rest of the workbench knows; everything else is in the folder of the view. */
export interface ViewDefinition {
  /** The value of `show` in the address, and the key in the messages (`results.views`). */
  readonly name: string;
  /** The address parameters of the view, which no other view has. */
  readonly parameters: Readonly<Record<string, ParameterLife>>;
  /**
   * The rows that the view needs. `rows`: rows of the snapshot in the engine; their number, or why there are none, is shown around the
   * view. `reading`: rows are being read, and the view itself shows the progress. `two-sides`: as `reading`, but rows are read only
   * once the address names another side.
   */
  readonly needs: 'rows' | 'reading' | 'two-sides';
  /** Whether the view stays mounted after it was shown, because its results took long to compute. */
  readonly staysMounted: boolean;
  readonly load: () => Promise<{
    /** The results. */
    readonly Part: ComponentType<ViewPartProps>;
    /** The set-up, in the tab **View** of the query panel while the view is on screen. */
    readonly Setup: ComponentType;
    /** Provides the state that both share and that is not in the address. */
    readonly Scope?: ComponentType<ViewPartProps & { readonly children: ReactNode }>;
  }>;
}
