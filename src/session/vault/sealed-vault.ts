import * as z from 'zod';
import type { SealedStore } from '@/lib/storage/sealed-store';
import type { StoredSessionSeen } from '../machine/session-model';
import type { EndedBy } from '../machine/session-state';
import {
  contentSchema,
  endedBySchema,
  generationAfter,
  isStanding,
  type SessionToStore,
  type SessionVault,
  type SignOutMark,
  type StoredContent,
} from './session-vault';

const headerSchema = z.object({
  sessionId: z.string().min(1),
  generation: z.int().nonnegative(),
  isKept: z.boolean(),
  status: z.enum(['live', 'ended', 'signed-out']),
  endedBy: endedBySchema.optional(),
  /** A time of the computer's clock. */
  expiresAtMs: z.number(),
});

/** A session whose newest generation could not be written to storage. */
interface HeldSession {
  readonly session: SessionToStore;
  readonly generation: number;
  /** The older generation that storage still contains. */
  readonly storedGeneration: number;
}

/** The validity of a refresh token (docs/service-contract.md, section 1.1). Older sessions are not restored. */
const STORED_FOR_MS = 5 * 24 * 3_600_000;

const LIVE = { status: 'live' } as const;

export interface SealedVaultParts {
  readonly store: SealedStore;
  readonly signOutMark: SignOutMark;
  readonly readWallMs: () => number;
}

/** Creates the vault that all tabs share, in encrypted storage. */
export function createSealedVault({ store, signOutMark, readWallMs }: SealedVaultParts): SessionVault {
  let held: HeldSession | null = null;

  const write = (
    { tabSecret, isKept, content }: SessionToStore,
    end: { readonly status: 'live' } | { readonly status: 'ended'; readonly endedBy: EndedBy },
    nextGeneration: (standing: StoredSessionSeen | null) => number | null,
  ) =>
    store.write(
      JSON.stringify(content),
      tabSecret,
      (current) => {
        const generation = nextGeneration(readHeader(current));
        if (generation === null) return null;
        const { sessionId } = content.account;
        return { sessionId, generation, isKept, ...end, expiresAtMs: readWallMs() + STORED_FOR_MS };
      },
      // If the stored session was another one, its keys are replaced, so that data encrypted for it cannot be read any more.
      (current) => readHeader(current)?.sessionId !== content.account.sessionId,
    );

  /** Returns the generation that storage contains if this generation could not be written. */
  const storedGenerationOf = ({ content }: SessionToStore, generation: number) => {
    if (held === null || held.generation !== generation) return generation;
    const isSame = held.session.content.account.sessionId === content.account.sessionId;
    return isSame ? held.storedGeneration : generation;
  };

  async function readHeaderOnly(): Promise<Header | null> {
    return readHeader((await store.read(null))?.header);
  }

  return {
    isShared: true,
    read: async (tabSecret) => {
      const record = await store.read(tabSecret);
      const header = readHeader(record?.header);
      if (record === null || header === null) return null;
      const isExpired = header.expiresAtMs <= readWallMs();
      // The sign-out mark exists while a sign-out has not deleted the stored session yet, or has failed to.
      if (signOutMark.read() !== null) return { ...header, status: 'signed-out', isExpired, content: null };
      if (held !== null && isStanding(header, held.session, held.storedGeneration)) {
        const { generation, session } = held;
        return { ...header, generation, isExpired, content: contentFor(session, tabSecret) };
      }
      return { ...header, isExpired, content: readContent(record.body, header.sessionId) };
    },
    readSecret: async (tabSecret) => {
      const holding = held;
      const record = await store.read(tabSecret);
      const header = readHeader(record?.header);
      if (record === null || header === null) return null;
      const isHeld = holding !== null && isStanding(header, holding.session, holding.storedGeneration);
      const content = isHeld
        ? contentFor(holding.session, tabSecret)
        : readContent(record.body, header.sessionId);
      return content?.secret ?? null;
    },
    replace: async (session, knownGeneration) => {
      const header = await write(session, LIVE, (standing) => generationAfter(standing, knownGeneration));
      signOutMark.clear();
      held = null;
      return headerSchema.parse(header).generation;
    },
    advance: async (session, generation) => {
      if (signOutMark.read() !== null) return false;
      const storedGeneration = storedGenerationOf(session, generation);
      try {
        const header = await write(session, LIVE, (standing) =>
          isStanding(standing, session, storedGeneration) ? generation + 1 : null,
        );
        held = null;
        return header !== null;
      } catch {
        held = { session, generation: generation + 1, storedGeneration };
        return true;
      }
    },
    isHolding: () => held !== null,
    storeHeld: async () => {
      if (held === null) return;
      const writing = held;
      const { session, generation, storedGeneration } = writing;
      await write(session, LIVE, (standing) =>
        isStanding(standing, session, storedGeneration) ? generation : null,
      );
      if (held === writing) held = null;
    },
    markEnded: async (session, generation, endedBy) => {
      const storedGeneration = generation === null ? null : storedGenerationOf(session, generation);
      held = null;
      try {
        await write(session, { status: 'ended', endedBy }, (standing) =>
          isStanding(standing, session, storedGeneration) ? (generation ?? standing.generation) : null,
        );
      } catch {
        // Delete the secret instead. Deleting works even if the disk is full.
        if (isStanding(await readHeaderOnly(), session, storedGeneration)) await store.erase();
      }
    },
    sealingKey: ({ sessionId, tabSecret }, purpose) =>
      store.deriveKey(tabSecret, purpose, (current) => {
        const standing = readHeader(current);
        return standing?.sessionId === sessionId && standing.status !== 'signed-out';
      }),
    discard: async () => {
      held = null;
      await store.erase();
      signOutMark.clear();
    },
    signOut: async () => {
      held = null;
      const standing = await readHeaderOnly().catch(() => null);
      await store.erase();
      signOutMark.clear();
      if (standing === null) return;
      const { endedBy: _, ...header } = standing;
      try {
        await store.leaveHeader({ ...header, status: 'signed-out' });
      } catch {
        // The secret is deleted, but the mark is missing. A tab that wakes up finds no session, and asks to sign in again.
      }
    },
  };
}

type Header = z.output<typeof headerSchema>;

function readHeader(stored: unknown): Header | null {
  const header = headerSchema.safeParse(stored);
  return header.success ? header.data : null;
}

function readContent(body: string | null, sessionId: string): StoredContent | null {
  if (body === null) return null;
  const content = contentSchema.safeParse(JSON.parse(body));
  return content.success && content.data.account.sessionId === sessionId ? content.data : null;
}

function contentFor(session: SessionToStore, tabSecret: string | null): StoredContent | null {
  return session.tabSecret === tabSecret ? session.content : null;
}
