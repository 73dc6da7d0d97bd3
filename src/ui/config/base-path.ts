/** The address of this script, which the build puts into the folder `assets` beside `index.html`. */
const ownAddress = import.meta.url;

/** The console's path, with a slash at each end. It is derived from the address of this script, so that one build serves every path. */
export const basePath: string =
  import.meta.env.BASE_URL === './' ? new URL('..', ownAddress).pathname : import.meta.env.BASE_URL;

/** Adds the base path to an address within the console, which begins with a slash. */
export function withBasePath(address: string): string {
  return basePath + address.slice(1);
}
