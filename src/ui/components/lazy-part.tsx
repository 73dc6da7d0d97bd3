import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { allParts } from '../page-version/all-parts';
import { createPartLoader } from '../page-version/part-loader';
import { PartStatus, type PartPlace } from './part-status';

interface LoadedPart<Props> {
  readonly Part: ComponentType<Props>;
}

export interface LazyPart<Props> {
  (props: Props & LazyPartProps): ReactNode;
  /** Resolves when the code is loaded or has failed to load; never rejects. */
  readonly preload: () => Promise<void>;
}

export interface LazyPartProps {
  /** Dismisses a part that cannot be loaded. The default is the part's own `onClose`. */
  readonly onGiveUp?: () => void;
}

const lazyParts = new WeakSet<object>();

/** Whether a component was created by `lazyPart`. */
export function isLazyPart(component: object): boolean {
  return lazyParts.has(component);
}

/** Creates a component whose code is loaded when it first renders. If loading fails, the failure is shown in its place. */
export function lazyPart<Props extends object>(
  load: () => Promise<LoadedPart<Props>>,
  place: PartPlace = 'over',
): LazyPart<Props> {
  const loader = createPartLoader(load);
  allParts.register({ load: loader.load, isLoaded: () => loader.getState().kind === 'loaded' });

  function LazyPart({ onGiveUp, ...props }: Props & LazyPartProps): ReactNode {
    const state = useSyncExternalStore(loader.subscribe, loader.getState);
    const isIdle = state.kind === 'idle';
    useEffect(() => {
      if (isIdle) void loader.load();
    }, [isIdle]);
    // Forgets a failure on unmount, so that the next mount loads the code again.
    useEffect(() => loader.forgetFailure, []);
    if (state.kind === 'broken') throw state.error;
    if (state.kind !== 'loaded') {
      const onClose = onGiveUp ?? ('onClose' in props ? (props.onClose as () => void) : undefined);
      return (
        <PartStatus
          state={state}
          place={place}
          onRetry={() => void loader.load()}
          onClose={onClose && (() => onClose())}
        />
      );
    }
    const { Part } = state.part;
    return <Part {...(props as unknown as Props)} />;
  }

  lazyParts.add(LazyPart);
  return Object.assign(LazyPart, { preload: loader.load });
}
