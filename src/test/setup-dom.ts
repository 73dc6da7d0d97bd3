import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import * as React from 'react';
import { threadId } from 'node:worker_threads';
import { beforeEach, vi } from 'vitest';
import type * as appTheme from '@/app/theme/theme';
import { createFakeLocks } from './fake-locks';

/** The document has no layout, so none of the observers that Mantine creates ever reports anything. */
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/**
 * Nothing moves: what opens is there at once, whole. Faded in, it would be in the document for two frames before it can be seen, and what
 * is found in one of them is not visible.
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
  // What an earlier test still writes reaches nobody.
  vi.stubGlobal('indexedDB', new IDBFactory());
  // The document has `null` there, which no browser has.
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
});

// The tabs of one test hear each other. In Node, those of all threads would, and what an earlier test has left open.
const NodeBroadcastChannel = globalThis.BroadcastChannel;
const BroadcastChannelOfTest = class extends NodeBroadcastChannel {
  constructor(name: string) {
    super(`${threadId}-${testCount}-${name}`);
  }
};
globalThis.BroadcastChannel = BroadcastChannelOfTest;
window.BroadcastChannel = BroadcastChannelOfTest;

/** What stands in a line of text; an accessible name has blanks around everything else. */
const INLINE =
  'a,abbr,b,bdi,bdo,br,cite,code,data,em,i,kbd,label,mark,q,s,samp,small,span,strong,sub,sup,svg,time,u,var,wbr'.split(
    ',',
  );

// No style sheet is loaded, so what an element itself says is all there is. To compute the rest, whenever a test asks for a role or
// presses a button, takes a sixth of the time.
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

// React takes a stack trace of each of the first 10,000 elements of every second, for its warnings in development. That is a sixth of
// the time of these tests.
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

// Without layout every button counts as scrolled out of view. Mantine hides the menu of such a button as soon as its
// place is computed, and a test would find its items only if it looked before that.
vi.mock('@/app/theme/theme', async (importOriginal) => {
  const original = await importOriginal<typeof appTheme>();
  const { mergeThemeOverrides, Popover } = await import('@mantine/core');
  const components = { Popover: Popover.extend({ defaultProps: { hideDetached: false } }) };
  return { ...original, theme: mergeThemeOverrides(original.theme, { components }) };
});
