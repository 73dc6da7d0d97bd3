import { useEffect, useRef } from 'react';

/** Ctrl or ⌘ with Enter, wherever the focus is in the workbench; not while a dialog has it. */
export function useRunShortcut(run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.isComposing)
        return;
      if (event.target instanceof Element && event.target.closest('[role="dialog"]') !== null) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
