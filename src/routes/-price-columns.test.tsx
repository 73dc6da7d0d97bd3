import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAt } from '@/test/render-at';
import { breakEndpoint } from '@/test/service-faults';

const table = () => screen.findByRole('table', { name: 'Price columns' });

test('lists the price columns of the service, once they have arrived', async () => {
  const { release } = await renderAt('/prices', { isHeld: true });
  expect(await screen.findByRole('heading', { level: 1, name: 'Price columns' })).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  release();
  const link = within(await table()).getByRole('link', { name: 'Sales price' });
  expect(link).toHaveAttribute('href', '/prices/SalesPrice');
});

test('the demo says what to try first, together with the table', async () => {
  await renderAt('/prices');
  await table();
  const steps = within(screen.getByRole('region', { name: 'Try this first' })).getAllByRole('link');
  expect(steps.map((step) => step.getAttribute('href'))).toEqual([
    expect.stringMatching(/^\/prices\/SalesPrice\?.*filter=_dtLastModifiedDate~on-or-after~/),
    expect.stringMatching(/^\/prices\/SalesPrice\?.*show=checks/),
    expect.stringMatching(/^\/prices\/SalesPrice\?.*show=pivot/),
    expect.stringMatching(/^\/prices\/SalesPrice\?.*added=/),
    expect.stringMatching(/^\/prices\/SalesPrice\?.*show=proposal/),
    '/items/A-100002303',
    expect.stringMatching(/^\/prices\/PriceHistory\?/),
  ]);
});

test('searches, and offers to clear a search that matches nothing', async () => {
  const { user } = await renderAt('/prices?search=tender');
  expect(within(await table()).getAllByRole('link')).toHaveLength(1);
  const search = screen.getByRole('searchbox', { name: 'Search price columns' });
  await user.type(search, 'xyz');
  expect(await screen.findByText(/No price column matches “tenderxyz”/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(within(await table()).getAllByRole('link').length).toBeGreaterThan(1);
});

test('a service that fails is described, and Try again shows the list', async () => {
  const { user, service } = await renderAt('/prices', { prepare: breakEndpoint('prices') });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The service failed');
  expect(alert).toHaveTextContent('Disk full');
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await table()).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an empty list is not a failure', async () => {
  await renderAt('/prices', {
    prepare: ({ controls }) =>
      controls.addFault({ on: 'prices', times: null, fault: { kind: 'data', data: [] } }),
  });
  expect(await screen.findByRole('heading', { name: 'No price columns are configured' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an account without the permission gets to know which one, and to the item schema', async () => {
  await renderAt('/prices', { account: 'viewer' });
  expect(await screen.findByRole('heading', { name: 'No access to price extraction' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the item schema' })).toHaveAttribute('href', '/schema/item');
});

test('what was run is a link to go on, and a changed source is marked until it is run again', async () => {
  const { user, service } = await renderAt('/prices', { keepsRecords: true });
  await table();
  expect(screen.queryByRole('region', { name: 'Go on' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Promotion price' }));
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  await user.click(screen.getByRole('link', { name: 'Price columns' }));
  const goOn = within(await screen.findByRole('region', { name: 'Go on' }));
  expect(goOn.getAllByRole('link').map((link) => link.textContent)).toEqual([
    expect.stringMatching(/^Recent run: Promotion priceAll rows240 rows\d+ seconds? ago$|now$/),
  ]);
  const row = () => screen.getByRole('row', { name: /^Promotion price/ });
  expect(within(row()).getByRole('cell', { name: '240' })).toBeVisible();
  expect(row()).not.toHaveTextContent('changed');
  // For a price column that was not run, the number of rows is unknown, and not zero.
  const other = screen.getByRole('row', { name: /^Tender price/ });
  expect(within(other).getAllByText('not run yet')).toHaveLength(2);

  await act(async () => service.controls.changeSourceData());
  await vi.waitFor(() => expect(row()).toHaveTextContent(/changed \d\d:\d\d/));
  expect(goOn.getByRole('link')).toHaveTextContent(/Promotion pricechanged \d\d:\d\d/);

  // The link runs its query, after which the change counts as seen.
  await user.click(goOn.getByRole('link'));
  expect(await screen.findByRole('grid')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Price columns' }));
  await table();
  expect(row()).not.toHaveTextContent('changed');
});

test('the metadata of all fields is compared with an export of them', async () => {
  // Silences a warning: the test document has no layout, so the open menu finds no item to focus.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { user } = await renderAt('/prices');
  await user.click(await screen.findByRole('button', { name: 'Field metadata' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Compare with an export…' }));
  // The button of the loaded tools has taken over the focus of the button that it replaced.
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Field metadata' })).toHaveFocus());
  const input = screen.getByLabelText('JSON export to compare with');
  const tender = { priceColumn: 'Gone', displayName: 'Gone', sourceTable: 'T', fields: [] };
  await user.upload(input, new File([JSON.stringify([tender])], 'before.json', { type: 'application/json' }));
  const note = within(await screen.findByRole('region', { name: 'Changed since before.json' }));
  expect(note.getByText('Gone').closest('li')).toHaveTextContent('Gone removed');
  expect(note.getByText('SalesPrice').closest('li')).toHaveTextContent('SalesPrice added');
  await user.click(note.getByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('button', { name: 'Field metadata' })).toHaveFocus();
  await user.upload(input, new File(['[]'], 'other.json', { type: 'application/json' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'other.json is no JSON export of price columns.',
  );
  expect(
    warn.mock.calls.map(([text]) => String(text)).filter((text) => !text.includes('use-focus-trap')),
  ).toEqual([]);
});

test('a price column of more fields than may be is named with the limit, and stops no other', async () => {
  const { user } = await renderAt('/prices', {
    prepare: ({ controls }) => controls.changeSettings({ wideFieldCount: 4_097 }),
  });
  const row = within(await table()).getByRole('row', { name: /^Wide price matrix/ });
  expect(row).toHaveTextContent('more than 4,096');
  await user.click(within(row).getByRole('link'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '“Wide price matrix” has more than 4,096 fields.',
  );
  await user.click(screen.getByRole('link', { name: 'Go to price columns' }));
  await user.click(within(await table()).getByRole('link', { name: 'Promotion price' }));
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect(await screen.findByRole('grid')).toBeVisible();
});
