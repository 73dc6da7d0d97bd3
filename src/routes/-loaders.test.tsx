import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAt } from '@/test/render-at';
import { breakEndpoint } from '@/test/service-faults';

const SCREENS = [
  { address: '/prices', endpoint: 'prices', path: '/api/prices', content: 'Sales price' },
  { address: '/prices/SalesPrice', endpoint: 'prices', path: '/api/prices', content: 'Run' },
  { address: '/schema/item', endpoint: 'item-table', path: '/api/tables/item', content: 'NeedsPrice' },
] as const;

/** Opens an address, and returns a function that lists the metadata requests made since. */
async function openCounted(address: string, brokenEndpoint?: 'prices' | 'item-table') {
  const requests: { readonly path: string; readonly signal: AbortSignal }[] = [];
  const opened = await renderAt(address, {
    prepare: (service) => {
      if (brokenEndpoint !== undefined) breakEndpoint(brokenEndpoint)(service);
      const { handle } = service;
      vi.spyOn(service, 'handle').mockImplementation((request) => {
        const path = SCREENS.find((candidate) => request.url.endsWith(candidate.path))?.path;
        if (path !== undefined) requests.push({ path, signal: request.signal });
        return handle(request);
      });
    },
  });
  // Leaves out aborted requests: strict mode mounts every screen twice, and the first unmount aborts its request.
  const requested = () => requests.filter(({ signal }) => !signal.aborted).map(({ path }) => path);
  return { ...opened, requested };
}

test.each(SCREENS)('opening $address sends one request', async ({ address, path, content }) => {
  const { requested } = await openCounted(address);
  expect(await screen.findByText(content)).toBeInTheDocument();
  expect(requested()).toEqual([path]);
});

test.each(SCREENS)('opening $address sends one request that fails', async ({ address, path, endpoint }) => {
  const { requested } = await openCounted(address, endpoint);
  expect(await screen.findByRole('alert')).toHaveTextContent('Disk full');
  expect(requested()).toEqual([path]);
});

test('a search, and another visit to a screen, send no request', async () => {
  const { requested, user } = await openCounted('/prices');
  await user.type(await screen.findByRole('searchbox'), 'sales');
  await user.click(screen.getByRole('link', { name: 'Snapshots' }));
  await screen.findByRole('heading', { level: 1, name: 'Snapshots' });
  await user.click(screen.getByRole('link', { name: 'Price columns' }));
  await screen.findByRole('heading', { level: 1, name: 'Price columns' });
  expect(requested()).toEqual(['/api/prices']);
});

test('a screen is requested when the pointer rests on its link, and not again when it opens', async () => {
  const { requested, user } = await openCounted('/prices');
  await screen.findByRole('searchbox');
  const link = screen.getByRole('link', { name: 'Item schema' });
  await user.hover(link);
  await vi.waitFor(() => expect(requested()).toEqual(['/api/prices', '/api/tables/item']));
  await user.click(link);
  expect(await screen.findByText('NeedsPrice')).toBeInTheDocument();
  expect(requested()).toEqual(['/api/prices', '/api/tables/item']);
});

test('a failure on screen stays when the pointer rests on a link whose screen needs the same', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { requested, user } = await openCounted('/prices/SalesPrice', 'prices');
    const failure = await screen.findByRole('alert');
    await user.hover(screen.getByRole('link', { name: 'Price columns' }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await user.hover(screen.getByRole('link', { name: 'Item schema' }));
    await vi.waitFor(() => expect(requested()).toContain('/api/tables/item'));
    expect(requested()).toEqual(['/api/prices', '/api/tables/item']);
    expect(failure).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});
