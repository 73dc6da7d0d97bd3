import * as z from 'zod';
import { wait, type Clock } from '@/shared/http/clock';
import { createSealingKey } from '@/shared/storage/base-key';
import { openSealedStore, type SealedStore } from '@/shared/storage/sealed-store';
import { configuredServiceSchema } from './service-binding';
import type { StoredSessionSeen } from './session-model';

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
  service: z.string(),
  clientId: z.string(),
  userName: z.string(),
  displayName: z.string(),
  method: z.enum(['password', 'api-key']),
  sessionId: z.string().min(1),
});

const contentSchema = z.object({
  identity: identitySchema,
  configured: configuredServiceSchema,
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
  status: z.enum(['live', 'ended', 'signed-out']),
  /** By the computer's clock. */
  expiresAtMs: z.number(),
});

export interface StoredSession extends StoredSessionSeen {
  readonly isKept: boolean;
  /** Too old to be restored. A page that is open may go on with it: whether it is good, the service says. */
  readonly isExpired: boolean;
  /** Null when this tab does not know the session's tab secret, and after a sign-out. */
  readonly content: StoredContent | null;
}

/** Where the one session of this browser is kept. All methods reject when storage fails. */
export interface SessionVault {
  /** Whether other tabs see the same. If not, every tab has a session of its own, which a reload ends. */
  readonly isShared: boolean;
  readonly read: (tabSecret: string | null) => Promise<StoredSession | null>;
  /**
   * Stores a session in place of whatever stands there. Resolves to its generation, above the one that stands there and
   * above `knownGeneration`.
   */
  readonly replace: (session: SessionToStore, knownGeneration: number) => Promise<number>;
  /** The next generation of the session that stands there; false (and nothing done) when it is not this one any more. */
  readonly advance: (session: SessionToStore, generation: number) => Promise<boolean>;
  /** Takes the secret away from this generation of the session; does nothing when another stands there. */
  readonly markEnded: (session: SessionToStore, generation: number) => Promise<void>;
  /**
   * A key for data of the session that lies outside the vault; see `Session.sealingKey`. Null when another session, or
   * none, stands there.
   */
  readonly sealingKey: (
    session: Pick<SessionToStore, 'tabSecret'> & { readonly sessionId: string },
    purpose: string,
  ) => Promise<CryptoKey | null>;
  /** Destroys what is stored; unlike after `signOut`, pages that are open are not told to leave. */
  readonly discard: () => Promise<void>;
  /** Destroys the secret, for every tab, and leaves the mark that somebody signed out. */
  readonly signOut: () => Promise<void>;
}

export interface SessionToStore {
  readonly tabSecret: string;
  readonly isKept: boolean;
  readonly content: StoredContent;
}

/** A session is restored no later than the refresh token behind it is good for. Contract section 1.1. */
const STORED_FOR_MS = 5 * 24 * 3_600_000;

/** The vault on encrypted storage, one for all tabs. `readWallMs` is the computer's clock. */
export function createSealedVault(store: SealedStore, readWallMs: () => number): SessionVault {
  const write = (
    { tabSecret, isKept, content }: SessionToStore,
    status: 'live' | 'ended',
    nextGeneration: (standing: StoredSessionSeen | null) => number | null,
  ) =>
    store.write(
      JSON.stringify(content),
      tabSecret,
      (current) => {
        const generation = nextGeneration(readHeader(current));
        if (generation === null) return null;
        const { sessionId } = content.identity;
        return { sessionId, generation, isKept, status, expiresAtMs: readWallMs() + STORED_FOR_MS };
      },
      // What was sealed for the session before is nobody's from now on.
      (current) => readHeader(current)?.sessionId !== content.identity.sessionId,
    );

  return {
    isShared: true,
    read: async (tabSecret) => {
      const record = await store.read(tabSecret);
      const header = readHeader(record?.header);
      if (record === null || header === null) return null;
      const isExpired = header.expiresAtMs <= readWallMs();
      return { ...header, isExpired, content: readContent(record.body, header.sessionId) };
    },
    replace: async (session, knownGeneration) => {
      const header = await write(session, 'live', (standing) => after(standing, knownGeneration));
      return headerSchema.parse(header).generation;
    },
    advance: async (session, generation) => {
      const next = (standing: StoredSessionSeen | null) =>
        isStanding(standing, session, generation) ? generation + 1 : null;
      return (await write(session, 'live', next)) !== null;
    },
    markEnded: async (session, generation) => {
      await write(session, 'ended', (standing) =>
        isStanding(standing, session, generation) ? generation : null,
      );
    },
    sealingKey: ({ sessionId, tabSecret }, purpose) =>
      store.deriveKey(tabSecret, purpose, (current) => {
        const standing = readHeader(current);
        return standing?.sessionId === sessionId && standing.status !== 'signed-out';
      }),
    discard: () => store.clear(() => null),
    signOut: () =>
      store.clear((current) => {
        const standing = readHeader(current);
        return standing && { ...standing, status: 'signed-out' };
      }),
  };
}

