import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderBuilder } from '@/test/render-query-builder';
import type { EngineFailure } from '@/analysis/engine/analysis-engine';
import { NoRowsRead } from './no-rows-read';
import { initialReading, type ReadingState } from '@/analysis/reading/reading-state';
import type { Reading } from './use-reading';

function renderFailed(failure: EngineFailure) {
  const start = vi.fn<Reading['store']['start']>();
  const state: ReadingState = {
    ...initialReading(1_000),
    status: 'failed',
    kind: 'all',
    failure: { kind: 'engine', failure },
  };
  const reading = { store: { start }, state } as unknown as Reading;
  return { start, ...renderBuilder({ beside: <NoRowsRead reading={reading} /> }) };
}

test('a browser without WebAssembly, or with a rule against it, is told what still works', async () => {
  renderFailed({ kind: 'unsupported', detail: 'WebAssembly' });
  expect(await screen.findByRole('heading', { name: 'This browser cannot do this' })).toBeVisible();
  expect(screen.getByText(/The view needs WebAssembly and Web Workers/)).toBeVisible();
  // There is no button to try again, because a second attempt would fail, too.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show rows' })).toBeVisible();
});

test('without enough memory a sample is offered', async () => {
  const { user, start } = renderFailed({ kind: 'out-of-memory' });
  expect(await screen.findByRole('heading', { name: 'Not enough memory' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Read a sample' }));
  expect(start).toHaveBeenCalledExactlyOnceWith('sample');
});

test.each<[EngineFailure, string]>([
  [{ kind: 'not-loaded' }, 'This view could not be loaded'],
  [{ kind: 'ended' }, 'The calculation has failed'],
  [{ kind: 'query-failed', detail: 'Binder Error' }, 'The calculation has failed'],
])('after $0.kind the same is tried again', async (failure, title) => {
  const { user, start } = renderFailed(failure);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(start).toHaveBeenCalledExactlyOnceWith('all');
});
