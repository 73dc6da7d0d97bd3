import { wait } from '@/lib/base/clock';
import { ServiceError } from '@/ui/http/service-error';
import type { ConnectionReport } from './connection-check';
import {
  createCredentialRequests,
  type CredentialRequest,
  type SessionAuthorization,
} from './credential-requests';
import { createOtherTabs } from './tabs/other-tabs';
import { createOwnedCalls } from './owned-calls';
import { createServiceClient, type ServiceClient } from './service-client';
import { initialState, nextDueMs, transition } from './machine/session-machine';
import { endedSessionHeaders, isServerCustody, upstreamHeaders } from './machine/service-binding';
import { signedInOf } from './machine/session-transitions';
import type { MachineState, SessionCore, SessionEffect, SessionEvent } from './machine/session-model';
import { createSessionLimits, type LimitSettings } from './machine/session-limits';
import type { SessionPorts } from './vault/session-ports';
import { renewSession } from './session-renewal';
import type { Account, SessionState } from './machine/session-state';
import type { StoredSecret } from './vault/session-vault';
import { createVaultKeeper } from './vault/vault-keeper';
import { viewOf } from './machine/session-view';
import { performSignIn, sessionCoreOf, type SignInRequest } from './sign-in';
import { findSession } from './vault/stored-session';
import { dropKeptToken } from './token-request';

/** The session of this page: who is signed in, and the client that calls the service for them. */
export interface Session {
  /** Returns the same object until something changes that screens see. */
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves when the state is no longer `restoring`. */
  readonly restored: Promise<void>;
  /**
   * Rejects with SignInInputError when the input cannot be sent, else with ServiceError: `unauthenticated` for wrong
   * credentials. A rejection leaves the state unchanged. The password is not stored.
   */
  readonly signIn: (request: SignInRequest, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /** Signs the same account in again after the session has ended; pending requests continue. Rejects like `signIn`. */
  readonly signInAgain: (password: string, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /**
   * Signs out in every tab. The state changes at once; resolves when storage is cleared as well. `deleteRecords` deletes
   * the account's records; it is called once no screen writes any more, and again where it rejects.
   */
  readonly signOut: (deleteRecords?: () => Promise<void>) => Promise<void>;
  /** Diagnoses the connection to a service at a valid address. Rejects with the signal's reason. */
  readonly checkConnection: (serviceAddress: string, signal: AbortSignal) => Promise<ConnectionReport>;
  /** Calls the service for the account that is signed in. */
  readonly client: ServiceClient;
  /**
   * Returns a key (AES-GCM, not extractable) that seals data of this session at rest. It is the same for a purpose in every
   * tab of the session and after a reload, and destroyed by a sign-out or another account's sign-in. Null if nobody is
   * signed in or the browser does not support such keys; then the caller must not store anything.
   */
  readonly sealingKey: (purpose: string) => Promise<CryptoKey | null>;
  /** When the password is asked for again. */
  readonly limits: LimitSettings;
  /**
   * Calls back when the session is restored and when the account changes (null: nobody), before screens are notified and
   * before the next account's first request, so that caches can be cleared. Not called when the same account signs in
   * again.
   */
  readonly onAccountChange: (listener: (sessionId: string | null) => void) => () => void;
  /** Ends all timers and listeners. The state stays as it is. */
  readonly stop: () => void;
}

/** The machine ticks at least this often: a longer timer may be late after sleep. */
const LONGEST_TICK_MS = 15_000;
/** The wait for an open tab to let a new one in. A later reply still counts, on the sign-in screen. */
const JOINING_PATIENCE_MS = 400;
/** The wait for storage to return the secret that a sign-out is about to delete. */
const SECRET_PATIENCE_MS = 1_000;

export function createSession(ports: SessionPorts): Session {
  const { clock } = ports;
  let state: MachineState = initialState;
  let view: SessionState = { status: 'restoring' };
  let isStopped = false;
  let stopTick: (() => void) | null = null;
  let dropping: Promise<void> = Promise.resolve();
  const events: SessionEvent[] = [];
  let isDispatching = false;
  const listeners = new Set<() => void>();
  const accountListeners = new Set<(sessionId: string | null) => void>();
  const credentials = createCredentialRequests(
    () => state,
    clock.nowMs,
    () => dispatch({ type: 'credentials-needed', nowMs: clock.nowMs() }),
  );

  const limits = createSessionLimits(clock, ports.limits, ports.lastUse);
  const keeper = createVaultKeeper({
    ports,
    getState: () => state,
    dispatch,
    isStopped: () => isStopped,
  });
  const { getVault } = keeper;

  const calls = createOwnedCalls(
    createServiceClient({
      fetch: ports.fetch,
      clock,
      tracing: ports.tracing,
      random: ports.random,
      authorize,
      authorizeNow: () => {
        enforceLimits();
        return credentials.available();
      },
    }),
  );

  const otherTabs = createOtherTabs({
    ports,
    getVault,
    getState: () => state,
    dispatch,
    hasReachedLimit: (core) => limits.reached(core) !== null,
  });
  const stopWatching = ports.watchPage((event) => {
    enforceLimits();
    const nowMs = clock.nowMs();
    if (event === 'woke') dispatch({ type: 'woke', nowMs });
    else dispatch({ type: 'network', isUp: event === 'network-up', nowMs });
  });
  const stopWatchingUse = ports.limits.idleMs === null ? null : ports.watchUse(noteUse);
  const restored = restore();

  return {
    getState: () => view,
    subscribe: (listener) => added(listeners, listener),
    restored,
    signIn,
    signInAgain: async (password, options) => {
      if (state.phase !== 'ended') throw new ServiceError({ kind: 'unauthenticated' });
      const { account, isKept } = state.core;
      await signIn({ ...account, password, keepSignedIn: isKept }, options);
    },
    signOut: async (deleteRecords) => {
      dispatch({ type: 'sign-out' });
      if (deleteRecords !== undefined) keeper.deleteRecords(deleteRecords);
      await keeper.settled();
    },
    checkConnection: async (serviceAddress, signal) => {
      // Loaded on demand: seldom needed.
      const { checkConnection } = await import('./connection-check');
      return checkConnection({ ...ports, isNetworkUp: () => state.isNetworkUp }, serviceAddress, signal);
    },
    client: calls.client,
    sealingKey,
    limits: ports.limits,
    onAccountChange: (listener) => added(accountListeners, listener),
    stop: () => {
      isStopped = true;
      stopTick?.();
      otherTabs.stop();
      stopWatching();
      stopWatchingUse?.();
    },
  };

  /** Handles one event at a time: events dispatched meanwhile wait in a queue. */
  function dispatch(event: SessionEvent): void {
    if (isStopped) return;
    events.push(event);
    if (isDispatching) return;
    isDispatching = true;
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) step(next);
    } finally {
      isDispatching = false;
    }
  }

