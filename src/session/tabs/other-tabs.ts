import { isStillBound } from '../machine/service-binding';
import {
  endedMessage,
  grantMessage,
  grantOfMessage,
  readMessage,
  type GrantMessage,
  type SentMessage,
  type SessionMessage,
} from './session-messages';
import { signedInOf } from '../machine/session-transitions';
import type { EndedState, Grant, MachineState, SessionCore, SessionEvent } from '../machine/session-model';
import type { SessionPorts } from '../vault/session-ports';
import type { SessionVault } from '../vault/session-vault';
import { readStoredGrant } from '../vault/stored-session';

/** The other tabs of this browser that share the session. Their messages become events here, and events here become messages. */
export interface OtherTabs {
  readonly shareGrant: (core: SessionCore, grant: Grant) => void;
  readonly shareEnded: (ended: EndedState) => void;
  /** The ID null means every session. It is used if tabs do not share one. */
  readonly shareSignOut: (sessionId: string | null) => void;
  /** Asks the tab that has a newer token than the stored one to renew the session. */
  readonly wantRenewal: (generation: number) => void;
  /** Asks the other tabs for their grant (the access token). Resolves when `hasArrived` returns true, or after `patienceMs`. */
  readonly ask: (hasArrived: () => boolean, patienceMs: number) => Promise<void>;
  /** Checks whether `ask` can resolve. Call it after every transition of the machine. */
  readonly checkArrivals: () => void;
  readonly stop: () => void;
}

export interface OtherTabsParts {
  readonly ports: Pick<SessionPorts, 'channel' | 'clock' | 'configured'>;
  readonly getVault: () => SessionVault;
  readonly getState: () => MachineState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly hasReachedLimit: (core: SessionCore) => boolean;
}

export function createOtherTabs(parts: OtherTabsParts): OtherTabs {
  const { ports, getVault, getState, dispatch, hasReachedLimit } = parts;
  const { channel, clock, configured } = ports;
  const arrivalChecks = new Set<() => void>();

  const stop = channel.listen((data) => {
    const message = readMessage(data);
    if (message !== null) receive(message);
  });

  function post(message: SentMessage): void {
    channel.post(message);
  }

  function receive(message: SessionMessage): void {
    if (message.type === 'signed-out') {
      dispatch({ type: 'signed-out-received', sessionId: message.sessionId });
      return;
    }
    // Without a shared vault, every tab has its own session.
    if (!getVault().isShared) return;
    if ('core' in message && !isOfThisService(message.core)) return;
    switch (message.type) {
      case 'hello':
        dispatch({ type: 'hello-received' });
        return;
      case 'grant':
        void receiveGrant(message);
        return;
      case 'renewal-wanted': {
        const { sessionId, generation } = message;
        if (getVault().isHolding()) dispatch({ type: 'renewal-wanted-received', sessionId, generation });
        return;
      }
      case 'ended': {
        const { core, generation, rightIds, endedBy } = message;
        dispatch({ type: 'ended-received', core, generation, rightIds, endedBy });
        return;
      }
    }
  }

  /** Whether a message is about the configured service. A page opened before a reconfiguration may still use another service. */
  function isOfThisService({ account, configured: then }: SessionCore): boolean {
    return isStillBound(account, then, configured);
  }

  async function receiveGrant(message: GrantMessage): Promise<void> {
    const { core } = message;
    const grant = grantOfMessage(message, clock) ?? (await readStoredGrant(getVault(), core, clock.nowMs));
    if (grant !== null && !hasReachedLimit(core)) dispatch({ type: 'grant-received', core, grant });
  }

  return {
    shareGrant: (core, grant) => {
      if (getVault().isShared) post(grantMessage(core, grant, clock));
    },
    shareEnded: (ended) => {
      if (getVault().isShared) post(endedMessage(ended));
    },
    shareSignOut: (sessionId) => post({ type: 'signed-out', sessionId }),
    wantRenewal: (generation) => {
      const sessionId = signedInOf(getState())?.core.account.sessionId;
      if (sessionId !== undefined) post({ type: 'renewal-wanted', sessionId, generation });
    },
    ask: (hasArrived, patienceMs) =>
      new Promise((resolve) => {
        const finish = () => {
          arrivalChecks.delete(check);
          cancel();
          resolve();
        };
        const check = () => {
          if (hasArrived()) finish();
        };
        const cancel = clock.after(patienceMs, finish);
        arrivalChecks.add(check);
        post({ type: 'hello' });
      }),
    checkArrivals: () => {
      for (const check of arrivalChecks) check();
    },
    stop,
  };
}
