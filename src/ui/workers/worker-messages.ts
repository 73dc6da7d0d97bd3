/** A command for a worker, with an id that its reply will have, too. */
export interface CallMessage<Command> {
  readonly id: number;
  readonly command: Command;
}

/** A reply. `trouble` is plain data instead of an error, because structured cloning drops the custom members of an error. */
export type CallReply<Result, Trouble> = { readonly id: number } & (
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly trouble: Trouble }
);

/** A message that a worker sends before its reply. */
export type CallNote<Progress> =
  /** The worker is still running and not stuck (see `reportAlive`). */
  | { readonly kind: 'alive' }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: Progress };
