import { wait } from '@/lib/base/clock';
import { endedSessionHeaders, isServerCustody, upstreamHeaders } from './machine/service-binding';
import type { MachineState, SessionCore, SessionEffect, SessionEvent } from './machine/session-model';
import { renewSession } from './session-renewal';
import type { OtherTabs } from './tabs/other-tabs';
import { dropKeptToken } from './token-request';
import type { SessionPorts } from './vault/session-ports';
import type { StoredSecret } from './vault/session-vault';
import type { VaultKeeper } from './vault/vault-keeper';

/** Runs the effects that the machine's transitions return. */
export interface Effects {
  readonly run: (effect: SessionEffect) => void;
  /** Resolves when the server has deleted the refresh token of a session that was signed out. */
  readonly dropped: () => Promise<void>;
}

export interface EffectsParts {
  readonly ports: SessionPorts;
  readonly keeper: VaultKeeper;
  readonly otherTabs: OtherTabs;
  readonly getState: () => MachineState;
  readonly dispatch: (event: SessionEvent) => void;
}

type EffectHandlers = {
  readonly [Effect in SessionEffect as Effect['type']]: (effect: Effect) => void;
};

/** The longest wait for storage to return the secret that a sign-out is about to delete. */
const SECRET_PATIENCE_MS = 1_000;

export function createEffects({ ports, keeper, otherTabs, getState, dispatch }: EffectsParts): Effects {
  const { getVault } = keeper;
  let dropping: Promise<void> = Promise.resolve();

  const handlers: EffectHandlers = {
    renew: ({ isAfterRestore }) => void renew(isAfterRestore),
    'look-at-stored': () => {
      if (getVault().isShared) void keeper.lookAtStored();
    },
    join: ({ core }) => {
      if (!getVault().isShared) return;
      if (core.isKept) ports.tabStorage.clear();
      else ports.tabStorage.write(core.tabSecret);
    },
    leave: () => ports.tabStorage.clear(),
    forget: ({ core }) => {
      const sessionId = getVault().isShared ? (core?.account.sessionId ?? null) : null;
      // `drop` must come first, because it reads the secret that the sign-out deletes.
      drop(core);
      const share = () => otherTabs.shareSignOut(sessionId);
      // `share` runs again after the sign-out: in the meantime, a third tab may have let another tab join the session.
      keeper.signOut(share);
      share();
    },
    'erase-again': () => keeper.eraseLeft(),
    'store-ended': ({ ended }) => keeper.storeEnded(ended),
    'share-grant': ({ core, grant }) => otherTabs.shareGrant(core, grant),
    'share-ended': ({ ended }) => otherTabs.shareEnded(ended),
  };

  async function renew(isAfterRestore: boolean): Promise<void> {
    await renewSession({ ports, getVault, getState, dispatch, otherTabs }, isAfterRestore);
    await keeper.storeHeld();
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

  /** Never rejects. Returns null if the secret cannot be read in time; the server's refresh token is then not deleted. */
  async function secretOf({ tabSecret }: SessionCore): Promise<StoredSecret | null> {
    const tooLate = wait(ports.clock, SECRET_PATIENCE_MS).then(() => null);
    return Promise.race([getVault().readSecret(tabSecret), tooLate]).catch(() => null);
  }

  return {
    run: (effect) => {
      // The compiler does not know that the handler found under an effect's type accepts that effect.
      const handle = handlers[effect.type] as (effect: SessionEffect) => void;
      handle(effect);
    },
    dropped: () => dropping,
  };
}
