import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';
import { breakEndpoint } from '@/test/service-faults';

/** The bodies of the requests for rows. */
const extractions = ({ controls }: Awaited<ReturnType<typeof renderAt>>['service']) =>
  controls.journal().flatMap(({ endpoint, body }) => (endpoint === 'extraction' ? [body] : []));

const result = () => screen.findByRole('grid');
const run = () => screen.findByRole('button', { name: 'Run' });

test('nothing is run on arrival; a run shows its rows and stands in the address', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice');
  expect(await screen.findByRole('heading', { level: 1, name: 'Promotion price' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'A first look' })).toBeVisible();
  await user.click(await run());
  expect(await result()).toHaveAttribute('aria-rowcount', '241');
  expect(location.search).toContain('cacheKey=');
  expect(extractions(service).filter((body) => body?.includes('useCache'))).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: 'A first look' })).toBeNull();
});

test('while it runs it says so, and can be cancelled', async () => {
  const { user } = await renderAt('/prices/PromotionPrice', {
    prepare: ({ controls }) =>
      controls.addFault({ on: 'extraction', fault: { kind: 'delay', delayMs: 60_000 } }),
  });
  await user.click(await run());
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await run()).toBeEnabled();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('a failed run is described, and Try again runs it', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice', {
    prepare: breakEndpoint('extraction'),
  });
  await user.click(await run());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Disk full');
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await result()).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a run that fails leaves the earlier result in place', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice');
  await user.click(await run());
  await result();
  breakEndpoint('extraction')(service);
  await user.click(await run());
  expect(await screen.findByText('The run failed; the earlier result is still shown.')).toBeVisible();
  expect(screen.getByRole('grid')).toBeVisible();
});

test('a link to an expired snapshot offers a new one of the same query', async () => {
  const { user } = await renderAt('/prices/PromotionPrice?v=1&cacheKey=longgone');
  expect(await screen.findByRole('heading', { name: 'This snapshot has expired' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Take a new snapshot' }));
  expect(await result()).toBeVisible();
});

test('price columns that cannot be fetched are described, and Try again opens the workbench', async () => {
  const { user, service } = await renderAt('/prices/PromotionPrice', { prepare: breakEndpoint('prices') });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The service failed');
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await run()).toBeEnabled();
});
