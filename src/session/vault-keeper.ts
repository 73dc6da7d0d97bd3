import { wait } from '@/shared/http/clock';
import { createMemoryVault } from './memory-vault';
import { newestGeneration, signedInOf } from './session-machine';
import type { EndedState, MachineState, SessionCore, SessionEvent } from './session-model';
import type { SessionPorts } from './session-ports';
import type { SessionToStore, SessionVault, StoredContent, StoredSecret } from './session-vault';

/** The session's vault, and what is on its way into it or out of it: one task after the other, tried again. */
export interface VaultKeeper {
  /** Another one, when storage opens late or fails. */
  readonly getVault: () => SessionVault;
  /** To be called once, before anything else. */
  readonly open: () => Promise<void>;
  /** Resolves when everything asked for so far is done. Never rejects. */
  readonly settled: () => Promise<void>;
  /** Stores a session that begins now. Resolves to its generation. */
  readonly storeSignIn: (
    core: SessionCore,
    rightIds: readonly string[] | null,
    secret: StoredSecret | null,
  ) => Promise<number>;
  readonly storeEnded: (ended: EndedState) => void;
  /** Deletes what is stored, for every tab. Holds from this moment on, whatever becomes of the storage. */
  readonly signOut: (onDone: () => void) => void;
  /** Deletes what a person who has signed out does not want kept, beside the session. */
  readonly deleteRecords: (task: () => Promise<void>) => void;
  /** Deletes what is stored, and must not be restored, without telling any tab. */
  readonly discard: () => void;
  /** Deletes what a sign-out has left behind, if it has. */
  readonly eraseLeft: () => void;
  /** Writes what the vault could not write, as soon as it can. */
  readonly storeHeld: () => Promise<void>;
}

export interface VaultKeeperParts {
  readonly ports: SessionPorts;
  readonly getState: () => MachineState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly isStopped: () => boolean;
}

/** Before each attempt to delete what is stored. */
const ERASURE_DELAYS_MS = [0, 250, 1_000, 4_000];
/** Before what could not be written is tried again; doubles up to the cap. */
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
      // A sign-out just before has to be done with.
      await storing;
      const signedIn = signedInOf(getState());
      const knownGeneration = signedIn === null ? 0 : newestGeneration(signedIn);
      const session = toStore(core, contentOf(core, rightIds, secret));
      try {
        return await vault.replace(session, knownGeneration);
      } catch {
        // Storage fails after all: the session lives in this tab's memory alone.
        await abandon(vault);
        vault = createMemoryVault();
        return vault.replace(session, knownGeneration);
      }
    },
    storeEnded: ({ core, spentGeneration, rightIds, endedBy }) => {
      // A lock is not about the credentials: newer ones go as well.
      const generation = endedBy === 'service' ? spentGeneration : null;
      const session = toStore(core, contentOf(core, rightIds, null));
      storeNext(() => vault.markEnded(session, generation, endedBy));
    },
    signOut: (onDone) => {
      // Before anything can fail, or the page be closed.
      signOutMark.set();
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
      // Should deleting it fail, it must not be restored another time.
      signOutMark.set();
      storeNext(() => erase((from) => from.discard()));
    },
    eraseLeft: () =>
      storeNext(async () => {
        if (!vault.isShared) return;
        if (signOutMark.isSet()) await erase((from) => from.signOut());
        else dispatch({ type: 'erased' });
      }),
    storeHeld: async () => {
      if (isStoringHeld) return;
      isStoringHeld = true;
      for (let attempt = 0; vault.isHolding(); attempt += 1) {
        await wait(clock, Math.min(STORE_AGAIN_MS * 2 ** attempt, STORE_AGAIN_CAP_MS));
        if (isStopped()) return;
        // Not beside a renewal, which changes what is to be written.
        await ports.withLock(() => vault.storeHeld()).catch(() => undefined);
      }
      isStoringHeld = false;
    },
  };

  function storeNext(task: () => Promise<void>): void {
    storing = storing.then(task).catch(() => {
      // Storage that fails now fails at the next start too, and then nothing is restored from it.
    });
  }

  /** In several attempts. Never rejects: a failure is told on the screen. */
  async function erase(attempt: (from: SessionVault) => Promise<void>): Promise<void> {
    const isMarked = signOutMark.isSet();
    /** Meanwhile somebody has signed in, in another tab: what was left is replaced. */
    const isReplaced = () => isMarked && !signOutMark.isSet();
    const isDone = await untilDone(() => attempt(vault), isReplaced);
    dispatch({ type: isDone || isReplaced() ? 'erased' : 'erasure-failed' });
  }

  /** False where no attempt succeeded, or none is needed any more. */
  async function untilDone(task: () => Promise<void>, isNeedless: () => boolean): Promise<boolean> {
    for (const delayMs of ERASURE_DELAYS_MS) {
      if (delayMs > 0) await wait(clock, delayMs);
      if (isNeedless()) return false;
      try {
        await task();
        return true;
      } catch {
        // Again, or told by the caller.
      }
    }
    return false;
  }

  /** What stands in a vault that is of no use any more must not come back. */
  async function abandon(shared: SessionVault): Promise<void> {
    signOutMark.set();
    await shared.discard().catch(() => undefined);
  }

  /**
   * The shared vault is there at last: what this tab has kept in memory moves, and what stood there goes. Under the lock,
   * as a renewal under way would store what it gets where nobody looks for it any more.
   */
  async function moveInto(shared: SessionVault): Promise<void> {
    if (isStopped() || vault.isShared) return;
    const signedIn = signedInOf(getState());
    const stored = signedIn === null ? null : await vault.read(signedIn.core.tabSecret);
    const content = stored?.status === 'live' ? stored.content : null;
    if (signedIn === null || content === null) {
      vault = shared;
      // Of an ended session there is nothing to move; what stands there is somebody's of an earlier time.
      if (signedIn !== null) signOutMark.set();
      if (signOutMark.isSet()) await erase((from) => from.discard());
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
      // Signed out meanwhile, from the memory alone.
      signOutMark.set();
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
  { identity, configured, signedInAtMs }: SessionCore,
  rightIds: readonly string[] | null,
  secret: StoredSecret | null,
): StoredContent {
  return { identity, configured, signedInAtMs, rightIds: rightIds && [...rightIds], secret };
}
