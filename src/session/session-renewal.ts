import { backOffMs, LONGEST_SILENT_WAIT_MS } from '@/ui/http/retry-policy';
import { ServiceError } from '@/ui/http/service-error';
import type { OtherTabs } from './tabs/other-tabs';
import { custodyHeaders, upstreamHeaders } from './machine/service-binding';
import { newestGeneration } from './machine/session-transitions';
import type { MachineState, SessionEvent } from './machine/session-model';
import type { SessionPorts } from './vault/session-ports';
import type { SessionVault, StoredContent, StoredSession } from './vault/session-vault';
import { requestToken, secretOf } from './token-request';

export interface RenewalContext {
  readonly ports: SessionPorts;
  /** The vault may change until the lock is acquired. */
  readonly getVault: () => SessionVault;
  readonly getState: () => MachineState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly otherTabs: Pick<OtherTabs, 'ask' | 'wantRenewal'>;
}

interface RenewalAim {
  readonly sessionId: string;
  /** The generation that the new grant has to exceed. */
  readonly beat: number;
  /** The tab was just loaded: another tab may hold a grant that is still valid. */
  readonly isAfterRestore: boolean;
}

interface LiveSession extends StoredSession {
  readonly content: StoredContent;
  readonly tabSecret: string;
}

const RENEWAL_TIMEOUT_MS = 20_000;
/** The wait after a reload for another tab, which may not exist, to reply. Tabs reply within a few milliseconds. */
const CHANCE_PATIENCE_MS = 120;
/** The wait for a reply of a tab that has just renewed, and so existed a moment ago. */
const SURE_PATIENCE_MS = 1_000;
/** Renewals left to the tab that holds the newest token, before it is assumed to be closed. The service then decides. */
const OWNER_PATIENCE_RENEWALS = 3;
const BACK_OFF = { baseMs: 2_000, capMs: 60_000 };

/** Renews under the lock that tabs share: a refresh token works once, so it is read and replaced before the release. */
export async function renewSession(context: RenewalContext, isAfterRestore: boolean): Promise<void> {
  const state = context.getState();
  if (state.phase !== 'active') return;
  const { sessionId } = state.core.account;
  const beat = newestGeneration(state);
  try {
    await context.ports.withLock(() => renewUnderLock(context, { sessionId, beat, isAfterRestore }));
  } catch {
    // The lock or storage failed, which says nothing about the session.
    fail(context, null);
  }
}

/** Decides whether this tab sends the stored refresh token; the first reason not to counts. */
async function renewUnderLock(
  context: RenewalContext,
  { sessionId, beat, isAfterRestore }: RenewalAim,
): Promise<void> {
  const { dispatch } = context;
  const vault = context.getVault();
  const current = () => {
    const state = context.getState();
    return state.phase === 'active' && state.core.account.sessionId === sessionId ? state : null;
  };
  const isBeaten = () => {
    const state = current();
    return state !== null && state.grant !== null && state.grant.generation > beat;
  };

  const state = current();
  if (state === null) return;
  if (isBeaten()) return dispatch({ type: 'renewal-needless' });
  const stored = await vault.read(state.core.tabSecret);
  if (stored === null || stored.sessionId !== sessionId || stored.status !== 'live') {
    return dispatch({ type: 'stored-session-seen', stored });
  }
  if (stored.generation > beat && vault.isShared) {
    // Another tab has renewed, and is asked for its grant. This tab renews if no reply comes.
    await context.otherTabs.ask(isBeaten, isAfterRestore ? CHANCE_PATIENCE_MS : SURE_PATIENCE_MS);
    if (isBeaten()) return dispatch({ type: 'renewal-needless' });
  }
  if (stored.generation < beat && vault.isShared && state.failedRenewals < OWNER_PATIENCE_RENEWALS) {
    // The stored token is spent. The tab that could not store its successor renews, or, after failures, this one.
    context.otherTabs.wantRenewal(beat);
    return fail(context, null);
  }
  // Signed in again elsewhere with another tab secret; the message about it has not arrived yet.
  if (stored.content === null) return fail(context, null);

  const live = { ...stored, content: stored.content, tabSecret: state.core.tabSecret };
  return sendStoredToken(context, vault, live, Math.max(stored.generation, beat));
}