  function step(event: SessionEvent): void {
    const before = state;
    const { state: after, effects } = transition(before, event);
    state = after;
    const sessionIdBefore = visibleSessionIdOf(before);
    const sessionIdAfter = visibleSessionIdOf(after);
    const isKnownAtLast = before.phase === 'restoring' && after.phase !== 'restoring';
    if (isKnownAtLast || sessionIdBefore !== sessionIdAfter) {
      if (sessionIdBefore !== null) calls.abortAll();
      const account = signedInOf(after)?.core.account ?? null;
      ports.claimBelongings(account === null ? null : accountText(account));
      for (const listener of accountListeners) listener(sessionIdAfter);
    }
    for (const effect of effects) run(effect);
    publish();
    credentials.settle();
    otherTabs.checkArrivals();
    scheduleTick();
  }

  function publish(): void {
    const next = viewOf(state, view, clock);
    if (next === view) return;
    view = next;
    for (const listener of listeners) listener();
  }

  function scheduleTick(): void {
    stopTick?.();
    stopTick = null;
    if (state.phase !== 'active') return;
    const dueMs = Math.min(nextDueMs(state) ?? Infinity, limits.dueMs(state.core));
    const delayMs = Math.min(LONGEST_TICK_MS, Math.max(0, dueMs - clock.nowMs()));
    stopTick = clock.after(delayMs, () => {
      enforceLimits();
      dispatch({ type: 'tick', nowMs: clock.nowMs() });
    });
  }

  /** Locks the session if it has reached a limit. Called before every use of the session: timers may be late. */
  function enforceLimits(): void {
    if (state.phase !== 'active') return;
    const limit = limits.reached(state.core);
    const { sessionId } = state.core.account;
    if (limit !== null) dispatch({ type: 'limit-reached', sessionId, limit });
  }

  function noteUse(): void {
    enforceLimits();
    if (state.phase === 'active') limits.noteUse(state.core);
  }

  function run(effect: SessionEffect): void {
    switch (effect.type) {
      case 'renew':
        void renew(effect.isAfterRestore);
        return;
      case 'look-at-stored':
        if (getVault().isShared) void lookAtStored();
        return;
      case 'join':
        if (!getVault().isShared) return;
        if (effect.core.isKept) ports.tabStorage.clear();
        else ports.tabStorage.write(effect.core.tabSecret);
        return;
      case 'leave':
        ports.tabStorage.clear();
        return;
      case 'forget': {
        const { core } = effect;
        const sessionId = getVault().isShared ? (core?.account.sessionId ?? null) : null;
        // This comes first: it reads the secret that the sign-out deletes.
        drop(core);
        const share = () => otherTabs.shareSignOut(sessionId);
        // The sign-out is shared again at its end, for a tab that a third one has let in meanwhile.
        keeper.signOut(share);
        share();
        return;
      }
      case 'erase-again':
        keeper.eraseLeft();
        return;
      case 'store-ended':
        keeper.storeEnded(effect.ended);
        return;
      case 'share-grant':
        otherTabs.shareGrant(effect.core, effect.grant);
        return;
      case 'share-ended':
        otherTabs.shareEnded(effect.ended);
        return;
    }
  }

