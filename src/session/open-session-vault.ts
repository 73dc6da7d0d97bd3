import { wait, type Clock } from '@/shared/http/clock';
import { openSealedStore, type SealedStore } from '@/shared/storage/sealed-store';
import { createMemoryVault } from './memory-vault';
import { createSealedVault } from './sealed-vault';
import type { SessionVault } from './session-vault';
import type { SignOutMark } from './sign-out-mark';

interface VaultPorts {
  readonly clock: Clock;
  readonly signOutMark: SignOutMark;
}

/** Longer than most browsers take to open a database; nobody waits longer to see the sign-in screen. */
const OPENING_TIMEOUT_MS = 3_000;

/**
 * The shared vault where the browser allows it, else the one in memory. Never rejects. `onLate` is called with the
 * shared one where that takes longer than anybody waits for it.
 */
export function openSessionVault(
  ports: VaultPorts,
  installationSecret: string | null,
  onLate: (vault: SessionVault) => void,
): Promise<SessionVault> {
  return openVaultOn(() => openSealedStore('colonnade-session', installationSecret), ports, onLate);
}

/** As `openSessionVault`, on a store of the caller's. */
export async function openVaultOn(
  openStore: () => Promise<SealedStore>,
  { clock, signOutMark }: VaultPorts,
  onLate: (vault: SessionVault) => void,
): Promise<SessionVault> {
  const opening = openStore().then((store) =>
    createSealedVault({ store, signOutMark, readWallMs: clock.wallMs }),
  );
  try {
    // Some browsers neither open the database nor say no.
    const tooLate = wait(clock, OPENING_TIMEOUT_MS).then(() => null);
    const vault = await Promise.race([opening, tooLate]);
    if (vault !== null) return vault;
    opening.then(onLate, () => undefined);
  } catch {
    // The browser says no, and would say so again.
  }
  return createMemoryVault();
}