function readHeader(stored: unknown): z.output<typeof headerSchema> | null {
  const header = headerSchema.safeParse(stored);
  return header.success ? header.data : null;
}

function readContent(body: string | null, sessionId: string): StoredContent | null {
  if (body === null) return null;
  const content = contentSchema.safeParse(JSON.parse(body));
  return content.success && content.data.identity.sessionId === sessionId ? content.data : null;
}

function after(standing: StoredSessionSeen | null, knownGeneration: number): number {
  return Math.max(standing?.generation ?? 0, knownGeneration) + 1;
}

function isStanding(
  standing: StoredSessionSeen | null,
  session: SessionToStore,
  generation: number,
): boolean {
  const { sessionId } = session.content.identity;
  return (
    standing?.status === 'live' && standing.sessionId === sessionId && standing.generation === generation
  );
}

/** The vault where the browser has no safe place to offer: in this tab's memory, gone with the page. */
export function createMemoryVault(): SessionVault {
  let stored: StoredSession | null = null;
  /** By purpose, of the session that stands there. */
  const keys = new Map<string, Promise<CryptoKey>>();
  const put = (
    { isKept, content }: SessionToStore,
    generation: number,
    status: StoredSessionSeen['status'],
  ) => {
    const { sessionId } = content.identity;
    if (stored?.sessionId !== sessionId) keys.clear();
    stored = { sessionId, generation, isKept, status, isExpired: false, content };
  };
  return {
    isShared: false,
    read: () => Promise.resolve(stored),
    replace: (session, knownGeneration) => {
      const generation = after(stored, knownGeneration);
      put(session, generation, 'live');
      return Promise.resolve(generation);
    },
    advance: (session, generation) => {
      const isOurs = isStanding(stored, session, generation);
      if (isOurs) put(session, generation + 1, 'live');
      return Promise.resolve(isOurs);
    },
    markEnded: (session, generation) => {
      if (isStanding(stored, session, generation)) put(session, generation, 'ended');
      return Promise.resolve();
    },
    sealingKey: async ({ sessionId }, purpose) => {
      if (stored?.sessionId !== sessionId || stored.status === 'signed-out') return null;
      const key = keys.get(purpose) ?? createSealingKey();
      keys.set(purpose, key);
      return key;
    },
    discard: () => {
      keys.clear();
      stored = null;
      return Promise.resolve();
    },
    signOut: () => {
      keys.clear();
      stored = stored && { ...stored, status: 'signed-out', content: null };
      return Promise.resolve();
    },
  };
}

/** Longer than any browser takes to open a database that it is willing to open. */
const OPENING_TIMEOUT_MS = 3_000;

/** The shared vault where the browser allows it, else the one in memory. Never rejects. */
export async function openSessionVault(
  clock: Clock,
  installationSecret: string | null,
): Promise<SessionVault> {
  try {
    // Some browsers neither open the database nor say no.
    const tooLate = wait(clock, OPENING_TIMEOUT_MS).then(() => null);
    const store = await Promise.race([openSealedStore('colonnade-session', installationSecret), tooLate]);
    return store === null ? createMemoryVault() : createSealedVault(store, clock.wallMs);
  } catch {
    return createMemoryVault();
  }
}
