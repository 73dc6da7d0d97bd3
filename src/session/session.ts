import type { FetchPort } from '@/shared/http/exchange';
import { ServiceError } from '@/shared/http/service-error';
import type { ConnectionReport } from './connection-check';
import {
  createCredentialWaiters,
  type CredentialRequest,
  type SessionAuthorization,
} from './credential-waiters';
import { createOwnedCalls } from './owned-calls';
import { createServiceClient, type ServiceClient } from './service-client';
import { initialState, isSamePerson, nextDueMs, signedInOf, transition } from './session-machine';
import type { MachineState, SessionCore, SessionEffect, SessionEvent } from './session-model';
import {
  grantMessage,
  grantOfMessage,
  readMessage,
  type GrantMessage,
  type SessionMessage,
} from './session-messages';
import { createSessionLimits, type LimitSettings } from './session-limits';
import type { SessionPorts } from './session-ports';
import { renewSession } from './session-renewal';
import type { SessionIdentity, SessionState } from './session-state';
import { createVaultKeeper } from './vault-keeper';
import { viewOf } from './session-view';
import { boundService, isStillBound } from './service-binding';
import { performSignIn, type SignInRequest, type SignInResult } from './sign-in';
import { findSession, KEPT_TAB_SECRET, readStoredGrant } from './stored-session';

/** Who is signed in, and everything that follows from it. One per page. */
export interface Session {
  /** The same object until something changes that screens see. */
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves when the state is no longer `restoring`. */
  readonly restored: Promise<void>;
  /**
   * Rejects with SignInInputError when it cannot even be sent, else with ServiceError: `unauthenticated` for wrong
   * credentials. The state is unchanged then. The password is not kept.
   */
  readonly signIn: (request: SignInRequest, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /** The same person again, after the session has ended; requests that waited go on. Rejects as `signIn` does. */
  readonly signInAgain: (password: string, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /**
   * Forgets everything, in every tab. Resolves when it is gone from storage too; the state changes at once.
   * `deleteRecords` deletes what the person has kept as well; it is called once no screen keeps any more of it, and tried
   * again where it rejects.
   */
  readonly signOut: (deleteRecords?: () => Promise<void>) => Promise<void>;
  /** Finds out what stands between this page and a service at a checked address. Rejects with the signal's reason. */
  readonly checkConnection: (serviceAddress: string, signal: AbortSignal) => Promise<ConnectionReport>;
  /** Calls the service as whoever is signed in. */
  readonly client: ServiceClient;
  /** Credentials for a client that runs elsewhere (a worker). Never keep them. */
  readonly authorize: (request: CredentialRequest) => Promise<SessionAuthorization>;
  /**
   * A key (AES-GCM, cannot be read out) for data of this session that is left at rest. The same for the same purpose in
   * every tab of the session and after a reload; gone for good with a sign-out, and when somebody else signs in. Null
   * where nobody is signed in or the browser offers no such keys: then nothing may be left at rest.
   */
  readonly sealingKey: (purpose: string) => Promise<CryptoKey | null>;
  /** The transport itself, for what is no call: a stream. Without credentials. */
  readonly fetch: FetchPort;
  /** When the password is asked for again. */
  readonly limits: LimitSettings;
  /**
   * Calls back when the person is known at last, and when it changes (null: nobody), before any screen learns of it and before any request of the
   * next person is sent: the moment to empty caches. Not called when the same person signs in again.
   */
  readonly onIdentityChange: (listener: (sessionId: string | null) => void) => () => void;
  /** Ends all timers and listeners. The state stays as it is. */
  readonly stop: () => void;
}

/** Time is looked at this often at least: a timer set for longer may be late after sleep. */
const LONGEST_TICK_MS = 15_000;
/** For a living tab to take a new one in. One that answers later is heard too, on the sign-in screen. */
const JOINING_PATIENCE_MS = 400;
export function createSession(ports: SessionPorts): Session {
  const { clock } = ports;
  let state: MachineState = initialState;
  let view: SessionState = { status: 'restoring' };
  let isStopped = false;
  let stopTick: (() => void) | null = null;
  const events: SessionEvent[] = [];
  let isDispatching = false;
  const listeners = new Set<() => void>();
  const identityListeners = new Set<(sessionId: string | null) => void>();
  /** Called after each transition, however small. */
  const watchers = new Set<() => void>();
  const waiters = createCredentialWaiters(
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
      random: ports.random,
      authorize,
      authorizeNow: () => {
        keepLimits();
        return waiters.atHand();
      },
    }),
  );

