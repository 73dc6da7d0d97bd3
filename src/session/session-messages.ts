import * as z from 'zod';
import type { Clock } from '@/shared/http/clock';
import { configuredServiceSchema } from './service-binding';
import type { Grant, SessionCore } from './session-model';
import { endedBySchema, identitySchema } from './session-vault';

/**
 * What tabs tell each other. Same origin only, in memory only. Access tokens go along, so that a tab opened beside a
 * living one need not renew; refresh tokens and API keys never do, they have one place (the vault).
 */

const coreSchema = z.object({
  identity: identitySchema,
  isKept: z.boolean(),
  configured: configuredServiceSchema,
  signedInAtMs: z.number(),
  tabSecret: z.string(),
});

const grantSchema = z.object({
  /** Null for an API key: to be read from the vault. */
  bearer: z.object({ kind: z.literal('bearer'), accessToken: z.string(), clientId: z.string() }).nullable(),
  generation: z.int().positive(),
  /** How old the grant was when the message left. */
  ageMs: z.number().nonnegative(),
  lifetimeMs: z.number().positive().nullable(),
  rightIds: z.array(z.string()).nullable(),
});

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  /** `sentAtMs` by the computer's clock, for a tab may be frozen for hours before it reads its messages. */
  z.object({ type: z.literal('grant'), core: coreSchema, grant: grantSchema, sentAtMs: z.number() }),
  /** To the tab that could not store the newest refresh token: the others have a spent one. */
  z.object({
    type: z.literal('renewal-wanted'),
    sessionId: z.string(),
    generation: z.int().nonnegative(),
  }),
  z.object({
    type: z.literal('ended'),
    core: coreSchema,
    generation: z.int().nonnegative(),
    rightIds: z.array(z.string()).nullable(),
    endedBy: endedBySchema,
  }),
  /** Null: every session, where tabs do not share one. */
  z.object({ type: z.literal('signed-out'), sessionId: z.string().nullable() }),
]);

export type SessionMessage = z.output<typeof messageSchema>;

/** A message from the channel, or null for what is none (another version of the console may be open beside). */
export function readMessage(data: unknown): SessionMessage | null {
  const message = messageSchema.safeParse(data);
  return message.success ? message.data : null;
}

export function grantMessage(core: SessionCore, grant: Grant, clock: Clock): SessionMessage {
  const { credentials, generation, lifetimeMs, rightIds, receivedAtMs } = grant;
  return {
    type: 'grant',
    core,
    grant: {
      bearer: credentials.kind === 'bearer' ? credentials : null,
      generation,
      lifetimeMs,
      rightIds: rightIds === null ? null : [...rightIds],
      ageMs: Math.max(0, clock.nowMs() - receivedAtMs),
    },
    sentAtMs: clock.wallMs(),
  };
}

export type GrantMessage = Extract<SessionMessage, { type: 'grant' }>;

/** The grant of a message, its receipt put on this tab's clock; null when the message holds no credentials. */
export function grantOfMessage({ grant, sentAtMs }: GrantMessage, clock: Clock): Grant | null {
  const { bearer, ageMs, generation, lifetimeMs, rightIds } = grant;
  if (bearer === null) return null;
  const travelMs = Math.max(0, clock.wallMs() - sentAtMs);
  const receivedAtMs = clock.nowMs() - ageMs - travelMs;
  return { credentials: bearer, generation, lifetimeMs, rightIds, receivedAtMs };
}
