import { VisuallyHidden } from '@mantine/core';
import { useState, useSyncExternalStore, type ReactNode } from 'react';

/** Says `text` to screen readers, politely. */
export type Announce = (text: string) => void;

interface Announcement {
  readonly text: string;
  readonly ordinal: number;
}

interface Announcements {
  readonly announce: Announce;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getLast: () => Announcement;
}

/** The live region to render, and the function that speaks through it, always the same one. */
export function useAnnouncer(): { readonly announce: Announce; readonly announcer: ReactNode } {
  const [announcements] = useState(createAnnouncements);
  return {
    announce: announcements.announce,
    announcer: <LiveRegion announcements={announcements} />,
  };
}

/** What is said is no state of whoever says it: a whole screen would be rendered anew for a word. */
function createAnnouncements(): Announcements {
  const listeners = new Set<() => void>();
  let last: Announcement = { text: '', ordinal: 0 };
  return {
    announce(text) {
      last = { text, ordinal: last.ordinal + 1 };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getLast: () => last,
  };
}

function LiveRegion({ announcements }: { readonly announcements: Announcements }) {
  const { text, ordinal } = useSyncExternalStore(announcements.subscribe, announcements.getLast);
  return (
    // No role of status: that name belongs to the status line of the results.
    <VisuallyHidden aria-live="polite">
      {/* A new element is read even where the text is the same as before. */}
      <span key={ordinal}>{text}</span>
    </VisuallyHidden>
  );
}
