/** Where people land who wanted nothing in particular. */
const START = '/prices';
const SIGN_IN = /^\/sign-in\/?$/;

/**
 * The address to go to after sign-in: the one given if it lies within this application, else the start. Never another
 * origin, whatever the address bar held.
 */
export function returnAddress(next: string | undefined, origin: string = location.origin): string {
  if (next === undefined || !next.startsWith('/')) return START;
  try {
    const { origin: nextOrigin, pathname, search, hash } = new URL(next, origin);
    // A path of two slashes at its start, as `/.//host` has once its dots are gone, would be read as a host.
    const isWithin = nextOrigin === origin && !pathname.startsWith('//');
    return isWithin && !SIGN_IN.test(pathname) ? pathname + search + hash : START;
  } catch {
    return START;
  }
}
