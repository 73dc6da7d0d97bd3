import * as z from 'zod';
import { createListeners } from '@/lib/base/listeners';
import { localSetting } from '@/lib/base/local-setting';
import type { Session } from './session';

const descriptionJson = z.record(z.string(), z.unknown());

/** A description of a service as a file has it. */
export type DescriptionJson = Readonly<z.output<typeof descriptionJson>>;

/** A session belongs to one person at one service, so its ID stands for both without naming them. */
const storedSchema = z.object({ sessionId: z.string(), description: descriptionJson });

const stored = localSetting('colonnade-own-description', storedSchema);
const listeners = createListeners();

/** The description that a person uses in this browser instead of the configured one, until the person signs out. */
export const ownDescription = {
  readStored: stored.read,
  /** Returns the description that is stored for a session, as JSON; null if there is none. */
  textFor: (sessionId: string): string | null => {
    const found = stored.read();
    return found?.sessionId === sessionId ? JSON.stringify(found.description) : null;
  },
  /** Stores a description for a session. Returns false if the browser does not store it. */
  store: (sessionId: string, description: DescriptionJson): boolean => {
    stored.write({ sessionId, description });
    listeners.notify();
    return ownDescription.textFor(sessionId) === JSON.stringify(description);
  },
  forget: (): void => {
    stored.clear();
    listeners.notify();
  },
  /** Calls back when this or another tab has changed what is stored. Returns a function that unsubscribes. */
  subscribe: (listener: () => void): (() => void) => {
    const stopOther = stored.subscribe(listener);
    const stopOwn = listeners.subscribe(listener);
    return () => {
      stopOther();
      stopOwn();
    };
  },
};

/** Forgets the description at the sign-out of the person who uses it, and when another session begins. */
export function forgetWithSession(session: Pick<Session, 'onAccountChange'>): () => void {
  let earlier: string | null = null;
  return session.onAccountChange((sessionId) => {
    const owner = stored.read()?.sessionId;
    // A page without a session says nothing about the sessions of other tabs.
    const isOver = sessionId === null ? owner === earlier : owner !== sessionId;
    if (owner !== undefined && isOver) ownDescription.forget();
    earlier = sessionId;
  });
}
