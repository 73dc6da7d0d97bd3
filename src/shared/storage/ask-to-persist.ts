import * as z from 'zod';
import { localSetting } from './local-setting';

const asked = localSetting('colonnade.persistence', z.enum(['granted', 'refused']));

/**
 * Requests persistent storage once, so that the browser does not evict it. Some browsers prompt, so call it when something
 * is first saved on purpose. Nothing depends on the outcome. Never rejects.
 */
export async function askToPersist(): Promise<void> {
  // Undefined in insecure contexts, although the type is not optional.
  const storage = navigator.storage as StorageManager | undefined;
  if (storage === undefined || asked.read() !== null) return;
  try {
    asked.write((await storage.persist()) ? 'granted' : 'refused');
  } catch {
    asked.write('refused');
  }
}
