import { useEffect, useEffectEvent, useRef } from 'react';

interface Address {
  readonly cacheKey?: string | undefined;
}

/**
 * The way to another address. `onElsewhere` hears when another snapshot, or none, is shown that was not gone to this way:
 * by Back, by a link, by the list of notifications.
 */
export function useOwnAddress<A extends Address, How>(
  { cacheKey }: Address,
  navigate: (to: A, how?: How) => void,
  onElsewhere: () => void,
): (to: A, how?: How) => void {
  const sentTo = useRef(cacheKey);
  const hearElsewhere = useEffectEvent(onElsewhere);
  useEffect(() => {
    if (sentTo.current === cacheKey) return;
    sentTo.current = cacheKey;
    hearElsewhere();
  }, [cacheKey]);
  return (to, how) => {
    sentTo.current = to.cacheKey;
    navigate(to, how);
  };
}
