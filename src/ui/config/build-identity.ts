/** Identifies the sources of a build. `scripts/build-product.mjs` writes it. */
export interface BuildIdentity {
  readonly version: string;
  /** The id of the sources. It is the same for all builds of the same sources. */
  readonly id: string;
  /** The last commit that changed the sources; null if they were built outside a repository. */
  readonly commit: string | null;
  /** The time of `commit`, in ms since 1970. */
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
