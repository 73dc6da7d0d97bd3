import { useEffect, useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages, type Messages } from 'use-intl';
import { allParts } from '../page-version/all-parts';
import { createPartLoader } from '../page-version/part-loader';
import { PartStatus, type PartPlace } from './part-status';

interface WithMessagesProps {
  /** Namespaces that the English messages of the provider above lack. */
  readonly english: Partial<Messages>;
  readonly children: ReactNode;
}

/** Adds further English messages; other languages are loaded as a whole. */
function WithMessages({ english, children }: WithMessagesProps) {
  const locale = useLocale();
  const messages = useMessages();
  const all = useMemo(
    () => (locale === 'en' ? { ...messages, ...english } : messages),
    [locale, messages, english],
  );
  return (
    <IntlProvider locale={locale} messages={all} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}

interface LoadedPart<Props> {
  readonly Part: ComponentType<Props>;
}

interface PartWithMessages<Props> extends LoadedPart<Props> {
  /** English messages that the part brings with it. */
  readonly english?: Partial<Messages>;
}

/** A component whose code is loaded when it first renders, or before. */
export interface LazyPart<Props> {
  (props: Props & LazyPartProps): ReactNode;
  /** Resolves when the code is loaded or has failed to load; never rejects. */
  readonly preload: () => Promise<void>;
}

export interface LazyPartProps {
  /** Dismisses a part that cannot be loaded. By default the part's own `onClose`. */
  readonly onGiveUp?: () => void;
}

/**
 * Creates a component whose code loads when it first renders. The first such component also loads the English messages of all
 * of them. A failure to load is rendered in its place and leaves the rest of the page alone; an error in the code itself is
 * thrown.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<LoadedPart<Props>>,
  place: PartPlace = 'over',
): LazyPart<Props> {
  return createPart(async () => {
    const [{ Part }, { laterMessages }] = await Promise.all([load(), import('../i18n/catalogue-later')]);
    return { Part, english: laterMessages };
  }, place);
}

/** Creates a lazy part that may be loaded before the first rows: its messages are those of the first screens and its own. */
export function earlyPart<Props extends object>(
  load: () => Promise<PartWithMessages<Props>>,
  place: PartPlace = 'over',
): LazyPart<Props> {
  return createPart(load, place);
}

const lazyParts = new WeakSet<object>();

/** Whether `lazyPart` or `earlyPart` has created a component. */
export function isLazyPart(component: object): boolean {
  return lazyParts.has(component);
}

function createPart<Props extends object>(
  load: () => Promise<PartWithMessages<Props>>,
  place: PartPlace,
): LazyPart<Props> {
  const loader = createPartLoader(load);
  allParts.register({ load: loader.load, isLoaded: () => loader.getState().kind === 'loaded' });

  function LazyPart({ onGiveUp, ...props }: Props & LazyPartProps): ReactNode {
    const state = useSyncExternalStore(loader.subscribe, loader.getState);
    const isIdle = state.kind === 'idle';
    useEffect(() => {
      if (isIdle) void loader.load();
    }, [isIdle]);
    // After a failure, the next mount loads again.
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
    const { Part, english } = state.part;
    const part = <Part {...(props as unknown as Props)} />;
    return english === undefined ? part : <WithMessages english={english}>{part}</WithMessages>;
  }

  lazyParts.add(LazyPart);
  return Object.assign(LazyPart, { preload: loader.load });
}
