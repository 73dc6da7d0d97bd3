import { useEffect, useEffectEvent } from 'react';

/**
 * Ctrl+F, and F3 as long as nothing is being looked for, where the results have the focus or nothing has. Elsewhere the
 * browser's own search is what people expect.
 */
export function useFindKey(isFinding: boolean, onFind: () => void): void {
  const find = useEffectEvent((event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
    const isF3 = !isFinding && event.key === 'F3' && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (event.defaultPrevented || (!isFind && !isF3) || (isFind && event.shiftKey) || event.altKey) return;
    const active = document.activeElement;
    const isHere = active === null || active === document.body || active.closest('[data-results]') !== null;
    if (!isHere) return;
    event.preventDefault();
    onFind();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => find(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
