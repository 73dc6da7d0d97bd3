import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import { AnnouncerProvider } from '@/ui/components/announcer';
import type { RunRequest, RunState } from '../controller/workbench-state';
import { RunningBar } from './running-bar';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const REQUEST: RunRequest = {
  kind: 'query',
  draft: { fields: null, filters: [], sort: [] },
  query: { fields: null, filters: [], sort: [] },
  viewId: undefined,
  isReplaced: false,
  anchor: null,
};

function bar(run: RunState, isOpening = false, isCounting = false) {
  return (
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <AnnouncerProvider>
          <RunningBar
            run={run}
            isOpening={isOpening}
            isCounting={isCounting}
            hasEarlierRows
            onCancel={() => undefined}
          />
        </AnnouncerProvider>
      </IntlProvider>
    </MantineProvider>
  );
}

/** Returns the distinct announcements made while time passes. */
async function announcedWithin(region: Element, durationMs: number): Promise<string[]> {
  const announced: string[] = [];
  for (let atMs = 0; atMs < durationMs; atMs += 200) {
    await act(async () => vi.advanceTimersByTimeAsync(200));
    const text = region.textContent;
    if (text !== '' && text !== announced.at(-1)) announced.push(text);
  }
  return announced;
}

it('announces a run, then less and less often that it still runs, until it is over', async () => {
  const { rerender, container } = render(bar({ status: 'idle' }));
  const region = container.querySelector('[aria-live="polite"]');
  if (region === null) throw new Error('There is no live region.');
  rerender(bar({ status: 'running', id: 1, request: REQUEST }));
  expect(await announcedWithin(region, 62_000)).toEqual([
    'Running',
    'Still running, 2 seconds',
    'Still running, 10 seconds',
    'Still running, 30 seconds',
    'Still running, 60 seconds',
  ]);
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  rerender(bar({ status: 'idle' }));
  expect(region.textContent).toBe('');
});

it('announces nothing about work that is over at once', async () => {
  const { rerender, container } = render(bar({ status: 'idle' }, true));
  const region = container.querySelector('[aria-live="polite"]');
  if (region === null) throw new Error('There is no live region.');
  expect(await announcedWithin(region, 200)).toEqual([]);
  rerender(bar({ status: 'idle' }));
  expect(await announcedWithin(region, 3_000)).toEqual([]);
});

it('announces that rows are counted, and that those on screen are the earlier ones', async () => {
  const { container } = render(bar({ status: 'running', id: 1, request: REQUEST }, false, true));
  const region = container.querySelector('[aria-live="polite"]');
  if (region === null) throw new Error('There is no live region.');
  const counting = 'Counting rows… Until then, the earlier rows stay on screen.';
  expect(await announcedWithin(region, 3_000)).toEqual([counting, `${counting} Still running, 2 seconds`]);
});
