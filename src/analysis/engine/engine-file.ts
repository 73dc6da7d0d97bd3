import moduleAddress from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { EngineError } from './analysis-engine';

/** The cache (Cache Storage) of the engine's file. The HTTP cache drops such large files in private windows, and some hosts forbid it. */
const CACHE_NAME = 'colonnade-engine';

let isStored = false;

/** Whether the engine's file is available without the network. */
export function isEngineStored(): boolean {
  return isStored;
}

/** Stores the engine's file in this browser and removes earlier versions. Never rejects. */
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
    // Without network, free space or Cache Storage, the file is not stored.
  }
}

/** Returns the engine's file from the cache, or from the host of this console. Rejects with EngineError. */
export async function engineFile(): Promise<Response> {
  return (await storedEngine()) ?? fetchEngine('auto');
}

async function storedEngine(): Promise<Response | undefined> {
  try {
    return await caches.match(moduleAddress, { cacheName: CACHE_NAME });
  } catch {
    // Without Cache Storage, the file comes from the network.
    return undefined;
  }
}

async function fetchEngine(priority: RequestPriority): Promise<Response> {
  const response = await fetch(moduleAddress, { priority }).catch(() => null);
  const isPage = response?.headers.get('content-type')?.includes('text/html') === true;
  if (response?.ok !== true || isPage) throw new EngineError({ kind: 'not-loaded' });
  return response;
}
