import * as z from 'zod';
import { openSealedStore, type SealedStore } from '@/shared/storage/sealed-store';
import type { StoredSessionSeen } from './session-machine';

/** What lets a session live on without its person: never shown, never logged, never sent to another tab. */
export type StoredSecret =
  | { readonly kind: 'refresh-token'; readonly refreshToken: string }
  | { readonly kind: 'api-key'; readonly password: string };

const secretSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refresh-token'), refreshToken: z.string().min(1) }),
  z.object({ kind: z.literal('api-key'), password: z.string() }),
]);

export const identitySchema = z.object({
  serviceAddress: z.string(),
  clientId: z.string(),
  userName: z.string(),
  displayName: z.string(),
  method: z.enum(['password', 'api-key']),
  sessionId: z.string().min(1),
});

const contentSchema = z.object({
  identity: identitySchema,
  rightIds: z.array(z.string()).nullable(),
  /** Null once the session has ended. */
  secret: secretSchema.nullable(),
});

/** The part of a stored session that is encrypted. */
export type StoredContent = Readonly<z.output<typeof contentSchema>>;

const headerSchema = z.object({
  sessionId: z.string().min(1),
  generation: z.int().nonnegative(),
  isKept: z.boolean(),
  isEnded: z.boolean(),
  /** By the computer's clock. */
  expiresAtMs: z.number(),
});

export interface StoredSession extends StoredSessionSeen {
  readonly isKept: boolean;
  /** Null when this tab does not know the session's tab secret. */
  readonly content: StoredContent | null;
}

/** Where the one session of this browser is kept. All methods reject when storage fails. */
export interface SessionVault {
  /** Whether other tabs see the same. If not, every tab has a session of its own, which a reload ends. */
  readonly isShared: boolean;
  readonly read: (tabSecret: string | null) => Promise<StoredSession | null>;
  /** Stores a session in place of whatever stands there. Resolves to its generation, higher than any before it. */
  readonly replace: (session: SessionToStore) => Promise<number>;
  /** The next generation of the session that stands there; false (and nothing done) when it is not this one any more. */
  readonly advance: (session: SessionToStore, generation: number) => Promise<boolean>;
  /** Takes the secret away from this generation of the session; does nothing when another stands there. */
  readonly markEnded: (session: SessionToStore, generation: number) => Promise<void>;
  readonly clear: () => Promise<void>;
}

export interface SessionToStore {
  readonly tabSecret: string;
  readonly isKept: boolean;
  readonly content: StoredContent;
}

/** A session is stored no longer than the refresh token behind it is good for. Contract section 1.1. */
const STORED_FOR_MS = 5 * 24 * 3_600_000;

/** The vault on encrypted storage, one for all tabs. `readWallMs` is the computer's clock. */
export function createSealedVault(store: SealedStore, readWallMs: () => number): SessionVault {
  const write = (
    { tabSecret, isKept, content }: SessionToStore,
    isEnded: boolean,
    nextGeneration: (standing: StoredSessionSeen | null) => number | null,
  ) =>
    store.write(JSON.stringify(content), tabSecret, (current) => {
      const standing = headerSchema.safeParse(current);
      const generation = nextGeneration(standing.success ? standing.data : null);
      if (generation === null) return null;
      const { sessionId } = content.identity;
      return { sessionId, generation, isKept, isEnded, expiresAtMs: readWallMs() + STORED_FOR_MS };
    });
  const standsAt = (standing: StoredSessionSeen | null, session: SessionToStore, generation: number) =>
    standing?.sessionId === session.content.identity.sessionId && standing.generation === generation;

  return {
    isShared: true,
    read: async (tabSecret) => {
      const record = await store.read(tabSecret);
      if (record === null) return null;
      const header = headerSchema.safeParse(record.header);
      if (!header.success || header.data.expiresAtMs <= readWallMs()) {
        await store.clear();
        return null;
      }
      return { ...header.data, content: readContent(record.body, header.data.sessionId) };
    },
    replace: async (session) => {
      const header = await write(session, false, (standing) => (standing?.generation ?? 0) + 1);
      return headerSchema.parse(header).generation;
    },
    advance: async (session, generation) => {
      const next = (standing: StoredSessionSeen | null) =>
        standsAt(standing, session, generation) ? generation + 1 : null;
      return (await write(session, false, next)) !== null;
    },
    markEnded: async (session, generation) => {
      await write(session, true, (standing) => (standsAt(standing, session, generation) ? generation : null));
    },
    clear: () => store.clear(),
  };
}

function readContent(body: string | null, sessionId: string): StoredContent | null {
  if (body === null) return null;
  const content = contentSchema.safeParse(JSON.parse(body));
  return content.success && content.data.identity.sessionId === sessionId ? content.data : null;
}

/** The vault where the browser has no safe place to offer: in this tab's memory, gone with the page. */
export function createMemoryVault(): SessionVault {
  let stored: (StoredSession & { readonly content: StoredContent }) | null = null;
  const put = ({ isKept, content }: SessionToStore, generation: number, isEnded: boolean) => {
    stored = { sessionId: content.identity.sessionId, generation, isKept, isEnded, content };
  };
  return {
    isShared: false,
    read: () => Promise.resolve(stored),
    replace: (session) => {
      const generation = (stored?.generation ?? 0) + 1;
      put(session, generation, false);
      return Promise.resolve(generation);
    },
    advance: (session, generation) => {
      const isStanding =
        stored?.sessionId === session.content.identity.sessionId && stored.generation === generation;
      if (isStanding) put(session, generation + 1, false);
      return Promise.resolve(isStanding);
    },
    markEnded: (session, generation) => {
      if (stored?.sessionId === session.content.identity.sessionId) put(session, generation, true);
      return Promise.resolve();
    },
    clear: () => {
      stored = null;
      return Promise.resolve();
    },
  };
}

/** The shared vault where the browser allows it, else the one in memory. */
export async function openSessionVault(readWallMs: () => number): Promise<SessionVault> {
  try {
    return createSealedVault(await openSealedStore('colonnade-session'), readWallMs);
  } catch {
    return createMemoryVault();
  }
}
