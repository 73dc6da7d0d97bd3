import * as z from 'zod';
import { storedValue, type StoredValue } from '@/lib/base/local-setting';
import { configuredServiceSchema } from '../machine/service-binding';
import type { StoredSessionSeen } from '../machine/session-model';
import type { EndedBy } from '../machine/session-state';

/** The secret that renews a session without the password. It is never shown, logged or sent to another tab. */
export type StoredSecret =
  | { readonly kind: 'refresh-token'; readonly refreshToken: string }
  /** Renews a session whose refresh token a server keeps. It is useless without the cookie in the browser. */
  | { readonly kind: 'binding'; readonly binding: string }
  | { readonly kind: 'api-key'; readonly password: string };

const secretSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refresh-token'), refreshToken: z.string().min(1) }),
  z.object({ kind: z.literal('binding'), binding: z.string().min(1) }),
  z.object({ kind: z.literal('api-key'), password: z.string() }),
]);

export const accountSchema = z.object({
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
  account: accountSchema,
  configured: configuredServiceSchema,
  signedInAtMs: z.number(),
  rightIds: z.array(z.string()).nullable(),
  /** Null if the session has ended. */
  secret: secretSchema.nullable(),
});

/** The part of a stored session that is encrypted. */
export type StoredContent = Readonly<z.output<typeof contentSchema>>;

export interface StoredSession extends StoredSessionSeen {
  readonly isKept: boolean;
  /** Whether the session is too old to be restored. An open page may continue to use it: the service decides whether it is valid. */
  readonly isExpired: boolean;
  /** Null if this tab does not know the session's tab secret, and after a sign-out. */
  readonly content: StoredContent | null;
}

/** Stores the only session of this browser, with a generation that counts its tokens. All methods reject if storage fails. */
export interface SessionVault {
  /** Whether all tabs share the vault. If not, every tab has its own session, which ends with a reload. */
  readonly isShared: boolean;
  readonly read: (tabSecret: string | null) => Promise<StoredSession | null>;
  /** Returns the stored secret, even if the session has ended. The secret must not be used to restore the session then. */
  readonly readSecret: (tabSecret: string) => Promise<StoredSecret | null>;
  /** Replaces the stored session. Resolves to a generation greater than both the stored one and `knownGeneration`. */
  readonly replace: (session: SessionToStore, knownGeneration: number) => Promise<number>;
  /** Stores the next generation, or keeps it in memory if writing fails. Resolves to false if another session is stored. */
  readonly advance: (session: SessionToStore, generation: number) => Promise<boolean>;
  /** Whether the newest generation could not be written and is kept in memory. */
  readonly isHolding: () => boolean;
  /** Writes the generation that could not be written, or discards it if it is outdated. Rejects if writing fails again. */
  readonly storeHeld: () => Promise<void>;
  /** Deletes the secret of the token with this generation (null: of any token). Does nothing if another session is stored. */
  readonly markEnded: (session: SessionToStore, generation: number | null, endedBy: EndedBy) => Promise<void>;
  /** Returns the key described at `Session.sealingKey`; null unless this session is stored. */
  readonly sealingKey: (
    session: Pick<SessionToStore, 'tabSecret'> & { readonly sessionId: string },
    purpose: string,
  ) => Promise<CryptoKey | null>;
  /** Deletes the secret for all tabs, and leaves a mark for sleeping tabs. If it rejects, call it again. */
  readonly signOut: () => Promise<void>;
  /** Deletes the stored session without leaving a mark, so open pages do not sign out. */
  readonly discard: () => Promise<void>;
}

export interface SessionToStore {
  readonly tabSecret: string;
  readonly isKept: boolean;
  readonly content: StoredContent;
}

/** Returns the generation that follows both the stored and the known one. */
export function generationAfter(standing: StoredSessionSeen | null, knownGeneration: number): number {
  return Math.max(standing?.generation ?? 0, knownGeneration) + 1;
}

/** Whether this generation of the session (null: any generation) is stored and has not ended. */
export function isStanding(
  standing: StoredSessionSeen | null,
  session: SessionToStore,
  generation: number | null,
): standing is StoredSessionSeen {
  const { sessionId } = session.content.account;
  if (standing?.status !== 'live' || standing.sessionId !== sessionId) return false;
  return generation === null || standing.generation === generation;
}

/** A mark that exists from a sign-out until the stored session is deleted or replaced. While it exists, the session is not restored. */
export type SignOutMark = StoredValue<true>;

/** Stores the mark in local storage, which works even if IndexedDB hangs or fails. If the browser refuses storage, there is no mark. */
export function createSignOutMark(openStorage: () => Storage): SignOutMark {
  return storedValue(openStorage, 'colonnade-signed-out', z.literal(true));
}
