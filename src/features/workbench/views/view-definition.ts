import type { ComponentType, ReactNode } from 'react';

/** The fate of a parameter of the address when the rows on screen become those of a new run. */
export type ParameterLife =
  /** A new run keeps it, and so does a saved view. */
  | 'kept'
  /** It says something of the snapshot on screen alone. */
  | 'of-snapshot';

/** The props of the component of a view. The rows come from hooks (`rows-read/rows/rows-read-scope.ts`). */
export interface ViewPartProps {
  /** Whether the view is on screen. One that stays mounted is hidden otherwise. */
  readonly isShown: boolean;
}

/** A view of the rows read, as the rest of the workbench knows it: its folder holds the rest. */
export interface ViewDefinition {
  /** As `show` in the address, and in the messages (`results.views`). */
  readonly name: string;
  /** Its parameters of the address, which belong to no other view. */
  readonly parameters: Readonly<Record<string, ParameterLife>>;
  /**
   * The rows that it is rendered with. `rows`: rows of the snapshot in the engine; how many they are, and why there are none, is said
   * around the view. `reading`: rows are read, and the view says itself how far. `two-sides`: the same, and they are read once
   * the address names another side.
   */
  readonly needs: 'rows' | 'reading' | 'two-sides';
  /** Whether it stays mounted once it was shown, because it holds what took long. */
  readonly staysMounted: boolean;
  readonly load: () => Promise<{
    /** The answer. */
    readonly Part: ComponentType<ViewPartProps>;
    /** Its set-up, in the tab **View** of the query panel while the view is on screen. */
    readonly Setup: ComponentType;
    /** Provides what both of them share and the address does not hold. */
    readonly Scope?: ComponentType<ViewPartProps & { readonly children: ReactNode }>;
  }>;
}