  const stopListening = ports.channel.listen((data) => {
    const message = readMessage(data);
    if (message !== null) hear(message);
  });
  const stopWatching = ports.watchPage((event) => {
    keepLimits();
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
      const { identity, isKept } = state.core;
      await signIn({ ...identity, password, keepSignedIn: isKept }, options);
    },
    signOut: async (deleteRecords) => {
      dispatch({ type: 'sign-out' });
      if (deleteRecords !== undefined) keeper.deleteRecords(deleteRecords);
      await keeper.settled();
    },
    checkConnection: async (serviceAddress, signal) => {
      // Seldom needed: not worth a byte of the first screen.
      const { checkConnection } = await import('./connection-check');
      return checkConnection({ ...ports, isNetworkUp: () => state.isNetworkUp }, serviceAddress, signal);
    },
    client: calls.client,
    authorize,
    sealingKey,
    fetch: ports.fetch,
    limits: ports.limits,
    onIdentityChange: (listener) => added(identityListeners, listener),
    stop: () => {
      isStopped = true;
      stopTick?.();
      stopListening();
      stopWatching();
      stopWatchingUse?.();
    },
  };

  /** One event at a time: what an event brings about waits for its turn. */
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
      if (sessionIdBefore !== null) calls.orphan();
      const identity = signedInOf(after)?.core.identity ?? null;
      ports.claimBelongings(identity === null ? null : ownerOf(identity));
      for (const listener of identityListeners) listener(sessionIdAfter);
    }
    for (const effect of effects) run(effect);
    publish();
    waiters.settle();
    for (const watcher of watchers) watcher();
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
      keepLimits();
      dispatch({ type: 'tick', nowMs: clock.nowMs() });
    });
  }

  /** Before anything is done for a session: it may have been too long, without any timer having told. */
  function keepLimits(): void {
    if (state.phase !== 'active') return;
    const limit = limits.reached(state.core);
    const { sessionId } = state.core.identity;
    if (limit !== null) dispatch({ type: 'limit-reached', sessionId, limit });
  }

  function noteUse(): void {
    keepLimits();
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
        const sessionId = getVault().isShared ? effect.sessionId : null;
        const tell = () => post({ type: 'signed-out', sessionId });
        // A second time for a tab that was taken in by a third one between the first and the end.
        keeper.signOut(tell);
        tell();
        return;
      }
      case 'erase-again':
        keeper.eraseLeft();
        return;
      case 'store-ended':
        keeper.storeEnded(effect.ended);
        return;
      case 'share-grant':
        if (getVault().isShared) ports.channel.post(grantMessage(effect.core, effect.grant, clock));
        return;
      case 'share-ended': {
        if (!getVault().isShared) return;
        const { core, spentGeneration: generation, rightIds, endedBy } = effect.ended;
        post({ type: 'ended', core, generation, rightIds: rightIds && [...rightIds], endedBy });
        return;
      }
    }
  }

  async function renew(isAfterRestore: boolean): Promise<void> {
    await renewSession(
      { ports, getVault, getState: () => state, dispatch, askOtherTabs, wantRenewal },
      isAfterRestore,
    );
    await keeper.storeHeld();
  }

  function post(message: SessionMessage): void {
    ports.channel.post(message);
  }

  async function lookAtStored(): Promise<void> {
    try {
      const stored = await getVault().read(null);
      dispatch({ type: 'stored-session-seen', stored });
    } catch {
      // Nothing was seen; the next renewal looks again.
    }
  }

  function hear(message: SessionMessage): void {
    if (message.type === 'signed-out') {
      dispatch({ type: 'heard-signed-out', sessionId: message.sessionId });
      return;
    }
    // Without a shared vault every tab has a session of its own.
    if (!getVault().isShared) return;
    if ('core' in message && !isOfThisService(message.core)) return;
    switch (message.type) {
      case 'hello':
        dispatch({ type: 'heard-hello' });
        return;
      case 'grant':
        void hearGrant(message);
        return;
      case 'renewal-wanted': {
        const { sessionId, generation } = message;
        if (getVault().isHolding()) dispatch({ type: 'renewal-wanted-received', sessionId, generation });
        return;
      }
      case 'ended': {
        const { core, generation, rightIds, endedBy } = message;
        dispatch({ type: 'heard-ended', core, generation, rightIds, endedBy });
        return;
      }
    }
  }

  /** Another page may have been opened before the installation changed, and work with another service. */
  function isOfThisService({ identity, configured }: SessionCore): boolean {
    return isStillBound(identity, configured, ports.configured);
  }

  async function hearGrant(message: GrantMessage): Promise<void> {
    const { core } = message;
    const grant = grantOfMessage(message, clock) ?? (await readStoredGrant(getVault(), core, clock.nowMs));
    if (grant !== null && limits.reached(core) === null) dispatch({ type: 'heard-grant', core, grant });
  }

  function wantRenewal(generation: number): void {
    const sessionId = signedInOf(state)?.core.identity.sessionId;
    if (sessionId !== undefined) post({ type: 'renewal-wanted', sessionId, generation });
  }

  function askOtherTabs(isAnswered: () => boolean, patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        watchers.delete(check);
        cancel();
        resolve();
      };
      const check = () => {
        if (isAnswered()) finish();
      };
      const cancel = clock.after(patienceMs, finish);
      watchers.add(check);
      post({ type: 'hello' });
    });
  }

  async function restore(): Promise<void> {
    const { tabStorage, configured, signOutMark } = ports;
    await keeper.open();
    const found = await findSession(getVault(), {
      tabStorage,
      configured,
      nowMs: clock.nowMs,
      reachedLimit: limits.reached,
      isWorkHere: (identity) => ports.holdsBelongings(ownerOf(identity)),
    });
    if (found.is === 'own') return dispatch(found.event);
    // Another tab's session, unless that is closed already; a living one takes this tab in.
    if (found.is === 'somebody-elses') {
      await askOtherTabs(() => state.phase !== 'restoring', JOINING_PATIENCE_MS);
    }
    dispatch({ type: 'restore-failed', reason: found.is === 'refused' ? found.reason : null });
    if (found.is === 'refused') keeper.discard();
    else if (signOutMark.isSet()) keeper.eraseLeft();
  }

  async function signIn(request: SignInRequest, options: { signal?: AbortSignal } = {}): Promise<void> {
    await restored;
    const result = await performSignIn(ports, request, options.signal);
    const receivedAtMs = clock.nowMs();
    if (options.signal?.aborted === true) throw new ServiceError({ kind: 'cancelled' });
    const core = coreOf(request, result);
    const { credentials, lifetimeMs, rightIds, secret } = result;
    const generation = await keeper.storeSignIn(core, rightIds, secret);
    const grant = { credentials, generation, receivedAtMs, lifetimeMs, rightIds };
    dispatch({ type: 'signed-in', core, grant });
  }

  /** The same person at the same place goes on with the session there is; anybody else gets a new one. */
  function coreOf(request: SignInRequest, result: SignInResult): SessionCore {
    const { clientId, userName, method } = request;
    const { serviceAddress, displayName } = result;
    const sessionId = ports.randomId();
    const service = boundService(serviceAddress, ports.configured);
    const identity = { serviceAddress, service, clientId, userName, displayName, method, sessionId };
    const previous = signedInOf(state)?.core ?? null;
    const isSame = previous !== null && isSamePerson(previous.identity, identity);
    const common = {
      identity: isSame ? previous.identity : identity,
      configured: ports.configured,
      signedInAtMs: clock.wallMs(),
    };
    if (request.keepSignedIn && getVault().isShared) {
      return { ...common, isKept: true, tabSecret: KEPT_TAB_SECRET };
    }
    const isSecretKnown = isSame && !previous.isKept;
    const tabSecret = isSecretKnown ? previous.tabSecret : ports.randomId() + ports.randomId();
    return { ...common, isKept: false, tabSecret };
  }

  async function sealingKey(purpose: string): Promise<CryptoKey | null> {
    await restored;
    const core = signedInOf(state)?.core ?? null;
    if (core === null) return null;
    const { identity, tabSecret } = core;
    try {
      return await getVault().sealingKey({ sessionId: identity.sessionId, tabSecret }, purpose);
    } catch {
      return null;
    }
  }

  function authorize(request: CredentialRequest): Promise<SessionAuthorization> {
    keepLimits();
    const { refused } = request;
    if (refused !== null) {
      const { sessionId, generation } = refused;
      dispatch({ type: 'credentials-refused', sessionId, generation });
    }
    return waiters.wait(request);
  }
}

/** The same text for whoever `isSamePerson` takes for the same. */
function ownerOf(identity: SessionIdentity): string {
  const { serviceAddress, service, clientId, method, userName, displayName } = identity;
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
