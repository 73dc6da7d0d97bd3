import type { TokenFacts } from '@/contract/token.schema';
import { ServiceError } from '@/ui/http/service-error';
import { createListeners } from '@/lib/base/listeners';
import type { ConnectionReport } from './connection-check';
import {
  createCredentialRequests,
  type CredentialRequest,
  type SessionAuthorization,
} from './credential-requests';
import { isServerCustody, type ConfiguredDialect, type LoadedDescription } from './machine/service-binding';
import { createMachineRunner } from './machine/machine-runner';
import { createSessionLimits, type LimitSettings } from './machine/session-limits';
import type { MachineState, SessionCore, Transition } from './machine/session-model';
import type { Account, SessionState } from './machine/session-state';
import { signedInOf } from './machine/session-transitions';
import { viewOf } from './machine/session-view';
import { createOwnedCalls } from './owned-calls';
import { createEffects } from './run-effects';
import { createServiceClient, type ServiceClient } from './service-client';
import { createSessionTimers } from './session-timers';
import { performSignIn, sessionCoreOf, type SignInRequest } from './sign-in';
import { createOtherTabs } from './tabs/other-tabs';
import type { SessionPorts } from './vault/session-ports';
import { findSession } from './vault/stored-session';
import { createVaultKeeper } from './vault/vault-keeper';

