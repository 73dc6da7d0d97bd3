import { VisuallyHidden } from '@mantine/core';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createListeners } from '@/lib/base/listeners';

/** Announces `text` to screen readers (`aria-live="polite"`). An empty text withdraws the caller's last announcement. */
export type Announce = (text: string) => void;

interface Announcement {
  readonly id: number;
  readonly source: string;
  readonly text: string;
  readonly madeAtMs: number;
}

interface Announcements {
  readonly announce: (source: string, text: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getCurrent: () => readonly Announcement[];
}

/** How long an announcement stays when another component announces something, so that a screen reader can read both. */
const READ_AFTER_MS = 1_000;

const AnnouncementsContext = createContext<Announcements | null>(null);

/** Renders the only live region of the application. Components below it write to the region with `useAnnounce`. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const [announcements] = useState(createAnnouncements);
  return (
    <AnnouncementsContext value={announcements}>
      <LiveRegion announcements={announcements} />
      {children}
    </AnnouncementsContext>
  );
}

/** Returns a stable function that announces a text. It replaces the component's last one, and is withdrawn on unmount. */
export function useAnnounce(): Announce {
  const announcements = useContext(AnnouncementsContext);
  const source = useId();
  const withdrawal = useRef(0);
  useEffect(() => {
    // Keeps the announcement when React's strict mode unmounts and mounts the component again.
    clearTimeout(withdrawal.current);
    return () => {
      withdrawal.current = window.setTimeout(() => announcements?.announce(source, ''), READ_AFTER_MS);
    };
  }, [announcements, source]);
  return useCallback((text) => announcements?.announce(source, text), [announcements, source]);
}

/** Creates the list of announcements. It is not React state, because announcing a text must not render the whole screen again. */
function createAnnouncements(): Announcements {
  const listeners = createListeners();
  let current: readonly Announcement[] = [];
  let lastId = 0;
  return {
    announce(source, text) {
      const madeAtMs = performance.now();
      const others = current.filter((one) => one.source !== source);
      lastId += 1;
      current =
        text === ''
          ? others
          : [
              ...others.filter((one) => madeAtMs - one.madeAtMs < READ_AFTER_MS),
              { id: lastId, source, text, madeAtMs },
            ];
      listeners.notify();
    },
    subscribe: listeners.subscribe,
    getCurrent: () => current,
  };
}

function LiveRegion({ announcements }: { readonly announcements: Announcements }) {
  const current = useSyncExternalStore(announcements.subscribe, announcements.getCurrent);
  return (
    // The region has no role="status", because the status line of the results has that role.
    <VisuallyHidden component="div" aria-live="polite">
      {/* Each announcement gets a new element, which screen readers read even if its text is the same as before. */}
      {current.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </VisuallyHidden>
  );
}
