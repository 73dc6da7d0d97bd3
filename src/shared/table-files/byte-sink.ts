/** Takes a file's bytes, in order. They are written, or copied, before `write` returns. */
export interface ByteSink {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => void;
}
