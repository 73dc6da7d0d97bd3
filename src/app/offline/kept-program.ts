/** Names in Cache Storage; the address at which the console is served follows each of them. Usable in workers. */
export const PROGRAM_CACHE = { prefix: 'colonnade', precache: 'program' };
export const CONFIG_CACHE = 'colonnade-config';

/** What a build tells its service worker; written by `scripts/build-service-worker.mjs`. */
interface BuiltProgram {
  /** The files to keep, beside the worker's script. `revision`: null if the file's name changes with its content. */
  readonly files: readonly {
    readonly url: string;
    readonly revision: string | null;
    /** The digest of the content; for the page, without the path at which it is served. */
    readonly integrity: string;
  }[];
  readonly page: string;
  /** A regular expression for the addresses of screens, from the slash after the console's path on. */
  readonly screens: string;
}

declare global {
  interface ImportMetaEnv {
    /** In the service worker only. */
    readonly PROGRAM: BuiltProgram;
  }
}
