import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FaultRule } from '@mocks/service/faults';
import { renderAt } from '@/test/render-at';

/** A failure whose message quotes values of the request. */
const QUOTING: FaultRule['fault'] = {
  kind: 'status',
  status: 500,
  messages: ['No rows for secret-list at 99.95'],
};

const breaking = (on: FaultRule['on']) => ({
  prepare: ({ controls }: Awaited<ReturnType<typeof renderAt>>['service']) =>
    controls.addFault({ on, times: null, fault: QUOTING }),
});

/** Presses **Copy diagnostics** and returns what was copied. */
async function copiedBy(user: Awaited<ReturnType<typeof renderAt>>['user']): Promise<string> {
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }));
  expect(await screen.findByText('Diagnostics copied.')).toBeVisible();
  return navigator.clipboard.readText();
}

test('a failed run names its request, and its diagnostics neither quote the service nor the query', async () => {
  const { user } = await renderAt(
    '/prices/SalesPrice?v=1&filter=PriceList~is~secret-list&99.95=1',
    breaking('extraction'),
  );
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('No rows for secret-list at 99.95');
  const id = /Request ID: ([0-9a-f]{32})/.exec(alert.textContent)?.[1] ?? 'none';
  const copied = await copiedBy(user);
  expect(copied).toContain('Screen: /prices/$priceColumn with v, filter\n');
  expect(copied).toContain(`POST /…/api/prices/…: 500 after`);
  expect(copied).toContain(`request ${id}`);
  expect(copied).not.toMatch(/secret|99\.95|SalesPrice|PriceList|manager/);
});

test('the item table names its failed request, too', async () => {
  const { user } = await renderAt('/schema/item', breaking('item-table'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Request ID: [0-9a-f]{32}/);
  expect(await copiedBy(user)).toContain('Screen: /schema/item\n');
});

test('a sign-in that fails offers diagnostics where there is no About yet', async () => {
  const { user } = await renderAt('/sign-in', { account: null, ...breaking('token') });
  await user.click(await screen.findByRole('button', { name: /^Pricing manager/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Request ID: [0-9a-f]{32}/);
  const copied = await copiedBy(user);
  expect(copied).toMatch(
    /request: POST \/…\/token: 500 after \d+ ms, request [0-9a-f]{32}, trace [0-9a-f]{32}$/m,
  );
  expect(copied).not.toMatch(/secret|99\.95|manager/);
});
