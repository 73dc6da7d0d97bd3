import { VisuallyHidden } from '@mantine/core';
import { useCallback, useState } from 'react';

/** The live region to render, and the function that speaks through it, politely. */
export function useAnnouncer(): {
  readonly announce: (text: string) => void;
  readonly announcer: React.ReactNode;
} {
  const [{ text, ordinal }, setAnnouncement] = useState({ text: '', ordinal: 0 });
  const announce = useCallback((next: string) => {
    setAnnouncement((last) => ({ text: next, ordinal: last.ordinal + 1 }));
  }, []);
  return {
    announce,
    announcer: (
      <VisuallyHidden aria-live="polite">
        {/* A new element is read even where the text is the same as before. */}
        <span key={ordinal}>{text}</span>
      </VisuallyHidden>
    ),
  };
}
