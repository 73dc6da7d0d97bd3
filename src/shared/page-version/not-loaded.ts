/** Of Chrome, Firefox and Safari, and of Vite for the style sheet of a part. */
const NOT_LOADED =
  /^(?:Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/;

/** For a worker whose script could not be loaded; imports that fail throw errors of the browser. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError';
}

/** Whether something failed for want of a file of the build, and not because the code in it threw. For workers, too. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof NotLoadedError || (error instanceof Error && NOT_LOADED.test(error.message));
}
