import { createContext, use, useEffect, useMemo, useRef, type ReactNode } from 'react';

/** An action of the open screen, which the command palette finds by name. */
export interface PageAction {
  readonly id: string;
  readonly label: string;
  /** The text of the keyboard shortcut. The registry only shows it, and does not listen to the keys. */
  readonly shortcut?: string;
  readonly run: () => void;
}

interface Registry {
  readonly add: (owner: object, actions: () => readonly PageAction[]) => void;
  readonly remove: (owner: object) => void;
  readonly list: () => readonly PageAction[];
}

const PageActionsContext = createContext<Registry | null>(null);

/** Collects the actions that the screens below it in the tree register. */
export function PageActionsProvider({ children }: { readonly children: ReactNode }) {
  const registry = useMemo<Registry>(() => {
    const parts = new Map<object, () => readonly PageAction[]>();
    return {
      add: (owner, actions) => void parts.set(owner, actions),
      remove: (owner) => void parts.delete(owner),
      list: () => [...parts.values()].flatMap((actions) => actions()),
    };
  }, []);
  return <PageActionsContext value={registry}>{children}</PageActionsContext>;
}

/** Registers actions while the component is mounted. Does nothing without a provider. */
export function usePageActions(actions: readonly PageAction[]): void {
  const registry = use(PageActionsContext);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const owner = {};
    registry?.add(owner, () => latest.current);
    return () => registry?.remove(owner);
  }, [registry]);
}

/** Returns a function that lists the current actions of the open screen. */
export function usePageActionList(): () => readonly PageAction[] {
  const registry = use(PageActionsContext);
  return registry?.list ?? noActions;
}

function noActions(): readonly PageAction[] {
  return [];
}
