import { useEffect, useState } from 'react';

/** Returns the time by this computer's clock (ms since 1970). While `isRunning`, updates it, by default each second. */
export function useNow(isRunning: boolean, everyMs = 1_000): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isRunning, everyMs]);
  return nowMs;
}
