import { randomId } from '@/lib/base/random-id';

/** Begins the keys that the console makes for a service without snapshots. No key of a service begins like this. */
const PREFIX = 'colonnade-query:';

/**
 * Returns a new key for the rows of a query that the service evaluates again for each page. The key is never sent. It names its query,
 * so that no cache with such keys mixes the rows of two queries.
 */
export function newLocalKey(query: string): string {
  return `${PREFIX}${randomId()}:${hashOf(query)}`;
}

/** Whether the console has made a key, because the service keeps no snapshots. */
export function isLocalKey(cacheKey: string | null | undefined): boolean {
  return cacheKey?.startsWith(PREFIX) === true;
}

/** Returns the key under which a service or a copy has the rows; null if the console made it, because nobody else knows it. */
export function namedKey(cacheKey: string): string | null {
  return isLocalKey(cacheKey) ? null : cacheKey;
}

/** Whether a key was made for this query. */
export function isKeyOfQuery(cacheKey: string, query: string): boolean {
  return isLocalKey(cacheKey) && cacheKey.endsWith(`:${hashOf(query)}`);
}

/** Returns 64 bits in hex that differ for different texts, except by chance. They protect against mistakes, not against attacks. */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + at), 0x5bd1e995);
    high ^= high >>> 13;
  }
  return [low, high].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
