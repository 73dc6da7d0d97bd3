import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import type { RunRequest, RunState } from '../workbench-state';
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

function bar(run: RunState, isOpening = false) {
  return (
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
        <RunningBar run={run} isOpening={isOpening} onCancel={() => undefined} />
      </IntlProvider>
    </MantineProvider>
  );
}

/** What is said while time passes, each thing once, and when, in whole seconds. */
async function heardWithin(region: Element, durationMs: number): Promise<string[]> {
  const heard: string[] = [];
  for (let atMs = 0; atMs < durationMs; atMs += 200) {
    await act(async () => vi.advanceTimersByTimeAsync(200));
    const words = region.textContent;
    if (words !== '' && words !== heard.at(-1)) heard.push(words);
  }
  return heard;
}

it('says that a run is under way, and ever less often that it still is, until it is over', async () => {
  const { rerender, container } = render(bar({ status: 'idle' }));
  const region = container.querySelector('[aria-live="polite"]');
  if (region === null) throw new Error('The live region has to be there before there is something to say.');
  rerender(bar({ status: 'running', id: 1, request: REQUEST }));
  expect(await heardWithin(region, 62_000)).toEqual([
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

it('keeps silent about what is over at once', async () => {
  const { rerender, container } = render(bar({ status: 'idle' }, true));
  const region = container.querySelector('[aria-live="polite"]');
  if (region === null) throw new Error('There is no live region.');
  expect(await heardWithin(region, 200)).toEqual([]);
  rerender(bar({ status: 'idle' }));
  expect(await heardWithin(region, 3_000)).toEqual([]);
});
