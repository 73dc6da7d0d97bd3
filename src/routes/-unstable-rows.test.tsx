import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAt } from '@/test/render-at';
import { described } from '@/test/service-description.arbitraries';

const NO_SNAPSHOTS = described({ extraction: { snapshot: null } });

test('rows of a service without snapshots say so, and have no countdown', async () => {
  const { user, service } = await renderAt('/prices/SalesPrice', {
    description: NO_SNAPSHOTS,
    prepare: (service) => void vi.spyOn(service, 'handle'),
  });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  expect(screen.getByText('No stable snapshot: rows may move between pages')).toBeVisible();
  expect(screen.queryByText(/expires|Snapshot taken/)).toBeNull();
  expect(screen.queryByRole('button', { name: /Refresh/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Run again' }));
  await screen.findByRole('grid');

  await user.click(screen.getByRole('link', { name: 'Snapshots' }));
  expect(await screen.findByText('The service keeps no snapshots')).toBeVisible();
  const asked = vi.mocked(service.handle).mock.calls.map(([{ url }]) => url);
  expect(asked.filter((url) => url.endsWith('/events'))).toEqual([]);
});
