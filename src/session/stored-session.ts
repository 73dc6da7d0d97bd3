import { boundService, isStillBound } from './service-binding';
import type { Grant, SessionCore, SessionEvent } from './session-model';
import type { SessionPorts } from './session-ports';
import type { ReachedLimit, SessionIdentity, SignedOutReason } from './session-state';
import type { SessionVault, StoredContent, StoredSession } from './session-vault';

/** The tab secret of sessions that outlive their tabs: none, as nothing in the tab has to be known. */
export const KEPT_TAB_SECRET = '';

/** What a page finds when it is opened. */
export type FoundSession =
  | { readonly is: 'nothing' }
  /** There is a session, which this tab was never part of. */
  | { readonly is: 'somebody-elses' }
  /** There is one that must not be gone on with; it is to be deleted. */
  | { readonly is: 'refused'; readonly reason: SignedOutReason }
  | { readonly is: 'own'; readonly event: Extract<SessionEvent, { type: 'restored' }> };

export interface FindingPage extends Pick<SessionPorts, 'tabStorage' | 'configured'> {
  readonly nowMs: () => number;
  readonly reachedLimit: (core: SessionCore) => ReachedLimit | null;
  /** Whether this tab holds unfinished work of the person. */
  readonly isWorkHere: (identity: SessionIdentity) => boolean;
}

/** Looks what is stored for this tab. Never rejects: storage that cannot be read holds nothing. */
export async function findSession(vault: SessionVault, page: FindingPage): Promise<FoundSession> {
  if (!vault.isShared) return { is: 'nothing' };
  try {
    const found = await readForTab(vault, page.tabStorage.read() ?? KEPT_TAB_SECRET);
    if (found === null || found.status === 'signed-out') return { is: 'nothing' };
    if (found.isExpired) return { is: 'refused', reason: null };
    if (found.content === null) return { is: 'somebody-elses' };
    return judgeFound({ ...found, content: found.content }, page);
  } catch {
    return { is: 'nothing' };
  }
}

function judgeFound(
  found: StoredSession & { readonly content: StoredContent; readonly tabSecret: string },
  { configured, nowMs, reachedLimit, isWorkHere }: FindingPage,
): FoundSession {
  const { generation, isKept, status, tabSecret, content } = found;
  const { identity, signedInAtMs } = content;
  if (!isStillBound(identity, content.configured, configured)) {
    const worksWith =
      configured.serviceAddress === null ? null : boundService(configured.serviceAddress, configured);
    return {
      is: 'refused',
      reason: { kind: 'service-changed', signedInTo: identity.service, worksWith },
    };
  }
  const core = { identity, isKept, configured: content.configured, signedInAtMs, tabSecret };
  const endedBy = status === 'ended' ? (found.endedBy ?? 'service') : reachedLimit(core);
  const isLocked = endedBy !== null && endedBy !== 'service';
  // Only who comes back to their work needs it kept; to anybody else not even the name is shown.
  if (isLocked && !isWorkHere(identity)) return { is: 'refused', reason: endedBy };
  const grant = endedBy === null ? storedGrant(found, nowMs()) : null;
  const { rightIds } = content;
  return { is: 'own', event: { type: 'restored', core, generation, rightIds, endedBy, grant } };
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
