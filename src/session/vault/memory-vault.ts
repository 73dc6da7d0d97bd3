import { createSealingKey } from '@/lib/storage/base-key';
import type { EndedBy } from '../machine/session-state';
import {
  generationAfter,
  isStanding,
  type SessionToStore,
  type SessionVault,
  type StoredSession,
} from './session-vault';

/** Creates a vault in this tab's memory, for browsers without safe storage. The session is lost when the page closes. */
export function createMemoryVault(): SessionVault {
  let stored: StoredSession | null = null;
  const keys = new Map<string, Promise<CryptoKey>>();
  const put = ({ isKept, content }: SessionToStore, generation: number, endedBy?: EndedBy) => {
    const { sessionId } = content.account;
    if (stored?.sessionId !== sessionId) keys.clear();
    const status = endedBy === undefined ? 'live' : 'ended';
    stored = { sessionId, generation, isKept, status, endedBy, isExpired: false, content };
  };
  return {
    isShared: false,
    read: () => Promise.resolve(stored),
    readSecret: () => Promise.resolve(stored?.content?.secret ?? null),
    replace: (session, knownGeneration) => {
      const generation = generationAfter(stored, knownGeneration);
      put(session, generation);
      return Promise.resolve(generation);
    },
    advance: (session, generation) => {
      const isOurs = isStanding(stored, session, generation);
      if (isOurs) put(session, generation + 1);
      return Promise.resolve(isOurs);
    },
    isHolding: () => false,
    storeHeld: () => Promise.resolve(),
    markEnded: (session, generation, endedBy) => {
      if (isStanding(stored, session, generation)) put(session, stored.generation, endedBy);
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
