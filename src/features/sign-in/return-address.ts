const START = '/prices';
const SIGN_IN = /^\/sign-in\/?$/;

/** Returns the address after a sign-in: `next` if it is within this application (never another origin), or the start screen. */
export function returnAddress(next: string | undefined, origin: string = location.origin): string {
  if (next === undefined || !next.startsWith('/')) return START;
  try {
    const { origin: nextOrigin, pathname, search, hash } = new URL(next, origin);
    // A path that begins with two slashes, as `/.//host` does once resolved, would be read as a host.
    const isWithin = nextOrigin === origin && !pathname.startsWith('//');
    return isWithin && !SIGN_IN.test(pathname) ? pathname + search + hash : START;
  } catch {
    return START;
  }
}
