import { ServiceError } from '@/shared/http/service-error';
import {
  createCredentialWaiters,
  type CredentialRequest,
  type SessionAuthorization,
} from './credential-waiters';
import { createServiceClient, type ServiceClient } from './service-client';
import {
  initialState,
  isSamePerson,
  newestGeneration,
  nextDueMs,
  transition,
  type Grant,
  type MachineState,
  type SessionCore,
  type SessionEffect,
  type SessionEvent,
} from './session-machine';
import {
  grantMessage,
  grantOfMessage,
  readMessage,
  type GrantMessage,
  type SessionMessage,
} from './session-messages';
import type { SessionPorts } from './session-ports';
import { renewSession } from './session-renewal';
import type { SessionState } from './session-state';
import { createMemoryVault, type SessionVault, type StoredSession } from './session-vault';
import { viewOf } from './session-view';
import { performSignIn, type SignInRequest, type SignInResult } from './sign-in';

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
  /** Calls the service as whoever is signed in. */
  readonly client: ServiceClient;
  /** Credentials for a client that runs elsewhere (a worker). Never keep them. */
  readonly authorize: (request: CredentialRequest) => Promise<SessionAuthorization>;
  /**
   * Calls back when the person changes (null: nobody), before any screen learns of it and before any request of the
   * next person is sent: the moment to empty caches. Not called when the same person signs in again.
   */
  readonly onIdentityChange: (listener: (sessionId: string | null) => void) => () => void;
  /** Ends all timers and listeners. The state stays as it is. */
  readonly stop: () => void;
}

/** The tab secret of sessions that outlive their tabs: none, as nothing in the tab has to be known. */
const KEPT_TAB_SECRET = '';
/** Time is looked at this often at least: a timer set for longer may be late after sleep. */
const LONGEST_TICK_MS = 15_000;
/** For a living tab to take a new one in. One that answers later is heard too, on the sign-in screen. */
const JOINING_PATIENCE_MS = 400;

