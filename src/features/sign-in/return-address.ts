/** Where people land who wanted nothing in particular. */
const START = '/prices';

/**
 * The address to go to after sign-in: the one given if it lies within this application, else the start. Never another
 * origin, whatever the address bar held.
 */
export function returnAddress(next: string | undefined, origin: string = location.origin): string {
  if (next === undefined || !next.startsWith('/')) return START;
  try {
    const url = new URL(next, origin);
    if (url.origin !== origin || url.pathname === '/sign-in') return START;
    return url.pathname + url.search + url.hash;
  } catch {
    return START;
  }
}