/** Sends the stored refresh token, stores its successor, and dispatches the grant: the one after `generation`. */
async function sendStoredToken(
  context: RenewalContext,
  vault: SessionVault,
  live: LiveSession,
  generation: number,
): Promise<void> {
  const { ports, dispatch } = context;
  const { sessionId, tabSecret, isKept } = live;
  const { account, secret } = live.content;
  // The service gave no refresh token: the session cannot outlive its access token.
  if (secret === null || secret.kind === 'api-key') return end(context, live, generation);
  let response;
  try {
    const { serviceAddress, clientId } = account;
    const grant =
      secret.kind === 'binding'
        ? ({ kind: 'bound-refresh', binding: secret.binding, clientId } as const)
        : ({ kind: 'refresh', refreshToken: secret.refreshToken, clientId } as const);
    response = await requestToken(ports, serviceAddress, grant, {
      timeoutMs: RENEWAL_TIMEOUT_MS,
      custody: ports.configured.custody,
      headers: {
        ...upstreamHeaders(serviceAddress, ports.configured),
        ...custodyHeaders(ports.configured, isKept),
      },
    });
  } catch (error) {
    const failure = error instanceof ServiceError ? error.failure : null;
    if (failure?.kind === 'misdirected') return dispatch({ type: 'renewal-misdirected', of: failure.of });
    return failure?.kind === 'unauthenticated' ? end(context, live, generation) : fail(context, error);
  }
  const receivedAtMs = ports.clock.nowMs();
  const renewed: StoredContent = {
    ...live.content,
    rightIds: response.rightIds === null ? null : [...response.rightIds],
    secret: secretOf(response) ?? secret,
  };
  const isStored = await vault.advance({ tabSecret, isKept, content: renewed }, live.generation);
  if (!isStored) {
    // Signed out, or signed in again, while the request was in flight: the tokens belong to no session.
    fail(context, null);
    return dispatch({ type: 'stored-session-seen', stored: await vault.read(tabSecret) });
  }
  dispatch({
    type: 'renewed',
    sessionId,
    grant: {
      credentials: { kind: 'bearer', accessToken: response.accessToken, clientId: account.clientId },
      generation: generation + 1,
      receivedAtMs,
      lifetimeMs: response.lifetimeMs,
      rightIds: response.rightIds,
    },
  });
}

async function end(
  { getVault, dispatch }: RenewalContext,
  { sessionId, isKept, tabSecret, generation: storedGeneration, content }: LiveSession,
  generation: number,
): Promise<void> {
  try {
    // This precedes the release of the lock, or the next tab would try the spent token again.
    await getVault().markEnded(
      { tabSecret, isKept, content: { ...content, secret: null } },
      storedGeneration,
      'service',
    );
  } finally {
    dispatch({ type: 'renewal-refused', sessionId, generation });
  }
}

function fail({ ports, getState, dispatch }: RenewalContext, error: unknown): void {
  const state = getState();
  const failures = state.phase === 'active' ? state.failedRenewals : 0;
  // The service's delay is capped: requests wait for the renewal, and nobody can be asked whether they should for hours.
  const leastDelayMs =
    error instanceof ServiceError && error.failure.kind === 'throttled'
      ? Math.min(error.failure.retryAfterS * 1000, LONGEST_SILENT_WAIT_MS)
      : 0;
  const retryDelayMs = backOffMs(failures, ports.random, BACK_OFF);
  dispatch({ type: 'renewal-failed', nowMs: ports.clock.nowMs(), retryDelayMs, leastDelayMs });
}
