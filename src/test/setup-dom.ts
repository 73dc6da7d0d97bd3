import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import * as React from 'react';
import { threadId } from 'node:worker_threads';
import { afterAll, beforeEach, vi } from 'vitest';
import type * as appTheme from '@/app/theme/theme';
import { createFakeLocks } from './fake-locks';

/** The document has no layout, so none of the observers that Mantine creates ever reports anything. */
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/**
 * Reduces motion, so that an opened element is visible at once. With a fade, it would be in the document but invisible for two frames, and
 * a test could find it then.
 */
function stillMedia(media: string): MediaQueryList {
  const events = new EventTarget();
  return {
    media,
    matches: media === '(prefers-reduced-motion: reduce)',
    onchange: null,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    addListener: () => undefined,
    removeListener: () => undefined,
  };
}

window.ResizeObserver = NoResizeObserver;

let testCount = 0;
beforeEach(() => {
  testCount += 1;
  // The new database keeps out writes that an earlier test has not finished.
  vi.stubGlobal('indexedDB', new IDBFactory());
  // In the simulated document, unlike in any browser, `navigator.locks` is null.
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
});

// Only the tabs of one test share a channel. Node's channels also reach other threads, and tabs that an earlier test has left open.
const NodeBroadcastChannel = globalThis.BroadcastChannel;
const BroadcastChannelOfTest = class extends NodeBroadcastChannel {
  constructor(name: string) {
    super(`${threadId}-${testCount}-${name}`);
  }
};
globalThis.BroadcastChannel = BroadcastChannelOfTest;
window.BroadcastChannel = BroadcastChannelOfTest;

/** The names of inline elements. In an accessible name, spaces surround the content of all other elements. */
const INLINE =
  'a,abbr,b,bdi,bdo,br,cite,code,data,em,i,kbd,label,mark,q,s,samp,small,span,strong,sub,sup,svg,time,u,var,wbr'.split(
    ',',
  );

// No style sheet is loaded, so only the styles of the element itself apply. Computing all styles for each query by role and each press
// would take a sixth of the time.
window.getComputedStyle = (element) => {
  const { style } = element as HTMLElement;
  const display = () => style.display || (INLINE.includes(element.localName) ? 'inline' : 'block');
  return new Proxy(style, {
    get(target, name) {
      if (name === 'display') return display();
      if (name === 'getPropertyValue')
        return (property: string) => (property === 'display' ? display() : target.getPropertyValue(property));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

// In development, React takes a stack trace for each of the first 10,000 elements per second, which would take a sixth of the time of
// these tests.
Object.defineProperty(
  (React as unknown as Record<string, object>)[
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  ] ?? {},
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set(): void {} },
);

window.matchMedia = stillMedia;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

// Without layout every button counts as scrolled out of view. Mantine hides the menu of such a button as soon as it has computed the
// menu's position, so tests could not find its items.
vi.mock('@/app/theme/theme', async (importOriginal) => {
  const original = await importOriginal<typeof appTheme>();
  const { mergeThemeOverrides, Popover } = await import('@mantine/core');
  const components = { Popover: Popover.extend({ defaultProps: { hideDetached: false } }) };
  return { ...original, theme: mergeThemeOverrides(original.theme, { components }) };
});

// Files may share a document. A member that one file leaves there would reach another file, but only in some orders.
const REPLACED = ['navigator.clipboard', 'navigator.locks'];
const membersBefore = sharedMembers();
afterAll(() => {
  const left = sharedMembers().filter((member) => !membersBefore.includes(member));
  if (left.length > 0) throw new Error(`This file has left ${left.join(', ')}: use stubMember.`);
});

function sharedMembers(): readonly string[] {
  const shared = { document, navigator, URL, 'HTMLAnchorElement.prototype': HTMLAnchorElement.prototype };
  return (
    Object.entries(shared)
      .flatMap(([name, object]) => Object.getOwnPropertyNames(object).map((member) => `${name}.${member}`))
      // React adds members to a document. user-event and the setup above replace the others for each test.
      .filter((member) => !member.startsWith('document._react') && !REPLACED.includes(member))
  );
}
