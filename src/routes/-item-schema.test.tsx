import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';
import { ITEM_TABLE } from '@mocks/data/item-table';
import { breakEndpoint } from '@/test/service-faults';

const table = () => screen.findByRole('table', { name: 'Columns' });

test('shows every column of the item table, once they have arrived', async () => {
  const { release } = await renderAt('/schema/item', { isHeld: true });
  expect(await screen.findByRole('heading', { level: 1, name: 'Item table' })).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  release();
  expect(within(await table()).getByRole('row', { name: /InsertDate/ })).toBeVisible();
});

test('the address says what is searched and which column is open', async () => {
  await renderAt('/schema/item?search=date&column=InsertDate');
  const rows = within(await table());
  // Without style sheets, the <mark> in the column's name counts as a block, so a space may follow "Insert".
  expect(rows.getByRole('row', { name: /Insert\s?Date/ })).toBeVisible();
  expect(rows.queryByRole('row', { name: /NeedsPrice/ })).toBeNull();
  expect(await screen.findByText(/^Date and time\. .*New rows get: current date-time\./)).toBeVisible();
});

test('a price column leads to its item columns, and a column to the price columns that have it', async () => {
  const { user } = await renderAt('/schema/item?priceColumn=SalesPrice');
  const rows = within(await table());
  const link = await screen.findByRole('link', { name: 'Columns of Sales price' });
  expect(link).toHaveAttribute('href', '/prices/SalesPrice');
  // The field ItemNumber refers to the item's column Number.
  expect(rows.getByRole('row', { name: /^Number/ })).toBeVisible();
  expect(rows.queryByRole('row', { name: /ImageUrl/ })).toBeNull();

  await user.click(rows.getByRole('button', { name: 'Number' }));
  const details = within(screen.getByRole('region', { name: 'Column details' }));
  expect(details.getByText(/^Text of up to 128 characters\. Identifies a row\./)).toBeVisible();
  const usedIn = within(details.getByRole('region', { name: 'Used in price columns' }));
  expect(usedIn.getByRole('link', { name: 'Sales price' })).toHaveAttribute('href', '/prices/SalesPrice');

  await user.click(screen.getByRole('button', { name: 'Show all columns of the item table' }));
  expect(await rows.findByRole('row', { name: /ImageUrl/ })).toBeVisible();
});

test('a service that fails is described, and Try again shows the table', async () => {
  const { user, service } = await renderAt('/schema/item', { prepare: breakEndpoint('item-table') });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The service failed');
  expect(alert).toHaveTextContent('Disk full');
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await table()).toBeVisible();
});

test('an item table without columns is not a failure', async () => {
  await renderAt('/schema/item', {
    prepare: ({ controls }) =>
      controls.addFault({ on: 'item-table', times: null, fault: { kind: 'data', data: [] } }),
  });
  expect(await screen.findByRole('heading', { name: 'The item table has no columns' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an export of the table says what has changed since, and any other file that it is none', async () => {
  const { user } = await renderAt('/schema/item');
  await table();
  const input = screen.getByLabelText<HTMLInputElement>('JSON export to compare with');
  const [number, ...others] = ITEM_TABLE.map((metadata) => ({ name: metadata.name, metadata }));
  const exported = (entries: readonly object[], name: string) =>
    new File([JSON.stringify(entries)], name, { type: 'application/json' });

  await user.upload(
    input,
    exported(
      [{ ...number, name: 'Sku', metadata: { ...number?.metadata, name: 'Sku' } }, ...others],
      'june.json',
    ),
  );
  const changes = within(await screen.findByRole('region', { name: 'Changed since june.json' }));
  expect(changes.getByText('1 added, 1 removed')).toBeVisible();
  expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Number added',
    'Sku removed',
  ]);
  await user.click(changes.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('region', { name: /june/ })).toBeNull();

  await user.upload(input, exported([], 'list.json'));
  expect(await screen.findByRole('alert')).toHaveTextContent('list.json is no JSON export of this table.');
});