  function drop(core: SessionCore | null): void {
    const { configured } = ports;
    const { serviceAddress } = configured;
    if (serviceAddress === null || !isServerCustody(configured)) return;
    const send = async () => {
      const secret = core && (await secretOf(core));
      await dropKeptToken(ports, serviceAddress, {
        ...upstreamHeaders(serviceAddress, configured),
        ...endedSessionHeaders(core?.account.clientId, secret),
      });
    };
    dropping = send();
  }

  /** Never rejects. Null where the secret cannot be read in time; then the server keeps what it has. */
  async function secretOf({ tabSecret }: SessionCore): Promise<StoredSecret | null> {
    const tooLate = wait(clock, SECRET_PATIENCE_MS).then(() => null);
    return Promise.race([getVault().readSecret(tabSecret), tooLate]).catch(() => null);
  }

  async function renew(isAfterRestore: boolean): Promise<void> {
    await renewSession({ ports, getVault, getState: () => state, dispatch, otherTabs }, isAfterRestore);
    await keeper.storeHeld();
  }

  async function lookAtStored(): Promise<void> {
    try {
      const stored = await getVault().read(null);
      dispatch({ type: 'stored-session-seen', stored });
    } catch {
      // Nothing was read; the next renewal reads again.
    }
  }

  async function restore(): Promise<void> {
    const { tabStorage, configured, signOutMark } = ports;
    await keeper.open();
    const found = await findSession(getVault(), {
      tabStorage,
      configured,
      nowMs: clock.nowMs,
      reachedLimit: limits.reached,
      isWorkHere: (account) => ports.holdsBelongings(accountText(account)),
    });
    if (found.kind === 'own') return dispatch(found.event);
    // Another tab's session: if that tab is still open it lets this one in.
    if (found.kind === 'somebody-elses') {
      await otherTabs.ask(() => state.phase !== 'restoring', JOINING_PATIENCE_MS);
    }
    dispatch({ type: 'restore-failed', reason: found.kind === 'refused' ? found.reason : null });
    if (found.kind === 'refused') keeper.discard();
    else if (signOutMark.read() !== null) keeper.eraseLeft();
  }

  async function signIn(request: SignInRequest, options: { signal?: AbortSignal } = {}): Promise<void> {
    await restored;
    // A server that is still dropping a token could drop the one that it gets with this sign-in.
    await dropping;
    const result = await performSignIn(ports, request, options.signal);
    const receivedAtMs = clock.nowMs();
    if (options.signal?.aborted === true) throw new ServiceError({ kind: 'cancelled' });
    const core = sessionCoreOf(request, result, {
      ports,
      previous: signedInOf(state)?.core ?? null,
      isVaultShared: getVault().isShared,
    });
    const { lifetimeMs, rightIds, secret } = result;
    const generation = await keeper.storeSignIn(core, rightIds, secret);
    const grant = { credentials: result.credentials, generation, receivedAtMs, lifetimeMs, rightIds };
    dispatch({ type: 'signed-in', core, grant });
  }

  async function sealingKey(purpose: string): Promise<CryptoKey | null> {
    await restored;
    const core = signedInOf(state)?.core ?? null;
    if (core === null) return null;
    const { account, tabSecret } = core;
    try {
      return await getVault().sealingKey({ sessionId: account.sessionId, tabSecret }, purpose);
    } catch {
      return null;
    }
  }

  function authorize(request: CredentialRequest): Promise<SessionAuthorization> {
    enforceLimits();
    const { refused } = request;
    if (refused !== null) {
      const { sessionId, generation } = refused;
      dispatch({ type: 'credentials-refused', sessionId, generation });
    }
    return credentials.request(request);
  }
}

/** Returns the same text for accounts that `isSameAccount` considers the same. */
function accountText(account: Account): string {
  const { serviceAddress, service, clientId, method, userName, displayName } = account;
  return JSON.stringify([serviceAddress, service, clientId, method, userName, displayName]);
}

function visibleSessionIdOf(state: MachineState): string | null {
  return signedInOf(state)?.visibleSessionId ?? null;
}

function added<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => {
    set.delete(item);
  };
}
