import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';

const again = () => screen.queryByRole('dialog', { name: 'Sign in again' });
const openColumns = async ({ user }: Pick<Awaited<ReturnType<typeof renderAt>>, 'user'>) => {
  await screen.findByRole('table', { name: 'Price columns' });
  await user.click(screen.getByRole('link', { name: 'Item schema' }));
};

test('a session that the service has ended can be left instead, and nothing of its screen stays', async () => {
  const { user, service } = await renderAt('/prices?search=price');
  await screen.findByRole('table', { name: 'Price columns' });
  service.controls.revokeRefreshTokens();
  service.controls.expireAccessTokens();
  await openColumns({ user });
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
  await user.click(dialog.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(location.search).toBe('');
});

test('a service out of reach ends nothing: it is said, and goes on by itself', async () => {
  const { user, service } = await renderAt('/prices');
  await screen.findByRole('table', { name: 'Price columns' });
  service.controls.addFault({ on: 'token', times: null, fault: { kind: 'status', status: 503 } });
  service.controls.expireAccessTokens();
  await openColumns({ user });
  expect(await screen.findByText(/^The service cannot be reached\./)).toBeInTheDocument();
  expect(again()).toBeNull();
  service.controls.clearFaults();
  await waitFor(() => expect(screen.queryByText(/^The service cannot be reached\./)).toBeNull());
  expect(await screen.findByRole('table', { name: 'Columns' })).toBeVisible();
  expect(again()).toBeNull();
});
