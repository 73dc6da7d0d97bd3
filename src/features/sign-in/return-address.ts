const START = '/prices';
const SIGN_IN = /^\/sign-in\/?$/;

/** Returns the address to open after a sign-in: `next` if it is within this application, otherwise the start page. */
export function returnAddress(next: string | undefined, origin: string = location.origin): string {
  if (next === undefined || !next.startsWith('/')) return START;
  try {
    const { origin: nextOrigin, pathname, search, hash } = new URL(next, origin);
    // A path that begins with two slashes would be read as a host. `/.//host` is resolved to such a path.
    const isWithin = nextOrigin === origin && !pathname.startsWith('//');
    return isWithin && !SIGN_IN.test(pathname) ? pathname + search + hash : START;
  } catch {
    return START;
  }
}
