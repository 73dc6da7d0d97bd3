import { useEffect, useState } from 'react';

/** The time by this computer's clock, ms since 1970; told anew each second while it is to run on. */
export function useNow(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
