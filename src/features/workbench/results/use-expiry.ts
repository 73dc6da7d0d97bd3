import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';

/** When less time than this is left, the status line highlights it. */
export const WARN_BELOW_MS = 5 * 60_000;

const CHECK_EVERY_MS = 1_000;

type Stage = 'fresh' | 'soon' | 'over';

/** Whether a snapshot has expired; false if the service's clock is unknown. Calls `onSoon` once, shortly before it expires. */
export function useExpiry(
  { expiresAtMs, timesBy }: Pick<OpenSnapshot, 'expiresAtMs' | 'timesBy'>,
  onSoon: () => void,
): boolean {
  const endsAtMs = timesBy === 'this-computer' ? expiresAtMs : Infinity;
  const [stage, setStage] = useState(() => stageAt(Date.now(), endsAtMs));
  // Polls the clock, because a timer to the end would pause while the computer sleeps, and the clock can be set.
  useEffect(() => {
    const check = () => setStage(stageAt(Date.now(), endsAtMs));
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  const warn = useEffectEvent(onSoon);
  useEffect(() => {
    if (stage === 'soon') warn();
  }, [stage]);
  return stage === 'over';
}

function stageAt(nowMs: number, endsAtMs: number): Stage {
  if (nowMs >= endsAtMs) return 'over';
  return endsAtMs - nowMs < WARN_BELOW_MS ? 'soon' : 'fresh';
}
