import { createContext, use, useEffect, useMemo, useRef, type ReactNode } from 'react';

/** Something a person can do on the screen that is open, to be found by name from everywhere. */
export interface PageAction {
  readonly id: string;
  readonly label: string;
  /** As it is written on keys; decoration. */
  readonly shortcut?: string;
  readonly run: () => void;
}

interface Registry {
  readonly add: (owner: object, actions: () => readonly PageAction[]) => void;
  readonly remove: (owner: object) => void;
  /** As they are now, of all parts of the screen. */
  readonly list: () => readonly PageAction[];
}

const PageActionsContext = createContext<Registry | null>(null);

/** Knows what can be done on the screens below it. */
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

/** Offers actions as long as the component is there. Without a provider above they are offered to nobody. */
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

/** Gives what can be done on the open screen at the moment of asking. */
export function usePageActionList(): () => readonly PageAction[] {
  const registry = use(PageActionsContext);
  return registry?.list ?? noActions;
}

function noActions(): readonly PageAction[] {
  return [];
}