/** The session of this page: who is signed in, and the client that calls the service for that account. */
export interface Session {
  /** Returns the session as screens see it: the same object until it changes. */
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly restored: Promise<void>;
  /** Rejects like `performSignIn`, without changing the state. The password is not stored. */
  readonly signIn: (request: SignInRequest, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /** Signs the same account in again after the session has ended; its pending requests then continue. Rejects like `signIn`. */
  readonly signInAgain: (password: string, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /**
   * Signs out in all tabs. The state changes at once; the promise resolves when storage is cleared as well. `deleteRecords`
   * deletes the account's records. It is called when no screen writes records any more, and again if it rejects.
   */
  readonly signOut: (deleteRecords?: () => Promise<void>) => Promise<void>;
  /** Finds out why a service at a valid address cannot be reached. Rejects with the signal's reason. */
  readonly checkConnection: (serviceAddress: string, signal: AbortSignal) => Promise<ConnectionReport>;
  readonly client: ServiceClient;
  /** The description of their own with which the page was loaded for the signed-in person; null if there is none. */
  readonly ownDescription: () => LoadedDescription | null;
  /** Whether a server keeps sign-ins, so that it passes on only the calls that it knows. */
  readonly isServerCustody: boolean;
  /** What may be told of the newest token that this page has got; null if another page has got it. */
  readonly tokenFacts: () => TokenFacts | 'api-key' | null;
  /**
   * Returns a key (AES-GCM, not extractable) that encrypts stored data of this session. Each purpose has its own key, which
   * is the same in every tab and after a reload. A sign-out or another account's sign-in destroys it. If the result is null
   * (no user is signed in, or the browser lacks such keys), store nothing.
   */
  readonly sealingKey: (purpose: string) => Promise<CryptoKey | null>;
  /** The times after which the password is asked for again. */
  readonly limits: LimitSettings;
  /**
   * Calls back when the session is restored and when the account changes (null: no user), but not when the same account
   * signs in again. Listeners can clear caches: screens and requests of the next account come later.
   */
  readonly onAccountChange: (listener: (sessionId: string | null) => void) => () => void;
  /** Stops all timers and listeners. The state does not change. */
  readonly stop: () => void;
}

/** The longest wait for an open tab to let a new tab join its session. A later reply still works, on the sign-in screen. */
const JOINING_PATIENCE_MS = 400;

export function createSession(given: SessionPorts): Session {
  let facts: TokenFacts | null = null;
  const ports: SessionPorts = {
    ...given,
    onToken: (next) => {
      facts = next;
      given.onToken?.(next);
    },
  };
  const { clock } = ports;
  let view: SessionState = { status: 'restoring' };
  const listeners = createListeners();
  const accountListeners = createListeners<[sessionId: string | null]>();
  const machine = createMachineRunner(onTransition);
  const { getState, dispatch } = machine;
  const credentials = createCredentialRequests(getState, clock.nowMs, () =>
    dispatch({ type: 'credentials-needed', nowMs: clock.nowMs() }),
  );
  const limits = createSessionLimits(clock, ports.limits, ports.lastUse);
  const keeper = createVaultKeeper({ ports, ...machine });
  const { getVault } = keeper;
  const clientIn = (dialect: ConfiguredDialect) =>
    createServiceClient({
      fetch: ports.fetch,
      clock,
      tracing: ports.tracing,
      random: ports.random,
      dialect,
      authorize,
      authorizeNow: () => {
        timers.enforceLimits();
        return credentials.available();
      },
    });
  const ownDescription = (): LoadedDescription | null => {
    const own = ports.ownDescription ?? null;
    return own !== null && own.sessionId === visibleSessionIdOf(getState()) ? own : null;
  };
  const calls = createOwnedCalls(clientByPerson());
  const hasReachedLimit = (core: SessionCore) => limits.reached(core) !== null;
  const otherTabs = createOtherTabs({ ports, getVault, getState, dispatch, hasReachedLimit });
  const timers = createSessionTimers({ ports, limits, getState, dispatch });
  const effects = createEffects({ ports, keeper, otherTabs, getState, dispatch });
  const restored = restore();

  return {
    getState: () => view,
    subscribe: listeners.subscribe,
    restored,
    signIn,
    signInAgain: async (password, options) => {
      const state = getState();
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
      // The check is loaded on demand, because it is seldom needed.
      const { checkConnection } = await import('./connection-check');
      return checkConnection({ ...ports, isNetworkUp: () => getState().isNetworkUp }, serviceAddress, signal);
    },
    client: calls.client,
    ownDescription,
    isServerCustody: isServerCustody(ports.configured),
    tokenFacts: () => (signedInOf(getState())?.core.account.method === 'api-key' ? 'api-key' : facts),
    sealingKey: async (purpose) => {
      await restored;
      return keeper.sealingKey(purpose);
    },
    limits: ports.limits,
    onAccountChange: accountListeners.subscribe,
    stop: () => {
      machine.stop();
      timers.stop();
      otherTabs.stop();
    },
  };

  /** Returns the client of the configured service, which calls it in the dialect of the person who has a description of their own. */
  function clientByPerson(): ServiceClient {
    const configured = clientIn(ports.dialect);
    const dialect = ports.ownDescription?.dialect ?? null;
    if (dialect === null) return configured;
    const own = clientIn(dialect);
    const current = () => (ownDescription() === null ? configured : own);
    return {
      get dialect() {
        return current().dialect;
      },
      send: async (endpoint, input, options) => current().send(endpoint, input, options),
      receive: async (endpoint, input, options) => current().receive(endpoint, input, options),
      exchange: configured.exchange,
      openEventStream: configured.openEventStream,
    };
  }

  /** Passes a transition to all parts. The order matters: caches are cleared before requests can continue. */
  function onTransition(before: MachineState, after: Transition): void {
    followAccount(before, after.state);
    for (const effect of after.effects) effects.run(effect);
    publish();
    credentials.settle();
    otherTabs.checkArrivals();
    timers.scheduleTick();
  }

  function followAccount(before: MachineState, after: MachineState): void {
    const sessionIdBefore = visibleSessionIdOf(before);
    const sessionIdAfter = visibleSessionIdOf(after);
    const isKnownAtLast = before.phase === 'restoring' && after.phase !== 'restoring';
    if (!isKnownAtLast && sessionIdBefore === sessionIdAfter) return;
    if (sessionIdBefore !== null) calls.abortAll();
    const account = signedInOf(after)?.core.account ?? null;
    ports.claimBelongings(account === null ? null : accountText(account));
    accountListeners.notify(sessionIdAfter);
  }

  function publish(): void {
    const next = viewOf(getState(), view, clock);
    if (next === view) return;
    view = next;
    listeners.notify();
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
    // The session belongs to another tab. If that tab is still open, it lets this tab join.
    if (found.kind === 'somebody-elses') {
      await otherTabs.ask(() => getState().phase !== 'restoring', JOINING_PATIENCE_MS);
    }
    dispatch({ type: 'restore-failed', reason: found.kind === 'refused' ? found.reason : null });
    if (found.kind === 'refused') keeper.discard();
    else if (signOutMark.read() !== null) keeper.eraseLeft();
  }

  async function signIn(request: SignInRequest, options: { signal?: AbortSignal } = {}): Promise<void> {
    await restored;
    // The server may still be deleting a token, and could delete the token of this sign-in instead.
    await effects.dropped();
    const result = await performSignIn(ports, request, options.signal);
    const receivedAtMs = clock.nowMs();
    if (options.signal?.aborted === true) throw new ServiceError({ kind: 'cancelled' });
    const core = sessionCoreOf(request, result, {
      ports,
      previous: signedInOf(getState())?.core ?? null,
      isVaultShared: getVault().isShared,
    });
    const { lifetimeMs, rightIds, secret } = result;
    const generation = await keeper.storeSignIn(core, rightIds, secret);
    const grant = { credentials: result.credentials, generation, receivedAtMs, lifetimeMs, rightIds };
    dispatch({ type: 'signed-in', core, grant });
  }

  function authorize(request: CredentialRequest): Promise<SessionAuthorization> {
    timers.enforceLimits();
    const { refused } = request;
    if (refused !== null) {
      const { sessionId, generation } = refused;
      dispatch({ type: 'credentials-refused', sessionId, generation });
    }
    return credentials.request(request);
  }
}

/** Returns a text that is the same for accounts that `isSameAccount` considers the same. */
function accountText(account: Account): string {
  const { serviceAddress, service, clientId, method, userName, displayName } = account;
  return JSON.stringify([serviceAddress, service, clientId, method, userName, displayName]);
}

function visibleSessionIdOf(state: MachineState): string | null {
  return signedInOf(state)?.visibleSessionId ?? null;
}
