import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CopyError, type CopyFailure } from '@/rows/kept-copies/copy-failure';
import { renderBuilder } from '@/test/render-query-builder';
import { SourceFailure } from './source-failure';

function renderFailure(failure: CopyFailure) {
  const onRetry = vi.fn<() => void>();
  const waysOut = { onChoose: () => undefined, onTakeNew: null };
  const beside = <SourceFailure error={new CopyError(failure)} onRetry={onRetry} waysOut={waysOut} />;
  return { ...renderBuilder({ hasBuilder: false, beside }), onRetry };
}

test('a copy that cannot be opened is not said to be gone, and can be tried again', async () => {
  const { user, onRetry } = renderFailure({ kind: 'not-loaded' });
  expect(screen.getByText('This copy cannot be opened')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('A part of this page could not be loaded.');
  expect(screen.getByRole('button', { name: 'Choose another side' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('one that is not there is', () => {
  renderFailure({ kind: 'missing' });
  expect(screen.getByText('The other side is no longer there')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
