import * as z from 'zod';
import { configuredServiceSchema } from './service-binding';
import type { StoredSessionSeen } from './session-model';
import type { EndedBy } from './session-state';

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

export const endedBySchema = z.enum(['service', 'idle', 'too-old']) satisfies z.ZodType<EndedBy>;

export const contentSchema = z.object({
  identity: identitySchema,
  configured: configuredServiceSchema,
  signedInAtMs: z.number(),
  rightIds: z.array(z.string()).nullable(),
  /** Null once the session has ended. */
  secret: secretSchema.nullable(),
});

/** The part of a stored session that is encrypted. */
export type StoredContent = Readonly<z.output<typeof contentSchema>>;

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
  /**
   * The next generation of the session that stands there; false (and nothing done) when it is not this one any more.
   * Where it cannot be written this page holds it in memory, in place of the spent one that is stored.
   */
  readonly advance: (session: SessionToStore, generation: number) => Promise<boolean>;
  /** Whether there is something that could not be written. */
  readonly isHolding: () => boolean;
  /** Writes what could not be written. Rejects where it still cannot; what nobody needs any more is dropped. */
  readonly storeHeld: () => Promise<void>;
  /**
   * Takes the secret away from this generation of the session, or from whichever stands there (null); does nothing when
   * another session stands there.
   */
  readonly markEnded: (session: SessionToStore, generation: number | null, endedBy: EndedBy) => Promise<void>;
  /**
   * A key for data of the session that lies outside the vault; see `Session.sealingKey`. Null when another session, or
   * none, stands there.
   */
  readonly sealingKey: (
    session: Pick<SessionToStore, 'tabSecret'> & { readonly sessionId: string },
    purpose: string,
  ) => Promise<CryptoKey | null>;
  /**
   * Destroys the secret, for every tab, and leaves a mark for those that are asleep. Resolves once the secret is gone;
   * rejects where storage does not delete it, and is to be tried again.
   */
  readonly signOut: () => Promise<void>;
  /** As `signOut`, but without the mark: pages that are open are not told to leave. */
  readonly discard: () => Promise<void>;
}

export interface SessionToStore {
  readonly tabSecret: string;
  readonly isKept: boolean;
  readonly content: StoredContent;
}

/** The generation that follows what stands there, and what is known of. */
export function generationAfter(standing: StoredSessionSeen | null, knownGeneration: number): number {
  return Math.max(standing?.generation ?? 0, knownGeneration) + 1;
}

/** Whether this generation of the session (null: whichever) stands there, live. */
export function isStanding(
  standing: StoredSessionSeen | null,
  session: SessionToStore,
  generation: number | null,
): standing is StoredSessionSeen {
  const { sessionId } = session.content.identity;
  if (standing?.status !== 'live' || standing.sessionId !== sessionId) return false;
  return generation === null || standing.generation === generation;
}
