import { wait } from '@/lib/base/clock';
import { createMemoryVault } from './memory-vault';
import { newestGeneration, signedInOf } from '../machine/session-transitions';
import type { EndedState, MachineState, SessionCore, SessionEvent } from '../machine/session-model';
import type { SessionPorts } from './session-ports';
import type { SessionToStore, SessionVault, StoredContent, StoredSecret } from './session-vault';

/** The session's vault, and a queue of the tasks that write to it. The tasks run one after the other and are retried. */
export interface VaultKeeper {
  /** Returns the current vault. It is replaced if storage opens late or fails. */
  readonly getVault: () => SessionVault;
  /** Opens the vault. Call it once, before anything else. */
  readonly open: () => Promise<void>;
  /** Resolves when all tasks in the queue are done. Never rejects. */
  readonly settled: () => Promise<void>;
  /** Stores a new session. Resolves to its generation, the number of its token. */
  readonly storeSignIn: (
    core: SessionCore,
    rightIds: readonly string[] | null,
    secret: StoredSecret | null,
  ) => Promise<number>;
  readonly storeEnded: (ended: EndedState) => void;
  /** Deletes the stored session for every tab. The session is signed out immediately, even if storage fails. */
  readonly signOut: (onDone: () => void) => void;
  /** Deletes the records of an account that has signed out, if the user asked for it. */
  readonly deleteRecords: (task: () => Promise<void>) => void;
  /** Deletes a stored session that must not be restored. Other tabs are not notified. */
  readonly discard: () => void;
  /** Deletes a session that an earlier sign-out could not delete. */
  readonly eraseLeft: () => void;
  /** Writes the newest generation, if the vault could not write it before, as soon as storage works. */
  readonly storeHeld: () => Promise<void>;
  /** Reads the stored session without the lock, and dispatches it. Never rejects. */
  readonly lookAtStored: () => Promise<void>;
  readonly sealingKey: (purpose: string) => Promise<CryptoKey | null>;
}

export interface VaultKeeperParts {
  readonly ports: SessionPorts;
  readonly getState: () => MachineState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly isStopped: () => boolean;
}

const ERASURE_DELAYS_MS = [0, 250, 1_000, 4_000];
/** The delay before the next attempt to write. It doubles after each attempt, up to the cap. */
const STORE_AGAIN_MS = 2_000;
const STORE_AGAIN_CAP_MS = 60_000;

