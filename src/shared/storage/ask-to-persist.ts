import * as z from 'zod';
import { localSetting } from './local-setting';

const asked = localSetting('colonnade.persistence', z.enum(['granted', 'refused']));

/**
 * Asks the browser, once, not to delete what is stored when it runs out of room: for the moment when somebody first keeps
 * something on purpose, since some browsers ask the person in turn. Nothing depends on the outcome. Never rejects.
 */
export async function askToPersist(): Promise<void> {
  // The type says it is always there; pages without a secure connection have none.
  const storage = navigator.storage as StorageManager | undefined;
  if (storage === undefined || asked.read() !== null) return;
  try {
    asked.write((await storage.persist()) ? 'granted' : 'refused');
  } catch {
    asked.write('refused');
  }
}
