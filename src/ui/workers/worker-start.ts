/** The message that a worker sends once its script has run. */
const STARTED = 'started';

/** In a worker that can be kept as a spare: reports that its script has run. */
export function reportStarted(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a worker has none
  self.postMessage(STARTED);
}

/** Whether a message is that of `reportStarted`, and so not a reply. */
export function isStarted(data: unknown): boolean {
  return data === STARTED;
}
