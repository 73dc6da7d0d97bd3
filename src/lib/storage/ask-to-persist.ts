import * as z from 'zod';
import { localSetting } from '../base/local-setting';

const asked = localSetting('colonnade.persistence', z.enum(['granted', 'refused']));

/**
 * Requests persistent storage once, so that the browser does not evict it. Some browsers prompt, so call it when something
 * is first saved on purpose. Nothing depends on the outcome. Never rejects.
 */
export async function askToPersist(): Promise<void> {
  if (asked.read() !== null) return;
  try {
    asked.write((await navigator.storage.persist()) ? 'granted' : 'refused');
  } catch {
    asked.write('refused');
  }
}
