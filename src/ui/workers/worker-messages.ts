/** A command, with the number that its reply will have. */
export interface CallMessage<Command> {
  readonly id: number;
  readonly command: Command;
}

/** A reply. Errors are data: a structured clone keeps no members of an error. */
export type CallReply<Result, Trouble> = { readonly id: number } & (
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly trouble: Trouble }
);

/** A message before the reply. */
export type CallNote<Progress> =
  /** The worker gets on (`reportAlive`). */
  | { readonly kind: 'alive' }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: Progress };