export function createSession(ports: SessionPorts): Session {
  const { clock } = ports;
  let state: MachineState = initialState;
  let view: SessionState = { status: 'restoring' };
  let vault: SessionVault = createMemoryVault();
  /** The calls on their way, for whoever is signed in now. */
  let inFlight = new Set<AbortController>();
  let isStopped = false;
  let stopTick: (() => void) | null = null;
  let storing: Promise<void> = Promise.resolve();
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
    client: clientOfSession(),
    authorize,
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
    if (sessionIdBefore !== sessionIdAfter) {
      // What is on its way for somebody else must not arrive.
      if (sessionIdBefore !== null) {
        const orphaned = inFlight;
        inFlight = new Set();
        for (const controller of orphaned) controller.abort();
      }
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
        void renewSession(
          { ports, vault, getState: () => state, dispatch, askOtherTabs },
          effect.isAfterRestore,
        );
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
        post({ type: 'signed-out', sessionId });
        storeNext(async () => {
          await vault.signOut();
          // Again, for a tab that was taken in by a third one between the first time and now.
          post({ type: 'signed-out', sessionId });
        });
        return;
      }
      case 'store-ended': {
        const { core, spentGeneration, rightIds } = effect.ended;
        const content = { identity: core.identity, rightIds: rightIds && [...rightIds], secret: null };
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

  function post(message: SessionMessage): void {
    ports.channel.post(message);
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
    switch (message.type) {
      case 'hello':
        dispatch({ type: 'heard-hello' });
        return;
      case 'grant':
        void hearGrant(message);
        return;
      case 'ended': {
        const { core, generation, rightIds } = message;
        dispatch({ type: 'heard-ended', core, generation, rightIds });
        return;
      }
    }
  }

  async function hearGrant(message: GrantMessage): Promise<void> {
    const { core } = message;
    const grant = grantOfMessage(message, clock) ?? (await grantInVault(core));
    if (grant !== null) dispatch({ type: 'heard-grant', core, grant });
  }

  async function grantInVault({ identity, tabSecret }: SessionCore): Promise<Grant | null> {
    try {
      const stored = await vault.read(tabSecret);
      return stored?.sessionId === identity.sessionId ? grantWithoutRenewal(stored) : null;
    } catch {
      return null;
    }
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
    vault = await ports.openVault();
    const stored = await readStored();
    if (stored === null || stored.status === 'signed-out' || stored.isExpired) {
      dispatch({ type: 'restore-failed' });
    } else if (stored.content === null) {
      // Another tab's session, unless it is closed already; a living one takes this tab in.
      await askOtherTabs(() => state.phase !== 'restoring', JOINING_PATIENCE_MS);
      dispatch({ type: 'restore-failed' });
    } else {
      const { generation, isKept, status, content, tabSecret } = stored;
      dispatch({
        type: 'restored',
        core: { identity: content.identity, isKept, tabSecret },
        generation,
        rightIds: content.rightIds,
        isEnded: status === 'ended',
        grant: grantWithoutRenewal(stored),
      });
    }
  }

  async function readStored(): Promise<(StoredSession & { tabSecret: string }) | null> {
    if (!vault.isShared) return null;
    try {
      const tabSecret = ports.tabStorage.read() ?? KEPT_TAB_SECRET;
      const stored = await vault.read(tabSecret);
      if (stored === null || stored.content !== null || tabSecret === KEPT_TAB_SECRET) {
        return stored && { ...stored, tabSecret };
      }
      // This tab's own session is gone; another that is kept may stand in its place.
      const kept = await vault.read(KEPT_TAB_SECRET);
      return kept && { ...kept, tabSecret: KEPT_TAB_SECRET };
    } catch {
      return null;
    }
  }

  function grantWithoutRenewal({ content, generation }: StoredSession): Grant | null {
    if (content?.secret?.kind !== 'api-key') return null;
    const { userName } = content.identity;
    return {
      credentials: { kind: 'api-key', userName, password: content.secret.password },
      generation,
      receivedAtMs: clock.nowMs(),
      lifetimeMs: null,
      rightIds: null,
    };
  }

  async function signIn(request: SignInRequest, options: { signal?: AbortSignal } = {}): Promise<void> {
    await restored;
    const result = await performSignIn(ports, request, options.signal);
    const receivedAtMs = clock.nowMs();
    const core = coreOf(request, result);
    const { credentials, lifetimeMs, rightIds, secret } = result;
    const content = { identity: core.identity, rightIds: rightIds && [...rightIds], secret };
    if (options.signal?.aborted === true) throw new ServiceError({ kind: 'cancelled' });
    const generation = await storeSignIn(core, content);
    dispatch({
      type: 'signed-in',
      core,
      grant: { credentials, generation, receivedAtMs, lifetimeMs, rightIds },
    });
  }

  async function storeSignIn(
    core: SessionCore,
    content: Parameters<SessionVault['replace']>[0]['content'],
  ): Promise<number> {
    await storing;
    const session = { tabSecret: core.tabSecret, isKept: core.isKept, content };
    try {
      return await vault.replace(session, knownGeneration());
    } catch {
      // Storage fails after all: the session lives in this tab's memory alone.
      vault = createMemoryVault();
      return vault.replace(session, knownGeneration());
    }
  }

  function knownGeneration(): number {
    return state.phase === 'active' || state.phase === 'ended' ? newestGeneration(state) : 0;
  }

  /** The same person at the same place goes on with the session there is; anybody else gets a new one. */
  function coreOf(request: SignInRequest, result: SignInResult): SessionCore {
    const isKept = request.keepSignedIn && vault.isShared;
    const identity = {
      serviceAddress: result.serviceAddress,
      clientId: request.clientId,
      userName: request.userName,
      displayName: result.displayName,
      method: request.method,
      sessionId: ports.randomId(),
    };
    const previous = state.phase === 'active' || state.phase === 'ended' ? state.core : null;
    const isSame = previous !== null && isSamePerson(previous.identity, identity);
    return {
      identity: isSame ? previous.identity : identity,
      isKept,
      tabSecret: isKept
        ? KEPT_TAB_SECRET
        : isSame && !previous.isKept
          ? previous.tabSecret
          : ports.randomId() + ports.randomId(),
    };
  }

  function authorize(request: CredentialRequest): Promise<SessionAuthorization> {
    const { refused } = request;
    if (refused !== null) {
      const { sessionId, generation } = refused;
      dispatch({ type: 'credentials-refused', sessionId, generation });
    }
    return waiters.wait(request);
  }

  function clientOfSession(): ServiceClient {
    const client = createServiceClient({ fetch: ports.fetch, clock, random: ports.random, authorize });
    return {
      send: async (endpoint, input, options = {}) => {
        const owner = inFlight;
        const { signal } = options;
        const controller = new AbortController();
        const cancel = () => controller.abort();
        owner.add(controller);
        if (signal?.aborted === true) cancel();
        else signal?.addEventListener('abort', cancel, { once: true });
        try {
          return await client.send(endpoint, input, { ...options, signal: controller.signal });
        } catch (error) {
          // The caller did not cancel; the person it asked for is gone.
          const isOrphaned = owner !== inFlight && signal?.aborted !== true;
          throw isOrphaned ? new ServiceError({ kind: 'unauthenticated' }) : error;
        } finally {
          owner.delete(controller);
          signal?.removeEventListener('abort', cancel);
        }
      },
    };
  }
}

function visibleSessionIdOf(state: MachineState): string | null {
  return state.phase === 'active' || state.phase === 'ended' ? state.visibleSessionId : null;
}

function added<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => {
    set.delete(item);
  };
}
