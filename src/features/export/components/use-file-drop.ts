import { useEffect, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page; without it the browser would leave the page for them. True while
 * files are held over the page.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const allow = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // From one element to the next there is another; out of the window there is none.
      if (event.relatedTarget === null) setOver(false);
    };
    const take = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', take);
    };
  }, [onFiles]);
  return isOver;
}
