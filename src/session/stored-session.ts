import { isStillBound, type ConfiguredService } from './service-binding';
import type { Grant, SessionCore, SessionEvent } from './session-model';
import type { TabStorage } from './session-ports';
import type { SessionVault, StoredSession } from './session-vault';

/** The tab secret of sessions that outlive their tabs: none, as nothing in the tab has to be known. */
export const KEPT_TAB_SECRET = '';

/** What a page finds when it is opened. */
export type FoundSession =
  | { readonly is: 'nothing' }
  /** There is a session, which this tab was never part of. */
  | { readonly is: 'somebody-elses' }
  /** One that another service gave than the one this page works with. */
  | { readonly is: 'other-service'; readonly service: string }
  | { readonly is: 'own'; readonly event: Extract<SessionEvent, { type: 'restored' }> };

/** Looks what is stored for this tab. Never rejects: storage that cannot be read holds nothing. */
export async function findSession(
  vault: SessionVault,
  tabStorage: TabStorage,
  nowMs: () => number,
  configured: ConfiguredService,
): Promise<FoundSession> {
  if (!vault.isShared) return { is: 'nothing' };
  try {
    const found = await readForTab(vault, tabStorage.read() ?? KEPT_TAB_SECRET);
    if (found === null || found.status === 'signed-out' || found.isExpired) return { is: 'nothing' };
    if (found.content === null) return { is: 'somebody-elses' };
    const { generation, isKept, status, tabSecret, content } = found;
    const { identity } = content;
    if (!isStillBound(identity, content.configured, configured)) {
      return { is: 'other-service', service: identity.service };
    }
    return {
      is: 'own',
      event: {
        type: 'restored',
        core: { identity, isKept, configured: content.configured, tabSecret },
        generation,
        rightIds: content.rightIds,
        isEnded: status === 'ended',
        grant: storedGrant(found, nowMs()),
      },
    };
  } catch {
    return { is: 'nothing' };
  }
}

async function readForTab(
  vault: SessionVault,
  tabSecret: string,
): Promise<(StoredSession & { readonly tabSecret: string }) | null> {
  const stored = await vault.read(tabSecret);
  const isReadable = stored === null || stored.content !== null || tabSecret === KEPT_TAB_SECRET;
  if (isReadable) return stored && { ...stored, tabSecret };
  // This tab's own session is gone; another that is kept may stand in its place.
  return readForTab(vault, KEPT_TAB_SECRET);
}

/** The grant of another tab's session, where its credentials are only in the vault. Never rejects. */
export async function readStoredGrant(
  vault: SessionVault,
  { identity, tabSecret }: SessionCore,
  nowMs: () => number,
): Promise<Grant | null> {
  try {
    const stored = await vault.read(tabSecret);
    return stored?.sessionId === identity.sessionId ? storedGrant(stored, nowMs()) : null;
  } catch {
    return null;
  }
}

/** The grant that can be used as it is stored: an API key, which needs no renewal. */
function storedGrant({ content, generation }: StoredSession, nowMs: number): Grant | null {
  if (content?.secret?.kind !== 'api-key') return null;
  return {
    credentials: {
      kind: 'api-key',
      userName: content.identity.userName,
      password: content.secret.password,
    },
    generation,
    receivedAtMs: nowMs,
    lifetimeMs: null,
    rightIds: null,
  };
}
