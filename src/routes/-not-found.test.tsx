import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as screens from '@/features/price-columns/components/price-columns-screen';
import { renderAt } from '@/test/render-at';

test.each([null, 'manager'])('an unknown address has a way on, signed in or not (%s)', async (account) => {
  const { user } = await renderAt('/nowhere', { account });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go to price columns' }));
  const next = account === null ? 'Sign in' : 'Price columns';
  expect(await screen.findByRole('heading', { level: 1, name: next })).toBeVisible();
});

test('a screen that throws leaves the shell in place, and Try again renders it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const broken = vi.spyOn(screens, 'PriceColumnsScreen').mockImplementation(() => {
    throw new Error('planted');
  });
  const { user } = await renderAt('/prices');
  expect(await screen.findByRole('heading', { name: 'Something went wrong on this screen' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Item schema' })).toBeVisible();
  broken.mockRestore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Price columns' })).toBeVisible();
});
