/** The sources of a build; written by `scripts/build-product.mjs`. */
export interface BuildIdentity {
  readonly version: string;
  /** Equal for builds of the same sources. */
  readonly id: string;
  /** The last commit that changed the sources; null where they were built outside a repository. */
  readonly commit: string | null;
  /** When that commit was made (ms since 1970). */
  readonly committedAtMs: number | null;
  readonly hasChanges: boolean;
}

declare global {
  interface ImportMetaEnv {
    readonly BUILD_IDENTITY?: BuildIdentity;
  }
}

/** The build of this page; null in development. */
export const buildIdentity: BuildIdentity | null = import.meta.env.BUILD_IDENTITY ?? null;
