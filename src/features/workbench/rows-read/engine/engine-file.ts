import moduleAddress from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { EngineError } from './analysis-engine';

/** In Cache Storage. A private window keeps no file of this size in the cache of its requests, and some hosts allow none at all. */
const CACHE_NAME = 'colonnade-engine';

let isStored = false;

/** Whether the engine's file is there without the network. */
export function isEngineStored(): boolean {
  return isStored;
}

/** Stores the engine's file in this browser, in place of those of earlier versions. Never rejects. */
export async function storeEngine(): Promise<void> {
  try {
    const cache = await caches.open(CACHE_NAME);
    const address = new URL(moduleAddress, location.href).href;
    if ((await cache.match(address)) === undefined) {
      await cache.put(address, await fetchEngine('low'));
      for (const earlier of await cache.keys()) if (earlier.url !== address) await cache.delete(earlier);
    }
    isStored = true;
  } catch {
    // There is no network, no room, or no such storage.
  }
}

/** Returns the engine's file, stored or of our own host. Rejects with EngineError. */
export async function engineFile(): Promise<Response> {
  return (await storedEngine()) ?? fetchEngine('auto');
}

async function storedEngine(): Promise<Response | undefined> {
  try {
    return await caches.match(moduleAddress, { cacheName: CACHE_NAME });
  } catch {
    // No such storage here.
    return undefined;
  }
}

async function fetchEngine(priority: RequestPriority): Promise<Response> {
  const response = await fetch(moduleAddress, { priority }).catch(() => null);
  const isPage = response?.headers.get('content-type')?.includes('text/html') === true;
  if (response?.ok !== true || isPage) throw new EngineError({ kind: 'not-loaded' });
  return response;
}
