/** Matches the error messages of Chrome, Firefox and Safari, and that of Vite for a stylesheet. */
const NOT_LOADED =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/;

/** Reports that a worker's script could not be loaded. For imports, the browser throws its own errors. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError';
}

/** Whether an error means that a file of the build could not be loaded, and not that its code threw. Also works in workers. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof NotLoadedError || (error instanceof Error && NOT_LOADED.test(error.message));
}
