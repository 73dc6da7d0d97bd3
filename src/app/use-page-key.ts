import { useEffect, useEffectEvent } from 'react';

/** Calls `onPress` for a key that is pressed anywhere on the page, except in a modal dialog. */
export function usePageKey(isMeant: (event: KeyboardEvent) => boolean, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !isMeant(event)) return;
    if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
