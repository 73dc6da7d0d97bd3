import type { Dialect } from '@/contract/dialect';
import { createMemoryVault } from '@/session/vault/memory-vault';
import type { Rights } from '@/session/rights/rights';
import { parseServiceAddress } from '@/session/machine/service-address';
import type { ServiceClient } from '@/session/service-client';
import { createSession, type Session } from '@/session/session';
import type { SessionPorts } from '@/session/vault/session-ports';
import type { Account } from '@/session/machine/session-state';
import { SignInInputError, type SignInRequest } from '@/session/sign-in';
import type { Clock } from '@/lib/base/clock';
import type { RetryUntilDone } from '@/ui/http/retry-until-done';
import { ServiceError } from '@/ui/http/service-error';
import { randomId } from '@/lib/base/random-id';
import { CommandError } from '../command-problem';
import { shownAddress } from '../shown-text';
import { isCertificateCode, type Network } from './network';

export interface SignedIn {
  readonly client: ServiceClient;
  readonly tokenFacts: Session['tokenFacts'];
  readonly account: Account;
  readonly rights: Rights;
  /** Rejects with CommandError once the service accepts neither the session nor a new sign-in. */
  readonly ended: Promise<never>;
  readonly stop: () => void;
}

export interface SignInPorts {
  readonly network: Network;
  /** How the service writes its messages if they differ from the contract; null if they do not. */
  readonly dialect: Dialect | null;
  readonly clock: Clock;
  readonly retryUntilDone: RetryUntilDone['retryUntilDone'];
  readonly signal: AbortSignal;
}

/** If the service ends a session sooner than this after the sign-in, the command concludes that it no longer accepts the account. */
const SHORTEST_SESSION_MS = 60_000;

/** Signs in, renews tokens before they expire, and signs in again if the service ends the session. Rejects with CommandError. */
export async function signIn(request: SignInRequest, ports: SignInPorts): Promise<SignedIn> {
  const { clock, signal } = ports;
  const parsed = parseServiceAddress(request.serviceAddress, null);
  if (!parsed.ok) {
    throw new CommandError({ kind: 'bad-service', address: shownAddress(request.serviceAddress) });
  }
  const session = createSession(sessionPorts(ports, parsed.address));
  try {
    await ports.retryUntilDone(() => session.signIn(request, { signal }).catch(rethrown), signal);
  } catch (error) {
    session.stop();
    throw signInError(error);
  }
  const state = session.getState();
  if (state.status !== 'signed-in') throw new CommandError({ kind: 'wrong-credentials' });

  let signedInAtMs = clock.nowMs();
  let isSigningIn = false;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Calls that wait for `ended` report its rejection. When no call waits, the rejection would count as unhandled without this.
  ended.catch(() => undefined);
  const unsubscribe = session.subscribe(() => {
    if (session.getState().status !== 'ended' || isSigningIn) return;
    if (clock.nowMs() - signedInAtMs < SHORTEST_SESSION_MS) {
      fail(new CommandError({ kind: 'session-ended' }));
      return;
    }
    void signInAgain();
  });
  return {
    client: session.client,
    tokenFacts: session.tokenFacts,
    account: state.account,
    rights: state.rights,
    ended,
    stop: () => {
      unsubscribe();
      session.stop();
    },
  };

  async function signInAgain(): Promise<void> {
    isSigningIn = true;
    try {
      await ports.retryUntilDone(() => session.signInAgain(request.password, { signal }), signal);
      signedInAtMs = clock.nowMs();
    } catch {
      fail(new CommandError({ kind: 'session-ended' }));
    } finally {
      isSigningIn = false;
    }
  }

  /** Ends the run if the first connection fails, since a wrong address or certificate is likelier than a lost network. */
  function rethrown(error: unknown): never {
    if (error instanceof ServiceError && error.failure.kind === 'unreachable' && error.status === null) {
      const code = ports.network.problemCode();
      throw new CommandError(
        isCertificateCode(code)
          ? { kind: 'certificate', code }
          : {
              kind: 'unreachable',
              address: parsed.ok ? parsed.address : request.serviceAddress,
              code: code ?? '',
            },
      );
    }
    throw error;
  }
}

function signInError(error: unknown): unknown {
  if (error instanceof SignInInputError) return new CommandError({ kind: 'bad-user-name' });
  if (error instanceof ServiceError && error.failure.kind === 'unauthenticated') {
    return new CommandError({ kind: 'wrong-credentials' });
  }
  return error;
}

/** Returns the ports of a session for a process, in which nothing is stored or shared with other tabs. */
function sessionPorts({ network, dialect, clock }: SignInPorts, serviceAddress: string): SessionPorts {
  const nothingStored = { read: () => null, write: () => undefined, clear: () => undefined };
  return {
    configured: { serviceAddress, isFixed: true, upstreamAddress: null },
    dialect,
    fetch: network.fetch,
    clock,
    // Trace headers may be sent to any address, because CORS does not apply outside a browser.
    tracing: { reaches: () => true, randomId },
    random: Math.random,
    randomId,
    openVault: async () => createMemoryVault(),
    signOutMark: nothingStored,
    withLock: (task) => task(),
    channel: { post: () => undefined, listen: () => () => undefined },
    tabStorage: nothingStored,
    claimBelongings: () => undefined,
    holdsBelongings: () => false,
    limits: { idleMs: null, maxAgeMs: Infinity },
    lastUse: nothingStored,
    watchUse: () => () => undefined,
    watchPage: () => () => undefined,
  };
}
