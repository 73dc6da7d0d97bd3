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

/** Announces `text` to screen readers, politely. The empty text withdraws the caller's own last announcement. */
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

/** An announcement stays this long beside those of other components, so that neither is lost before it is read. */
const READ_AFTER_MS = 1_000;

const AnnouncementsContext = createContext<Announcements | null>(null);

/** Renders the one live region of the application; `useAnnounce` below it speaks through that region. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const [announcements] = useState(createAnnouncements);
  return (
    <AnnouncementsContext value={announcements}>
      <LiveRegion announcements={announcements} />
      {children}
    </AnnouncementsContext>
  );
}

/** Returns a stable function that announces a text instead of the component's last; withdrawn on unmount. */
export function useAnnounce(): Announce {
  const announcements = useContext(AnnouncementsContext);
  const source = useId();
  const withdrawal = useRef(0);
  useEffect(() => {
    // Strict mode mounts a component twice.
    clearTimeout(withdrawal.current);
    return () => {
      withdrawal.current = window.setTimeout(() => announcements?.announce(source, ''), READ_AFTER_MS);
    };
  }, [announcements, source]);
  return useCallback((text) => announcements?.announce(source, text), [announcements, source]);
}

/** Kept outside React's state: announcing a text must not render the whole screen again. */
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
    // Not role="status": that role belongs to the status line of the results.
    <VisuallyHidden component="div" aria-live="polite">
      {/* A new element is read even where its text is the same as before. */}
      {current.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </VisuallyHidden>
  );
}
