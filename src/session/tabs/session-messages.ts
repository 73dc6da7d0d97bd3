import * as z from 'zod';
import type { Clock } from '@/lib/base/clock';
import { configuredServiceSchema } from '../machine/service-binding';
import type { EndedState, Grant, SessionCore } from '../machine/session-model';
import { accountSchema, endedBySchema } from '../vault/session-vault';

/** Messages between tabs, never stored. They contain access tokens, so that a new tab need not renew, but no other secrets. */

const coreSchema = z.object({
  account: accountSchema,
  isKept: z.boolean(),
  configured: configuredServiceSchema,
  signedInAtMs: z.number(),
  tabSecret: z.string(),
});

const grantSchema = z.object({
  /** Null if the session has an API key, which tabs read from the vault. */
  bearer: z.object({ kind: z.literal('bearer'), accessToken: z.string(), clientId: z.string() }).nullable(),
  generation: z.int().positive(),
  /** The age of the access token when the message was sent. */
  ageMs: z.number().nonnegative(),
  lifetimeMs: z.number().positive().nullable(),
  rightIds: z.array(z.string()).nullable(),
});

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  /** `sentAtMs` is a time of the computer's clock, because a tab may be frozen for hours before it reads its messages. */
  z.object({ type: z.literal('grant'), core: coreSchema, grant: grantSchema, sentAtMs: z.number() }),
  /** For the tab that could not store the newest refresh token. The other tabs can only read a token that was used already. */
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
  z.object({ type: z.literal('signed-out'), sessionId: z.string().nullable() }),
]);

export type SessionMessage = z.output<typeof messageSchema>;

export type SentMessage = z.input<typeof messageSchema>;

/** Parses a message from the channel; returns null for unknown data, such as a message from another version of the console. */
export function readMessage(data: unknown): SessionMessage | null {
  const message = messageSchema.safeParse(data);
  return message.success ? message.data : null;
}

export function grantMessage(core: SessionCore, grant: Grant, clock: Clock): SentMessage {
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

export function endedMessage({ core, spentGeneration, rightIds, endedBy }: EndedState): SentMessage {
  return {
    type: 'ended',
    core,
    generation: spentGeneration,
    rightIds: rightIds && [...rightIds],
    endedBy,
  };
}

export type GrantMessage = Extract<SessionMessage, { type: 'grant' }>;

/** Returns the grant in a message, with its time of receipt by this tab's clock; null if the message has no credentials. */
export function grantOfMessage({ grant, sentAtMs }: GrantMessage, clock: Clock): Grant | null {
  const { bearer, ageMs, generation, lifetimeMs, rightIds } = grant;
  if (bearer === null) return null;
  const travelMs = Math.max(0, clock.wallMs() - sentAtMs);
  const receivedAtMs = clock.nowMs() - ageMs - travelMs;
  return { credentials: bearer, generation, lifetimeMs, rightIds, receivedAtMs };
}
