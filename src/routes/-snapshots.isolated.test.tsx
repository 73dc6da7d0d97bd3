import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { keptCopies } from '@/rows/kept-copies/kept-copies';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { enter } from '@/test/enter-text';
import { renderAt } from '@/test/render-at';
import { testCopy } from '@/test/test-snapshot';

test('without a run there are no snapshots; a run lists its own, which opens and can be forgotten', async () => {
  const { user } = await renderAt('/snapshots', { keepsRecords: true });
  expect(await screen.findByRole('heading', { name: 'No snapshots yet' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Price columns' }));
  await user.click(await screen.findByRole('link', { name: 'Promotion price' }));
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  await user.click(screen.getByRole('link', { name: 'Snapshots' }));
  const row = within(await screen.findByRole('row', { name: /Promotion price/ }));
  expect(row.getByRole('cell', { name: '240' })).toBeVisible();
  expect(row.getByRole('link', { name: /^Open Promotion price/ })).toHaveAttribute(
    'href',
    expect.stringContaining('cacheKey='),
  );
  // With only one snapshot, the user can still compare it with a file.
  expect(row.getByRole('button', { name: /^Compare with… \(Promotion price/ })).toBeVisible();
  await user.click(row.getByRole('button', { name: /^Forget Promotion price/ }));
  expect(await screen.findByRole('heading', { name: 'No snapshots yet' })).toBeVisible();
});

test('a snapshot takes a name and a note, and those of one query are told apart', async () => {
  const { user } = await renderAt('/prices/PromotionPrice', { keepsRecords: true });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  const firstKey = new URLSearchParams(location.search).get('cacheKey');
  await user.click(await screen.findByRole('button', { name: 'Refresh snapshot' }));
  await vi.waitFor(() => expect(new URLSearchParams(location.search).get('cacheKey')).not.toBe(firstKey));
  await user.click(screen.getByRole('link', { name: 'Snapshots' }));
  const rows = await screen.findAllByRole('row', { name: /^Promotion price/ });
  expect(rows).toHaveLength(2);
  // Both snapshots were usually taken in the same minute, so their times show seconds. If they were not, minutes are enough.
  const times = rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent);
  expect(new Set(times).size === 2 || /:\d\d:\d\d$/.test(times[0] ?? '')).toBe(true);

  const [row] = rows;
  const open = within(row as HTMLElement).getByRole('button', { name: /^Name and note of Promotion price/ });
  await user.click(open);
  const dialog = within(await screen.findByRole('dialog', { name: 'Name and note' }));
  await enter(user, await dialog.findByLabelText('Name'), 'Before the increase');
  await enter(user, dialog.getByLabelText('Note'), 'For the board');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const named = await screen.findByRole('row', { name: /^Before the increase/ });
  expect(named).toHaveTextContent('Promotion price');
  expect(named).toHaveTextContent('For the board');
  expect(
    within(named).getByRole('link', { name: /^Open Promotion price, Before the increase, taken/ }),
  ).toBeVisible();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(within(named).getByRole('button', { name: /^Name and note of/ })).toHaveFocus();
});

test('what a snapshot can be compared with is named by time, rows and query', async () => {
  const { user } = await renderAt('/prices/PromotionPrice', { keepsRecords: true });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  const firstKey = new URLSearchParams(location.search).get('cacheKey');
  await user.click(await screen.findByRole('button', { name: 'Refresh snapshot' }));
  await vi.waitFor(() => expect(new URLSearchParams(location.search).get('cacheKey')).not.toBe(firstKey));

  // The command palette opens the list of snapshots.
  await user.keyboard('{Control>}k{/Control}');
  await enter(user, await screen.findByRole('combobox', { name: 'Search or jump to' }), 'Snaps');
  await user.click(await screen.findByRole('option', { name: 'Snapshots' }));
  const [row] = await screen.findAllByRole('row', { name: /^Promotion price/ });
  await user.click(
    within(row as HTMLElement).getByRole('button', { name: /^Compare with… \(Promotion price/ }),
  );
  // The entry names the query, although both snapshots have the same one.
  const other = await screen.findByRole('menuitem', { name: /240 rows/ });
  expect(other).toHaveTextContent(/^\d.*\d · 240 rows · All rows$/);
  expect(other).toHaveAttribute('href', expect.stringContaining('with='));
});

test('a snapshot that the service has announced says when, and of which price column', async () => {
  const { user, service } = await renderAt('/snapshots', { keepsRecords: true });
  await screen.findByRole('heading', { name: 'No snapshots yet' });
  service.controls.changeSourceData();
  const row = await screen.findByRole('row', { name: /^Promotion price/ });
  expect(row).toHaveTextContent(/Received when prices changed at \d\d:\d\d/);
  await user.click(
    within(row).getByRole('button', {
      name: /^Compare with… \(Promotion price, Received when prices changed/,
    }),
  );
  await screen.findByRole('menuitem', { name: 'A file…' });
});

test('where the browser refuses its storage, that is said, and Try again reads it', async () => {
  const open = vi.spyOn(indexedDB, 'open');
  const { user } = await renderAt('/snapshots', {
    prepare: () => {
      open.mockImplementation(() => {
        throw new DOMException('Denied', 'SecurityError');
      });
    },
  });
  expect(await screen.findByRole('heading', { name: 'The list cannot be read' })).toBeVisible();
  open.mockRestore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No snapshots yet' })).toBeVisible();
});

const COPY = testCopy({ name: 'Before the increase' });

test('kept copies that are still being read are not taken for none', async () => {
  const read = vi.spyOn(keptCopies, 'readAll');
  let finish: (copies: readonly KeptCopy[]) => void = () => undefined;
  read.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  await renderAt('/snapshots');
  expect(await screen.findByText('Reading the kept copies')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'No snapshots yet' })).toBeNull();
  finish([COPY]);
  const table = within(await screen.findByRole('table', { name: 'Kept copies' }));
  expect(table.getByRole('rowheader', { name: 'Before the increase' })).toBeVisible();
  expect(screen.queryByText('Reading the kept copies')).toBeNull();
  read.mockRestore();
});

test('kept copies that cannot be read are not taken for none, and Try again reads them', async () => {
  const read = vi.spyOn(keptCopies, 'readAll').mockRejectedValue(new DOMException('', 'UnknownError'));
  const { user } = await renderAt('/snapshots');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The kept copies cannot be read');
  expect(alert).toHaveTextContent('Nothing was deleted');
  read.mockResolvedValue([COPY]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Kept copies' })).toBeVisible();
  read.mockRestore();
});
