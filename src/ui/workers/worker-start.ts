/** The message that a worker sends after its script has run. */
const STARTED = 'started';

/** Called in a worker that can be kept as a spare. Reports that the worker's script has run. */
export function reportStarted(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
  self.postMessage(STARTED);
}

/** Whether a message comes from `reportStarted`, and is not a reply to a call. */
export function isStarted(data: unknown): boolean {
  return data === STARTED;
}
