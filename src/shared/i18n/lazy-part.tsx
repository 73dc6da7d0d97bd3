import { lazy, useMemo, type ComponentType, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages, type Messages } from 'use-intl';

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

/** A part that is seldom seen: its code, and the English words that only it needs, are fetched when it first shows. */
export function lazyPart<Props extends object>(load: () => Promise<LoadedPart<Props>>) {
  return lazy(async () => {
    const { Part, english } = await onceOnline(load);
    if (english === undefined) return { default: Part };
    return {
      default: (props: Props) => (
        <WithMessages english={english}>
          <Part {...props} />
        </WithMessages>
      ),
    };
  });
}

const RETRY_AFTER_MS = [1_000, 3_000, 10_000] as const;

/**
 * What cannot be fetched while the network is away is fetched when it is back. As an error it would take the whole
 * screen with it, and what is under way there.
 */
async function onceOnline<Fetched>(load: () => Promise<Fetched>): Promise<Fetched> {
  for (const delayMs of RETRY_AFTER_MS) {
    try {
      return await load();
    } catch {
      if (navigator.onLine) await new Promise((resolve) => setTimeout(resolve, delayMs));
      else await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    }
  }
  return load();
}
