import { createSHA256 } from 'hash-wasm';
import type { IncrementalSha256 } from './row-digest';

/** Starts SHA-256 in WebAssembly, if available: twice as fast. Call only if the page's policy allows it. */
export async function createFastSha256(): Promise<IncrementalSha256 | undefined> {
  try {
    const hash = await createSHA256();
    return { update: (bytes) => hash.update(bytes), digest: () => hash.digest('binary') };
  } catch {
    return undefined;
  }
}
