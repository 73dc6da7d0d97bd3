import { MantineProvider } from '@mantine/core';
import { act, render, renderHook } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AnnouncerProvider, useAnnounce } from './announcer';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider env="test">
      <AnnouncerProvider>{children}</AnnouncerProvider>
    </MantineProvider>
  );
}

function setUp() {
  // The two hooks represent two components, each with its own announcer.
  const { result } = renderHook(() => ({ rows: useAnnounce(), filters: useAnnounce() }), {
    wrapper: Providers,
  });
  const region = document.querySelector('[aria-live="polite"]');
  if (region === null) throw new Error('The live region has to be there before anything is announced.');
  return {
    announce: (source: 'rows' | 'filters', text: string) => act(() => result.current[source](text)),
    elements: () => [...region.children],
    texts: () => [...region.children].map(({ textContent }) => textContent),
  };
}

it('announces what one component after the other has to announce, through one region', () => {
  const { announce, texts } = setUp();
  announce('rows', '12 rows');
  vi.advanceTimersByTime(1_000);
  announce('filters', 'Filter 1 added');
  expect(texts()).toEqual(['Filter 1 added']);
});

it('announces the same text again', () => {
  const { announce, elements, texts } = setUp();
  announce('rows', '12 rows');
  const [first] = elements();
  announce('rows', '12 rows');
  expect(texts()).toEqual(['12 rows']);
  expect(elements()[0]).not.toBe(first);
});

it('loses nothing when two components announce something at once', () => {
  const { announce, texts } = setUp();
  announce('rows', '12 rows');
  announce('filters', 'Filter 1 added');
  expect(texts()).toEqual(['12 rows', 'Filter 1 added']);
});

it('withdraws the announcement of the component that asks for it, and no other', () => {
  const { announce, texts } = setUp();
  announce('rows', '12 rows');
  announce('filters', 'Running');
  announce('filters', '');
  expect(texts()).toEqual(['12 rows']);
});

function Screen() {
  const announce = useAnnounce();
  useEffect(() => announce('12 rows'), [announce]);
  return null;
}

it('leaves nothing of a screen that has gone, once it has been read', () => {
  const { rerender, container } = render(<Screen />, { wrapper: Providers });
  const region = container.querySelector('[aria-live="polite"]');
  rerender(null);
  expect(region).toHaveTextContent('12 rows');
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  expect(region).toBeEmptyDOMElement();
});
