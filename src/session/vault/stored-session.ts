import { boundService, isStillBound } from '../machine/service-binding';
import type { Grant, SessionCore, SessionEvent } from '../machine/session-model';
import type { SessionPorts } from './session-ports';
import type { ReachedLimit, Account, SignedOutReason } from '../machine/session-state';
import type { SessionVault, StoredContent, StoredSession } from './session-vault';

/** The tab secret of sessions that outlive their tabs: empty, because no tab has to know one. */
export const KEPT_TAB_SECRET = '';

/** The stored session that a page finds when it is opened. */
export type FoundSession =
  | { readonly kind: 'nothing' }
  /** A session is stored that this tab does not belong to. */
  | { readonly kind: 'somebody-elses' }
  /** A session is stored that must not be continued, and is to be deleted. */
  | { readonly kind: 'refused'; readonly reason: SignedOutReason }
  | { readonly kind: 'own'; readonly event: Extract<SessionEvent, { type: 'restored' }> };

export interface FindingPage extends Pick<SessionPorts, 'tabStorage' | 'configured'> {
  readonly nowMs: () => number;
  readonly reachedLimit: (core: SessionCore) => ReachedLimit | null;
  /** Whether this tab holds unfinished work of the account. */
  readonly isWorkHere: (account: Account) => boolean;
}

/** Finds the session that is stored for this tab. Never rejects: storage that cannot be read holds nothing. */
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
      // Where only the set-up has changed, there is no other service to report.
      reason: worksWith === service ? null : { kind: 'service-changed', signedInTo: service, worksWith },
    };
  }
  const core = { account, isKept, configured: content.configured, signedInAtMs, tabSecret };
  const endedBy = status === 'ended' ? (found.endedBy ?? 'service') : reachedLimit(core);
  const isLocked = endedBy !== null && endedBy !== 'service';
  // A locked session is restored only for unfinished work in this tab; otherwise not even the name is shown.
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
  // This tab's own session no longer exists; a session that outlives its tabs may be stored instead.
  return readForTab(vault, KEPT_TAB_SECRET);
}

/** Reads the grant of another tab's session whose credentials only the vault holds. Never rejects. */
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

/** Returns a grant that can be used as it is stored: an API key, which needs no renewal. */
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
