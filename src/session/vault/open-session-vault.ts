import { wait, type Clock } from '@/lib/base/clock';
import { openSealedStore, type SealedStore } from '@/lib/storage/sealed-store';
import { createMemoryVault } from './memory-vault';
import { createSealedVault } from './sealed-vault';
import type { SessionVault, SignOutMark } from './session-vault';

interface VaultPorts {
  readonly clock: Clock;
  readonly signOutMark: SignOutMark;
}

/** Most browsers open a database faster than this, and the sign-in screen should not wait longer. */
const OPENING_TIMEOUT_MS = 3_000;

/** Opens the shared vault, or else a vault in memory. Never rejects. `onLate` receives a shared vault that opens too late. */
export function openSessionVault(
  ports: VaultPorts,
  installationSecret: string | null,
  onLate: (vault: SessionVault) => void,
): Promise<SessionVault> {
  return openVaultOn(() => openSealedStore('colonnade-session', installationSecret), ports, onLate);
}

/** Like `openSessionVault`, but with a function that opens the store. */
export async function openVaultOn(
  openStore: () => Promise<SealedStore>,
  { clock, signOutMark }: VaultPorts,
  onLate: (vault: SessionVault) => void,
): Promise<SessionVault> {
  const opening = openStore().then((store) =>
    createSealedVault({ store, signOutMark, readWallMs: clock.wallMs }),
  );
  try {
    // In some browsers, opening the database can hang without an error, so there is a time limit.
    const tooLate = wait(clock, OPENING_TIMEOUT_MS).then(() => null);
    const vault = await Promise.race([opening, tooLate]);
    if (vault !== null) return vault;
    opening.then(onLate, () => undefined);
  } catch {
    // The browser refuses to open the database and would refuse again, so there is no retry.
  }
  return createMemoryVault();
}
