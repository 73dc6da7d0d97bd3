import { wait } from '@/shared/http/clock';
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
import { initialState, isSamePerson, newestGeneration, nextDueMs, transition } from './session-machine';
import type {
  ActiveState,
  EndedState,
  MachineState,
  SessionCore,
  SessionEffect,
  SessionEvent,
} from './session-model';
import {
  grantMessage,
  grantOfMessage,
  readMessage,
  type GrantMessage,
  type SessionMessage,
} from './session-messages';
import type { SessionPorts } from './session-ports';
import { renewSession } from './session-renewal';
import type { SessionIdentity, SessionState, SignedOutReason } from './session-state';
import { createMemoryVault } from './memory-vault';
import type { SessionToStore, SessionVault } from './session-vault';
import { viewOf } from './session-view';
import { boundService, isStillBound } from './service-binding';
import { performSignIn, type SignInRequest, type SignInResult } from './sign-in';
import { findSession, KEPT_TAB_SECRET, readStoredGrant, type FoundSession } from './stored-session';

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
  /** Forgets everything, in every tab. Resolves when it is gone from storage too; the state changes at once. */
  readonly signOut: () => Promise<void>;
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
/** Before each attempt to delete what is stored. */
const ERASURE_DELAYS_MS = [0, 250, 1_000, 4_000];
/** Before what could not be written is tried again; doubles up to the cap. */
const STORE_AGAIN_MS = 2_000;
const STORE_AGAIN_CAP_MS = 60_000;

