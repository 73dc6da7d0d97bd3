import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenSnapshot } from '../snapshot/open-snapshot';

/** From here on the time left stands out. */
export const WARN_BELOW_MS = 5 * 60_000;

const LOOK_EVERY_MS = 1_000;

type Stage = 'fresh' | 'soon' | 'over';

/**
 * True once a snapshot's time is up by this computer's clock, though the service may not have said so yet. `onSoon` hears,
 * once, that it will be before long. Where the clocks' difference is not known, nothing is claimed.
 */
export function useExpiry(
  { expiresAtMs, timesBy }: Pick<OpenSnapshot, 'expiresAtMs' | 'timesBy'>,
  onSoon: () => void,
): boolean {
  const endsAtMs = timesBy === 'this-computer' ? expiresAtMs : Infinity;
  const [stage, setStage] = useState(() => stageAt(Date.now(), endsAtMs));
  // By looking at the clock: a timer would stand still with the computer, and a clock can be set.
  useEffect(() => {
    const look = () => setStage(stageAt(Date.now(), endsAtMs));
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
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
