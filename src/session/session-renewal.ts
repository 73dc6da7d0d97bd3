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
  /** The vault may be replaced while the lock is awaited, so it is read after that. */
  readonly getVault: () => SessionVault;
  readonly getState: () => MachineState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly otherTabs: Pick<OtherTabs, 'ask' | 'wantRenewal'>;
}

interface RenewalAim {
  readonly sessionId: string;
  /** The number of the newest known access token. The renewal has to result in a greater number. */
  readonly beat: number;
  /** Whether the tab was just loaded. Another tab may then hold a grant that is still valid. */
  readonly isAfterRestore: boolean;
}

interface LiveSession extends StoredSession {
  readonly content: StoredContent;
  readonly tabSecret: string;
}

const RENEWAL_TIMEOUT_MS = 20_000;
/** The wait for another tab's reply after a reload. There may be no other tab; if there is one, it replies within milliseconds. */
const CHANCE_PATIENCE_MS = 120;
/** The wait for the reply of a tab that has just renewed, so that it must have been open a short time ago. */
const SURE_PATIENCE_MS = 1_000;
/** How many renewals wait for the tab with the newest token. After that the tab counts as closed, and the stored token is sent. */
const OWNER_PATIENCE_RENEWALS = 3;
const BACK_OFF = { baseMs: 2_000, capMs: 60_000 };

/** Renews the session under a lock shared by all tabs. A refresh token works once, so it must be replaced before the lock is released. */
export async function renewSession(context: RenewalContext, isAfterRestore: boolean): Promise<void> {
  const state = context.getState();
  if (state.phase !== 'active') return;
  const { sessionId } = state.core.account;
  const beat = newestGeneration(state);
  try {
    await context.ports.withLock(() => renewUnderLock(context, { sessionId, beat, isAfterRestore }));
  } catch {
    // Acquiring the lock or reading the storage failed. The session may still be valid.
    fail(context, null);
  }
}

/** Decides whether this tab sends the stored refresh token. Each check below is a reason not to send it. */
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
    // Another tab has renewed the session, so it is asked for the new access token. This tab renews if no reply comes.
    await context.otherTabs.ask(isBeaten, isAfterRestore ? CHANCE_PATIENCE_MS : SURE_PATIENCE_MS);
    if (isBeaten()) return dispatch({ type: 'renewal-needless' });
  }
  if (stored.generation < beat && vault.isShared && state.failedRenewals < OWNER_PATIENCE_RENEWALS) {
    // The stored token was used up. The tab whose newer token could not be stored has to renew. After failures, this tab does.
    context.otherTabs.wantRenewal(beat);
    return fail(context, null);
  }
  // A user has signed in again in another tab, with a new tab secret, and the message about it has not arrived yet.
  if (stored.content === null) return fail(context, null);

  const live = { ...stored, content: stored.content, tabSecret: state.core.tabSecret };
  return sendStoredToken(context, vault, live, Math.max(stored.generation, beat));
}

/** Sends the stored refresh token, stores its successor, and dispatches the new grant, whose generation is `generation` plus one. */
async function sendStoredToken(
  context: RenewalContext,
  vault: SessionVault,
  live: LiveSession,
  generation: number,
): Promise<void> {
  const { ports, dispatch } = context;
  const { sessionId, tabSecret, isKept } = live;
  const { account, secret } = live.content;
  // Without a refresh token from the service, the session ends with its access token.
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
    // A user has signed out, or in again, while the request was running. The received tokens belong to no session.
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
    // The end must be stored before the lock is released, or the next tab would send the used token again.
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
  // The delay that the service asks for is capped, because requests wait for the renewal and should not wait for hours unasked.
  const leastDelayMs =
    error instanceof ServiceError && error.failure.kind === 'throttled'
      ? Math.min(error.failure.retryAfterS * 1000, LONGEST_SILENT_WAIT_MS)
      : 0;
  const retryDelayMs = backOffMs(failures, ports.random, BACK_OFF);
  dispatch({ type: 'renewal-failed', nowMs: ports.clock.nowMs(), retryDelayMs, leastDelayMs });
}
