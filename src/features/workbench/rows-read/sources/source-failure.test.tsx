import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PageMismatchError } from '@/contract/page-mismatch';
import { CopyError } from '@/rows/kept-copies/copy-failure';
import { renderBuilder } from '@/test/render-query-builder';
import { ServiceError } from '@/ui/http/service-error';
import { SourceFailure } from './source-failure';

function renderFailure(error: Error) {
  const onRetry = vi.fn<() => void>();
  const onTakeNew = vi.fn<() => void>();
  const waysOut = { onChoose: () => undefined, onTakeNew };
  const beside = <SourceFailure error={error} onRetry={onRetry} waysOut={waysOut} />;
  return { ...renderBuilder({ hasBuilder: false, beside }), onRetry, onTakeNew };
}

test('a copy that cannot be opened is not said to be gone, and can be tried again', async () => {
  const { user, onRetry } = renderFailure(new CopyError({ kind: 'not-loaded' }));
  expect(screen.getByText('This copy cannot be opened')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('A part of this page could not be loaded.');
  expect(screen.getByRole('button', { name: 'Choose another side' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('one that is not there is', () => {
  renderFailure(new CopyError({ kind: 'missing' }));
  expect(screen.getByText('The other side is no longer there')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Take a new snapshot' })).toBeNull();
});

test('a snapshot that has expired can only be replaced', async () => {
  const { user, onTakeNew } = renderFailure(new ServiceError({ kind: 'expired-snapshot', messages: [] }));
  expect(screen.getByText('The other side is no longer there')).toBeVisible();
  expect(screen.getByRole('alert')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take a new snapshot' }));
  expect(onTakeNew).toHaveBeenCalledOnce();
});

test('one that contradicts itself can be tried again', async () => {
  const { user, onRetry } = renderFailure(new PageMismatchError('other-total'));
  // There must be only one alert, because a second one would be announced again.
  expect(screen.getByRole('alert')).toHaveTextContent('inconsistent');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
