import * as z from 'zod';
import { localSetting } from '../base/local-setting';

const asked = localSetting('colonnade.persistence', z.enum(['granted', 'refused']));

/** Requests persistent storage once. Call it when users first save something, because some browsers show a prompt. Never rejects. */
export async function askToPersist(): Promise<void> {
  if (asked.read() !== null) return;
  try {
    asked.write((await navigator.storage.persist()) ? 'granted' : 'refused');
  } catch {
    asked.write('refused');
  }
}
