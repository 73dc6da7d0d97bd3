/** Beginnings of names in Cache Storage. The address of the console follows each of them. Workers use them, too. */
export const PROGRAM_CACHE = { prefix: 'colonnade', precache: 'program' };
export const CONFIG_CACHE = 'colonnade-config';

/** The data about a build that its service worker needs. `scripts/build-service-worker.mjs` writes it. */
interface BuiltProgram {
  /** The files to keep, with addresses relative to the worker's script. `revision` is null if a file's name contains a hash. */
  readonly files: readonly {
    readonly url: string;
    readonly revision: string | null;
    /** The digest of the content. For the page, it is computed without the path at which the page is served. */
    readonly integrity: string;
  }[];
  readonly page: string;
  /** A regular expression for the addresses of screens. It matches the part after the slash that ends the console's path. */
  readonly screens: string;
}

declare global {
  interface ImportMetaEnv {
    /** Defined only in the service worker. */
    readonly PROGRAM: BuiltProgram;
  }
}
