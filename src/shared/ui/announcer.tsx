import { VisuallyHidden } from '@mantine/core';
import { useCallback, useState } from 'react';

/** Says `text` to screen readers, politely. */
export type Announce = (text: string) => void;

interface Announcement {
  readonly text: string;
  readonly ordinal: number;
}

/** The live region to render, and the function that speaks through it, always the same one. */
export function useAnnouncer(): { readonly announce: Announce; readonly announcer: React.ReactNode } {
  const [{ text, ordinal }, setAnnouncement] = useState<Announcement>({ text: '', ordinal: 0 });
  const announce = useCallback((next: string) => {
    setAnnouncement((last) => ({ text: next, ordinal: last.ordinal + 1 }));
  }, []);
  return {
    announce,
    announcer: (
      // No role of status: that name belongs to the status line of the results.
      <VisuallyHidden aria-live="polite">
        {/* A new element is read even where the text is the same as before. */}
        <span key={ordinal}>{text}</span>
      </VisuallyHidden>
    ),
  };
}