export function createSession(ports: SessionPorts): Session {
  const { clock } = ports;
  let state: MachineState = initialState;
  let view: SessionState = { status: 'restoring' };
  let vault: SessionVault = createMemoryVault();
  let isStopped = false;
  let stopTick: (() => void) | null = null;
  let storing: Promise<void> = Promise.resolve();
  const events: SessionEvent[] = [];
  let isDispatching = false;
  let isStoringHeld = false;
  const listeners = new Set<() => void>();
  const identityListeners = new Set<(sessionId: string | null) => void>();
  /** Called after each transition, however small. */
  const watchers = new Set<() => void>();
  const waiters = createCredentialWaiters(
    () => state,
    clock.nowMs,
    () => dispatch({ type: 'credentials-needed', nowMs: clock.nowMs() }),
  );

  const calls = createOwnedCalls(
    createServiceClient({
      fetch: ports.fetch,
      clock,
      random: ports.random,
      authorize,
      authorizeNow: waiters.atHand,
    }),
  );

  const stopListening = ports.channel.listen((data) => {
    const message = readMessage(data);
    if (message !== null) hear(message);
  });
  const stopWatching = ports.watchPage((event) => {
    const nowMs = clock.nowMs();
    if (event === 'woke') dispatch({ type: 'woke', nowMs });
    else dispatch({ type: 'network', isUp: event === 'network-up', nowMs });
  });
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
    signOut: async () => {
      dispatch({ type: 'sign-out' });
      await storing;
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
    onIdentityChange: (listener) => added(identityListeners, listener),
    stop: () => {
      isStopped = true;
      stopTick?.();
      stopListening();
      stopWatching();
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
    const dueMs = nextDueMs(state);
    if (dueMs === null) return;
    const delayMs = Math.min(LONGEST_TICK_MS, Math.max(0, dueMs - clock.nowMs()));
    stopTick = clock.after(delayMs, () => dispatch({ type: 'tick', nowMs: clock.nowMs() }));
  }

  function run(effect: SessionEffect): void {
    switch (effect.type) {
      case 'renew':
        void renew(effect.isAfterRestore);
        return;
      case 'look-at-stored':
        if (vault.isShared) void lookAtStored();
        return;
      case 'join':
        if (!vault.isShared) return;
        if (effect.core.isKept) ports.tabStorage.clear();
        else ports.tabStorage.write(effect.core.tabSecret);
        return;
      case 'leave':
        ports.tabStorage.clear();
        return;
      case 'forget': {
        const sessionId = vault.isShared ? effect.sessionId : null;
        // Before anything can fail, or the page be closed.
        ports.signOutMark.set();
        post({ type: 'signed-out', sessionId });
        storeNext(async () => {
          await eraseStored((from) => from.signOut());
          // Again, for a tab that was taken in by a third one between the first time and now.
          post({ type: 'signed-out', sessionId });
        });
        return;
      }
      case 'erase-again':
        storeNext(eraseMarked);
        return;
      case 'store-ended': {
        const { core, spentGeneration, rightIds } = effect.ended;
        const content = {
          identity: core.identity,
          configured: core.configured,
          rightIds: rightIds && [...rightIds],
          secret: null,
        };
        storeNext(() =>
          vault.markEnded({ tabSecret: core.tabSecret, isKept: core.isKept, content }, spentGeneration),
        );
        return;
      }
      case 'share-grant':
        if (vault.isShared) ports.channel.post(grantMessage(effect.core, effect.grant, clock));
        return;
      case 'share-ended': {
        if (!vault.isShared) return;
        const { core, spentGeneration, rightIds } = effect.ended;
        post({ type: 'ended', core, generation: spentGeneration, rightIds: rightIds && [...rightIds] });
        return;
      }
    }
  }

  async function renew(isAfterRestore: boolean): Promise<void> {
    await renewSession(
      { ports, getVault: () => vault, getState: () => state, dispatch, askOtherTabs, wantRenewal },
      isAfterRestore,
    );
    await storeHeld();
  }

  function post(message: SessionMessage): void {
    ports.channel.post(message);
  }

  /** Deletes what is stored, in several attempts. Never rejects: a failure is told on the screen. */
  async function eraseStored(erase: (from: SessionVault) => Promise<void>): Promise<void> {
    const isMarked = ports.signOutMark.isSet();
    for (const delayMs of ERASURE_DELAYS_MS) {
      if (delayMs > 0) await wait(clock, delayMs);
      // Meanwhile somebody has signed in, in another tab: what was left is replaced.
      if (isMarked && !ports.signOutMark.isSet()) break;
      try {
        await erase(vault);
        dispatch({ type: 'erased' });
        return;
      } catch {
        // Again, or told below.
      }
    }
    dispatch({ type: isMarked && !ports.signOutMark.isSet() ? 'erased' : 'erasure-failed' });
  }

  /** Deletes what a sign-out has left behind. */
  async function eraseMarked(): Promise<void> {
    if (ports.signOutMark.isSet()) await eraseStored((from) => from.signOut());
    else dispatch({ type: 'erased' });
  }

  /** Writes what the vault could not write, as soon as it can. */
  async function storeHeld(): Promise<void> {
    if (isStoringHeld) return;
    isStoringHeld = true;
    for (let attempt = 0; vault.isHolding(); attempt += 1) {
      await wait(clock, Math.min(STORE_AGAIN_MS * 2 ** attempt, STORE_AGAIN_CAP_MS));
      if (isStopped) return;
      // Not beside a renewal, which changes what is to be written.
      await ports.withLock(() => vault.storeHeld()).catch(() => undefined);
    }
    isStoringHeld = false;
  }

  function storeNext(task: () => Promise<void>): void {
    storing = storing.then(task).catch(() => {
      // Storage that fails now fails at the next start too, and then nothing is restored from it.
    });
  }

  async function lookAtStored(): Promise<void> {
    try {
      const stored = await vault.read(null);
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
    if (!vault.isShared) return;
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
        if (vault.isHolding()) dispatch({ type: 'renewal-wanted-received', sessionId, generation });
        return;
      }
      case 'ended': {
        const { core, generation, rightIds } = message;
        dispatch({ type: 'heard-ended', core, generation, rightIds });
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
    const grant = grantOfMessage(message, clock) ?? (await readStoredGrant(vault, core, clock.nowMs));
    if (grant !== null) dispatch({ type: 'heard-grant', core, grant });
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
    vault = await ports.openVault((shared) => storeNext(() => moveInto(shared)));
    const { configured, signOutMark } = ports;
    const found = await findSession(vault, ports.tabStorage, clock.nowMs, configured);
    if (found.is === 'own') dispatch(found.event);
    // Another tab's session, unless that is closed already; a living one takes this tab in.
    if (found.is === 'somebody-elses') {
      await askOtherTabs(() => state.phase !== 'restoring', JOINING_PATIENCE_MS);
    }
    const isOfOtherService = found.is === 'other-service';
    const wasSignedOut = signOutMark.isSet();
    // Should deleting it fail, it must not be restored when the first service is back.
    if (isOfOtherService) signOutMark.set();
    if (found.is !== 'own') dispatch({ type: 'restore-failed', reason: reasonOf(found) });
    if (isOfOtherService) storeNext(() => eraseStored((from) => from.discard()));
    else if (wasSignedOut && vault.isShared) storeNext(eraseMarked);
  }

  function reasonOf(found: FoundSession): SignedOutReason {
    if (found.is !== 'other-service') return null;
    const { serviceAddress } = ports.configured;
    const worksWith = serviceAddress && boundService(serviceAddress, ports.configured);
    return { kind: 'service-changed', signedInTo: found.service, worksWith };
  }

  /** The shared vault is there at last: what this tab has kept in memory moves, and what stood there goes. */
  async function moveInto(shared: SessionVault): Promise<void> {
    // A renewal under way would store what it gets where nobody looks for it any more.
    await ports.withLock(async () => {
      if (isStopped || vault.isShared) return;
      const signedIn = signedInOf(state);
      const held = signedIn && (await vault.read(signedIn.core.tabSecret));
      const content = held?.status === 'live' ? held.content : null;
      if (signedIn === null || content === null) {
        vault = shared;
        // Of an ended session there is nothing to move; what stands there is somebody's of an earlier time.
        if (signedIn !== null) ports.signOutMark.set();
        if (ports.signOutMark.isSet()) await eraseStored((from) => from.discard());
        return;
      }
      const { tabSecret, isKept } = signedIn.core;
      const knownGeneration = newestGeneration(signedIn);
      const generation = await shared.replace({ tabSecret, isKept, content }, knownGeneration);
      vault = shared;
      const current = signedInOf(state);
      if (current === null) {
        // Signed out meanwhile, from the memory alone.
        ports.signOutMark.set();
        await eraseStored((from) => from.signOut());
      } else if (current.phase === 'active' && current.grant !== null) {
        dispatch({ type: 'signed-in', core: current.core, grant: { ...current.grant, generation } });
      }
    });
  }

  async function signIn(request: SignInRequest, options: { signal?: AbortSignal } = {}): Promise<void> {
    await restored;
    const result = await performSignIn(ports, request, options.signal);
    const receivedAtMs = clock.nowMs();
    if (options.signal?.aborted === true) throw new ServiceError({ kind: 'cancelled' });
    const core = coreOf(request, result);
    const { credentials, lifetimeMs, rightIds, secret } = result;
    const { identity, configured } = core;
    const content = { identity, configured, rightIds: rightIds && [...rightIds], secret };
    const generation = await storeSignIn({ tabSecret: core.tabSecret, isKept: core.isKept, content });
    const grant = { credentials, generation, receivedAtMs, lifetimeMs, rightIds };
    dispatch({ type: 'signed-in', core, grant });
  }

  async function storeSignIn(session: SessionToStore): Promise<number> {
    // A sign-out just before has to be done with.
    await storing;
    const signedIn = signedInOf(state);
    const knownGeneration = signedIn === null ? 0 : newestGeneration(signedIn);
    try {
      return await vault.replace(session, knownGeneration);
    } catch {
      // Storage fails after all: the session lives in this tab's memory alone, and what stands there must not come back.
      const shared = vault;
      ports.signOutMark.set();
      shared.discard().catch(() => undefined);
      vault = createMemoryVault();
      return vault.replace(session, knownGeneration);
    }
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
    const common = { identity: isSame ? previous.identity : identity, configured: ports.configured };
    if (request.keepSignedIn && vault.isShared) {
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
      return await vault.sealingKey({ sessionId: identity.sessionId, tabSecret }, purpose);
    } catch {
      return null;
    }
  }

  function authorize(request: CredentialRequest): Promise<SessionAuthorization> {
    const { refused } = request;
    if (refused !== null) {
      const { sessionId, generation } = refused;
      dispatch({ type: 'credentials-refused', sessionId, generation });
    }
    return waiters.wait(request);
  }
}

function signedInOf(state: MachineState): ActiveState | EndedState | null {
  return state.phase === 'active' || state.phase === 'ended' ? state : null;
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
