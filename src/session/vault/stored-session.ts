import { boundService, isStillBound } from '../machine/service-binding';
import type { Grant, SessionCore, SessionEvent } from '../machine/session-model';
import type { SessionPorts } from './session-ports';
import type { ReachedLimit, Account, SignedOutReason } from '../machine/session-state';
import type { SessionVault, StoredContent, StoredSession } from './session-vault';

/** The tab secret of sessions that outlive their tabs. It is empty, because every tab may open such a session. */
export const KEPT_TAB_SECRET = '';

/** What a page finds in storage when it is opened. */
export type FoundSession =
  | { readonly kind: 'nothing' }
  /** The stored session belongs to another tab. */
  | { readonly kind: 'somebody-elses' }
  /** The stored session must not be continued, and has to be deleted. */
  | { readonly kind: 'refused'; readonly reason: SignedOutReason }
  | { readonly kind: 'own'; readonly event: Extract<SessionEvent, { type: 'restored' }> };

export interface FindingPage extends Pick<SessionPorts, 'tabStorage' | 'configured'> {
  readonly nowMs: () => number;
  readonly reachedLimit: (core: SessionCore) => ReachedLimit | null;
  /** Whether this tab holds unfinished work of the account. */
  readonly isWorkHere: (account: Account) => boolean;
}

/** Finds the stored session of this tab. Never rejects: if storage cannot be read, no session is found. */
export async function findSession(vault: SessionVault, page: FindingPage): Promise<FoundSession> {
  if (!vault.isShared) return { kind: 'nothing' };
  try {
    const found = await readForTab(vault, page.tabStorage.read() ?? KEPT_TAB_SECRET);
    if (found === null || found.status === 'signed-out') return { kind: 'nothing' };
    if (found.isExpired) return { kind: 'refused', reason: null };
    if (found.content === null) return { kind: 'somebody-elses' };
    return resultOf({ ...found, content: found.content }, page);
  } catch {
    return { kind: 'nothing' };
  }
}

function resultOf(
  found: StoredSession & { readonly content: StoredContent; readonly tabSecret: string },
  { configured, nowMs, reachedLimit, isWorkHere }: FindingPage,
): FoundSession {
  const { generation, isKept, status, tabSecret, content } = found;
  const { account, signedInAtMs } = content;
  if (!isStillBound(account, content.configured, configured)) {
    const worksWith =
      configured.serviceAddress === null ? null : boundService(configured.serviceAddress, configured);
    const { service } = account;
    return {
      kind: 'refused',
      // If only the configuration has changed, and not the service, there is no other service to report.
      reason: worksWith === service ? null : { kind: 'service-changed', signedInTo: service, worksWith },
    };
  }
  const core = { account, isKept, configured: content.configured, signedInAtMs, tabSecret };
  const endedBy = status === 'ended' ? (found.endedBy ?? 'service') : reachedLimit(core);
  const isLocked = endedBy !== null && endedBy !== 'service';
  // A locked session is restored only if this tab has unfinished work. Otherwise not even the user's name is shown.
  if (isLocked && !isWorkHere(account)) return { kind: 'refused', reason: endedBy };
  const grant = endedBy === null ? storedGrant(found, nowMs()) : null;
  const { rightIds } = content;
  return { kind: 'own', event: { type: 'restored', core, generation, rightIds, endedBy, grant } };
}

async function readForTab(
  vault: SessionVault,
  tabSecret: string,
): Promise<(StoredSession & { readonly tabSecret: string }) | null> {
  const stored = await vault.read(tabSecret);
  const isReadable = stored === null || stored.content !== null || tabSecret === KEPT_TAB_SECRET;
  if (isReadable) return stored && { ...stored, tabSecret };
  // The session of this tab no longer exists. A session that outlives its tabs may be stored in its place.
  return readForTab(vault, KEPT_TAB_SECRET);
}

/** Reads the grant of a session whose credentials only the vault contains (an API key). Never rejects. */
export async function readStoredGrant(
  vault: SessionVault,
  { account, tabSecret }: SessionCore,
  nowMs: () => number,
): Promise<Grant | null> {
  try {
    const stored = await vault.read(tabSecret);
    return stored?.sessionId === account.sessionId ? storedGrant(stored, nowMs()) : null;
  } catch {
    return null;
  }
}

/** Returns the grant of a stored API key, which can be used without a renewal; null for other secrets. */
function storedGrant({ content, generation }: StoredSession, nowMs: number): Grant | null {
  if (content?.secret?.kind !== 'api-key') return null;
  return {
    credentials: {
      kind: 'api-key',
      userName: content.account.userName,
      password: content.secret.password,
    },
    generation,
    receivedAtMs: nowMs,
    lifetimeMs: null,
    rightIds: null,
  };
}
