import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';
import { described } from '@/test/service-description.arbitraries';

const NO_SNAPSHOTS = described({ extraction: { snapshot: null } });

test('rows of a service without snapshots say so, and have no countdown', async () => {
  const { user } = await renderAt('/prices/SalesPrice', { description: NO_SNAPSHOTS });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  expect(screen.getByText('No stable snapshot: rows may move between pages')).toBeVisible();
  expect(screen.queryByText(/expires|Snapshot taken/)).toBeNull();
});
