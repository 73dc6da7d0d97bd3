/** The script's address is in the folder `assets`, beside `index.html`. */
const ownAddress = import.meta.url;

/**
 * The path that the console is served below, from slash to slash. One build serves every path: its files know each other
 * by relative addresses, and this one from where it was loaded.
 */
export const basePath: string =
  import.meta.env.BASE_URL === './' ? new URL('..', ownAddress).pathname : import.meta.env.BASE_URL;

/** Returns the address within the origin of an address within the console, which begins with a slash, too. */
export function withBasePath(address: string): string {
  return basePath + address.slice(1);
}
