import { backOffMs, LONGEST_SILENT_WAIT_MS } from '@/shared/http/retry-policy';
import { ServiceError } from '@/shared/http/service-error';
import { upstreamHeaders } from './service-binding';
import { newestGeneration } from './session-machine';
import type { MachineState, SessionEvent } from './session-model';
import type { SessionPorts } from './session-ports';
import type { SessionVault, StoredContent, StoredSession } from './session-vault';
import { requestToken } from './token-request';

/** What a renewal needs of the session that runs it. */
export interface RenewalContext {
  readonly ports: SessionPorts;
  /** It may change until the lock is there. */
  readonly getVault: () => SessionVault;
  readonly getState: () => MachineState;
  readonly dispatch: (event: SessionEvent) => void;
  /** Asks the tab that holds what could not be stored to get beyond this generation. */
  readonly wantRenewal: (generation: number) => void;
  /** Asks the other tabs for their grant; resolves when it was heard, or after `patienceMs`. */
  readonly askOtherTabs: (isAnswered: () => boolean, patienceMs: number) => Promise<void>;
}

interface RenewalAim {
  readonly sessionId: string;
  /** The generation to get beyond. */
  readonly beat: number;
  /** The tab was just loaded: another may hold a grant that is still good. */
  readonly isAfterRestore: boolean;
}

interface LiveSession extends StoredSession {
  readonly content: StoredContent;
  readonly tabSecret: string;
}

const RENEWAL_TIMEOUT_MS = 20_000;
/** For a tab that may be there (after a reload) to answer; others of the same browser take a few milliseconds. */
const CHANCE_PATIENCE_MS = 120;
/** For a tab that has just renewed, and so must have been there a moment ago. */
const SURE_PATIENCE_MS = 1_000;
/** Renewals left to the tab that holds the newest token, before it is taken for closed. The service then decides. */
const OWNER_PATIENCE_RENEWALS = 3;
const BACK_OFF = { baseMs: 2_000, capMs: 60_000 };

/**
 * Renews the session's credentials, once, and tells the machine how it went. A refresh token is good for one use, and
 * all tabs share it: so this runs under the lock, reads what is stored only then, and stores what it gets before the
 * lock is given back.
 */
export async function renewSession(context: RenewalContext, isAfterRestore: boolean): Promise<void> {
  const state = context.getState();
  if (state.phase !== 'active') return;
  const { sessionId } = state.core.identity;
  const beat = newestGeneration(state);
  try {
    await context.ports.withLock(() => renewUnderLock(context, { sessionId, beat, isAfterRestore }));
  } catch {
    // Lock or storage failed: nothing was decided about the session.
    fail(context, null);
  }
}

async function renewUnderLock(
  context: RenewalContext,
  { sessionId, beat, isAfterRestore }: RenewalAim,
): Promise<void> {
  const { ports, dispatch } = context;
  const vault = context.getVault();
  const current = () => {
    const state = context.getState();
    return state.phase === 'active' && state.core.identity.sessionId === sessionId ? state : null;
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
    await context.askOtherTabs(isBeaten, isAfterRestore ? CHANCE_PATIENCE_MS : SURE_PATIENCE_MS);
    if (isBeaten()) return dispatch({ type: 'renewal-needless' });
  }
  if (stored.generation < beat && vault.isShared && state.failedRenewals < OWNER_PATIENCE_RENEWALS) {
    // The token that is stored is spent. The tab that could not store its successor has it; it needs the lock.
    context.wantRenewal(beat);
    return fail(context, null);
  }
  // Signed in again elsewhere with another tab secret, and the news has not come yet: it will.
  if (stored.content === null) return fail(context, null);

  const live = { ...stored, content: stored.content, tabSecret: state.core.tabSecret };
  const { identity, secret } = live.content;
  const generation = Math.max(stored.generation, beat);
  // The service gave no refresh token: the session cannot outlive its access token.
  if (secret?.kind !== 'refresh-token') return end(context, live, generation);
  let answer;
  try {
    const { serviceAddress, clientId } = identity;
    const { refreshToken } = secret;
    const grant = { kind: 'refresh', refreshToken, clientId } as const;
    answer = await requestToken(ports, serviceAddress, grant, {
      timeoutMs: RENEWAL_TIMEOUT_MS,
      headers: upstreamHeaders(serviceAddress, ports.configured),
    });
  } catch (error) {
    const kind = error instanceof ServiceError ? error.failure.kind : null;
    if (kind === 'misdirected') return dispatch({ type: 'renewal-misdirected' });
    return kind === 'unauthenticated' ? end(context, live, generation) : fail(context, error);
  }
  const receivedAtMs = ports.clock.nowMs();
  const refreshToken = answer.refreshToken ?? secret.refreshToken;
  const renewed: StoredContent = {
    ...live.content,
    rightIds: answer.rightIds === null ? null : [...answer.rightIds],
    secret: { kind: 'refresh-token', refreshToken },
  };
  const { tabSecret, isKept } = live;
  const isStored = await vault.advance({ tabSecret, isKept, content: renewed }, stored.generation);
  if (!isStored) {
    // Signed out, or signed in again, while the answer was on its way: what came is nobody's.
    fail(context, null);
    return dispatch({ type: 'stored-session-seen', stored: await vault.read(state.core.tabSecret) });
  }
  dispatch({
    type: 'renewed',
    sessionId,
    grant: {
      credentials: { kind: 'bearer', accessToken: answer.accessToken, clientId: identity.clientId },
      generation: generation + 1,
      receivedAtMs,
      lifetimeMs: answer.lifetimeMs,
      rightIds: answer.rightIds,
    },
  });
}

async function end(
  { getVault, dispatch }: RenewalContext,
  { sessionId, isKept, tabSecret, generation: storedGeneration, content }: LiveSession,
  generation: number,
): Promise<void> {
  try {
    // Before the lock is given back, or the next tab would try the spent token again.
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
  // Requests wait for it, and nobody is there to ask whether they should wait for hours.
  const leastDelayMs =
    error instanceof ServiceError && error.failure.kind === 'throttled'
      ? Math.min(error.failure.retryAfterS * 1000, LONGEST_SILENT_WAIT_MS)
      : 0;
  const retryDelayMs = backOffMs(failures, ports.random, BACK_OFF);
  dispatch({ type: 'renewal-failed', nowMs: ports.clock.nowMs(), retryDelayMs, leastDelayMs });
}
