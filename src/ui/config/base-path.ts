/** The script's address is in the folder `assets`, beside `index.html`. */
const ownAddress = import.meta.url;

/**
 * The path below which the console is served, with a slash at each end. One build serves every path: its files refer to each
 * other by relative addresses, and this file finds the path in its own address.
 */
export const basePath: string =
  import.meta.env.BASE_URL === './' ? new URL('..', ownAddress).pathname : import.meta.env.BASE_URL;

/** Adds the base path to an address within the console, which begins with a slash. */
export function withBasePath(address: string): string {
  return basePath + address.slice(1);
}
