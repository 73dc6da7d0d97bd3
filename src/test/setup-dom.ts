import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import './fail-on-console';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { tabBelongings } from '@/shared/storage/tab-belongings';

// Generous: it ends a hung test, it does not judge the speed of the machine.
configure({ asyncUtilTimeout: 15_000 });

/** jsdom has no layout, so none of the observers that Mantine creates ever reports anything. */
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function noMedia(media: string): MediaQueryList {
  const events = new EventTarget();
  return {
    media,
    matches: false,
    onchange: null,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    addListener: () => undefined,
    removeListener: () => undefined,
  };
}

window.ResizeObserver = NoResizeObserver;
window.matchMedia = noMedia;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

// Screens are shown to people who are signed in.
beforeEach(() => tabBelongings.claim('somebody'));

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
