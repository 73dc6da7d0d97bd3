import { useEffect, useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages, type Messages } from 'use-intl';
import { createPartLoader } from '../page-version/part-loader';
import { PartStatus, type PartPlace } from '../page-version/part-status';

export interface WithMessagesProps {
  /** Namespaces that the English above these children leaves out. */
  readonly english: Partial<Messages>;
  readonly children: ReactNode;
}

/** Adds the English words that come with a part of the console; every other language is fetched whole. */
export function WithMessages({ english, children }: WithMessagesProps) {
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
  /** Absent where it has no words of its own. */
  readonly english?: Partial<Messages>;
}

/** A component whose code is fetched when it first shows, or before. */
export interface LazyPart<Props> {
  (props: Props & LazyPartProps): ReactNode;
  /** Resolves when it can be shown, be it in place of what could not be loaded; never rejects. */
  readonly preload: () => Promise<void>;
}

export interface LazyPartProps {
  /** Closes what cannot be loaded. Default: the part's own `onClose`. */
  readonly onGiveUp?: () => void;
}

/**
 * A part that is seldom seen: its code, and the English words that only it needs, are fetched when it first shows. What
 * cannot be fetched says so where the part would stand, and takes nothing with it; code that throws is thrown on.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<LoadedPart<Props>>,
  place: PartPlace = 'over',
): LazyPart<Props> {
  const loader = createPartLoader(load);

  function LazyPart({ onGiveUp, ...props }: Props & LazyPartProps): ReactNode {
    const state = useSyncExternalStore(loader.subscribe, loader.getState);
    const isIdle = state.kind === 'idle';
    useEffect(() => {
      if (isIdle) void loader.load();
    }, [isIdle]);
    // Asked for again, it is fetched again.
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

  return Object.assign(LazyPart, { preload: loader.load });
}
