/** Makes a call as soon as the limit allows it. Aborting the signal removes a waiting call from the queue. */
export type LimitedCall = <Result>(call: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** Makes at most `most` calls at a time. Others wait in order. A call canceled while it waits rejects with the signal's reason. */
export function limitConcurrency(most: number): LimitedCall {
  const waiting: (() => void)[] = [];
  let runningCount = 0;

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (runningCount < most) {
      runningCount += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      waiting.push(start);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  return async (call, signal) => {
    await turn(signal);
    try {
      return await call();
    } finally {
      // Starts the next waiting call in place of the call that has ended.
      const next = waiting.shift();
      if (next === undefined) runningCount -= 1;
      else next();
    }
  };
}