export function createVaultKeeper({ ports, getState, dispatch, isStopped }: VaultKeeperParts): VaultKeeper {
  const { clock, signOutMark, lastUse } = ports;
  let vault: SessionVault = createMemoryVault();
  let storing: Promise<void> = Promise.resolve();
  let isStoringHeld = false;

  return {
    getVault: () => vault,
    open: async () => {
      vault = await ports.openVault((shared) => storeNext(() => ports.withLock(() => moveInto(shared))));
    },
    settled: () => storing,
    storeSignIn: async (core, rightIds, secret) => {
      // A sign-out that was started before has to finish first.
      await storing;
      const signedIn = signedInOf(getState());
      const knownGeneration = signedIn === null ? 0 : newestGeneration(signedIn);
      const session = toStore(core, contentOf(core, rightIds, secret));
      try {
        return await vault.replace(session, knownGeneration);
      } catch {
        // Storage fails, so the session is kept only in this tab's memory.
        await abandon(vault);
        vault = createMemoryVault();
        return vault.replace(session, knownGeneration);
      }
    },
    storeEnded: ({ core, spentGeneration, rightIds, endedBy }) => {
      // A lock ends the session whatever its generation: newer credentials are deleted, too.
      const generation = endedBy === 'service' ? spentGeneration : null;
      const session = toStore(core, contentOf(core, rightIds, null));
      storeNext(() => vault.markEnded(session, generation, endedBy));
    },
    signOut: (onDone) => {
      // The sign-out mark is written first, so that it exists even if later steps fail or the page is closed.
      signOutMark.write(true);
      lastUse.clear();
      storeNext(async () => {
        await erase((from) => from.signOut());
        onDone();
      });
    },
    deleteRecords: (task) =>
      storeNext(async () => {
        const isDone = await untilDone(task, () => false);
        if (!isDone) dispatch({ type: 'records-left' });
      }),
    discard: () => {
      // The sign-out mark prevents restoring the session even if deleting it fails.
      signOutMark.write(true);
      storeNext(() => erase((from) => from.discard()));
    },
    eraseLeft: () =>
      storeNext(async () => {
        if (!vault.isShared) return;
        if (signOutMark.read() !== null) await erase((from) => from.signOut());
        else dispatch({ type: 'erased' });
      }),
    storeHeld: async () => {
      if (isStoringHeld) return;
      isStoringHeld = true;
      for (let attempt = 0; vault.isHolding(); attempt += 1) {
        await wait(clock, Math.min(STORE_AGAIN_MS * 2 ** attempt, STORE_AGAIN_CAP_MS));
        if (isStopped()) return;
        // The lock prevents a renewal in the meantime, which would change what has to be written.
        await ports.withLock(() => vault.storeHeld()).catch(() => undefined);
      }
      isStoringHeld = false;
    },
    lookAtStored: async () => {
      try {
        const stored = await vault.read(null);
        dispatch({ type: 'stored-session-seen', stored });
      } catch {
        // Reading failed. The next renewal reads again.
      }
    },
    sealingKey: async (purpose) => {
      const core = signedInOf(getState())?.core ?? null;
      if (core === null) return null;
      const { account, tabSecret } = core;
      try {
        return await vault.sealingKey({ sessionId: account.sessionId, tabSecret }, purpose);
      } catch {
        return null;
      }
    },
  };

  function storeNext(task: () => Promise<void>): void {
    storing = storing.then(task).catch(() => {
      // The error is ignored: storage that fails now probably fails at the next start as well, so nothing is restored from it.
    });
  }

  /** Deletes the session in several attempts. Never rejects: the screen reports a failure. */
  async function erase(attempt: (from: SessionVault) => Promise<void>): Promise<void> {
    const isMarked = signOutMark.read() !== null;
    /** Whether a sign-in in another tab has replaced the stored session in the meantime. */
    const isReplaced = () => isMarked && signOutMark.read() === null;
    const isDone = await untilDone(() => attempt(vault), isReplaced);
    dispatch({ type: isDone || isReplaced() ? 'erased' : 'erasure-failed' });
  }

  /** Repeats a task until it succeeds. Resolves to false if all attempts failed, or if the task is no longer needed. */
  async function untilDone(task: () => Promise<void>, isNeedless: () => boolean): Promise<boolean> {
    for (const delayMs of ERASURE_DELAYS_MS) {
      if (delayMs > 0) await wait(clock, delayMs);
      if (isNeedless()) return false;
      try {
        await task();
        return true;
      } catch {
        // The next attempt follows. After the last one, the caller reports the failure.
      }
    }
    return false;
  }

  /** Makes sure that the content of a vault that is no longer used is not restored. */
  async function abandon(shared: SessionVault): Promise<void> {
    signOutMark.write(true);
    await shared.discard().catch(() => undefined);
  }

  /** Moves this tab's session to a vault that opened late. The lock prevents renewals from writing to the old vault. */
  async function moveInto(shared: SessionVault): Promise<void> {
    if (isStopped() || vault.isShared) return;
    const signedIn = signedInOf(getState());
    const stored = signedIn === null ? null : await vault.read(signedIn.core.tabSecret);
    const content = stored?.status === 'live' ? stored.content : null;
    if (signedIn === null || content === null) {
      vault = shared;
      // A session that has ended is not moved. The stored session is an older one and is deleted.
      if (signedIn !== null) signOutMark.write(true);
      if (signOutMark.read() !== null) await erase((from) => from.discard());
      return;
    }
    const session = toStore(signedIn.core, content);
    let generation;
    try {
      generation = await shared.replace(session, newestGeneration(signedIn));
    } catch {
      return abandon(shared);
    }
    vault = shared;
    const current = signedInOf(getState());
    if (current === null) {
      // The user has signed out in the meantime, which deleted only the copy in memory.
      signOutMark.write(true);
      await erase((from) => from.signOut());
    } else if (current.phase === 'active' && current.grant !== null) {
      dispatch({ type: 'signed-in', core: current.core, grant: { ...current.grant, generation } });
    }
  }
}

function toStore({ tabSecret, isKept }: SessionCore, content: StoredContent): SessionToStore {
  return { tabSecret, isKept, content };
}

function contentOf(
  { account, configured, signedInAtMs }: SessionCore,
  rightIds: readonly string[] | null,
  secret: StoredSecret | null,
): StoredContent {
  return { account, configured, signedInAtMs, rightIds: rightIds && [...rightIds], secret };
}
