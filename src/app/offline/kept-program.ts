/** In Cache Storage, each with the address that the console is served at behind it. Usable in workers. */
export const PROGRAM_CACHE = { prefix: 'colonnade', precache: 'program' };
export const CONFIG_CACHE = 'colonnade-config';

/** What a build says of itself to its service worker; written by `scripts/build-service-worker.mjs`. */
interface BuiltProgram {
  /** The files that are kept, beside the worker's script. `revision`: null where the name changes with the content. */
  readonly files: readonly {
    readonly url: string;
    readonly revision: string | null;
    /** Of its content; of the page without the path that it is served at. */
    readonly integrity: string;
  }[];
  readonly page: string;
  /** The addresses of screens, from the slash after the console's path; a regular expression. */
  readonly screens: string;
}

declare global {
  interface ImportMetaEnv {
    /** In the service worker only. */
    readonly PROGRAM: BuiltProgram;
  }
}
