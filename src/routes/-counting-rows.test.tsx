import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';
import { described } from '@/test/service-description.arbitraries';

// A service that does not say how many rows there are.
const DESCRIPTION = described({ extraction: { total: null } });

test('the first rows are on screen while the others are counted, and nothing relies on a number that is not known', async () => {
  const { user, service } = await renderAt('/prices/SalesPrice', {
    description: DESCRIPTION,
    settings: { rowCount: 1_000 },
  });
  await screen.findByRole('table', { name: 'First rows' });
  // The first page is answered, the first row that is looked for is not.
  service.controls.addFault({
    on: 'extraction',
    fault: { kind: 'delay', delayMs: 600_000 },
    skip: 1,
    times: null,
  });
  await user.keyboard('{Control>}{Enter}{/Control}');

  const part = await screen.findByRole('region', { name: 'First rows', busy: true });
  expect(within(part).getByRole('status')).toHaveTextContent('Counting rows… At least 200 so far.');
  expect(within(part).getAllByRole('row')).toHaveLength(201);
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Export/ })).not.toBeInTheDocument();

  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('heading', { name: 'A first look' })).toBeVisible();
  expect(screen.queryByText('Counting rows…')).not.toBeInTheDocument();

  service.controls.clearFaults();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('grid')).toHaveAttribute('aria-rowcount', '1001');
  expect(screen.getAllByText('1,000 rows')[0]).toBeVisible();
  expect(screen.queryByText('Counting rows…')).not.toBeInTheDocument();
});

test('of very many columns some are shown while the rows are counted, which is told', async () => {
  const { user } = await renderAt('/prices/WidePrice30', {
    description: DESCRIPTION,
    prepare: ({ controls }) => {
      controls.changeSettings({ wideFieldCount: 30 });
      const fault = { kind: 'delay', delayMs: 600_000 } as const;
      // The rows of the first look, and the first page, are answered.
      controls.addFault({ on: 'extraction', fault, skip: 2, times: null });
    },
  });
  await screen.findByRole('table', { name: 'First rows' });
  await user.keyboard('{Control>}{Enter}{/Control}');
  const part = await screen.findByRole('region', { name: 'First rows', busy: true });
  expect(within(part).getAllByRole('columnheader')).toHaveLength(24);
  expect(within(part).getByRole('status')).toHaveTextContent(/24 of \d+ fields are shown\.$/);
});

test('an older snapshot stays while the rows of a new one are counted, which may expire meanwhile', async () => {
  const { user, service } = await renderAt('/prices/SalesPrice', {
    description: DESCRIPTION,
    settings: { rowCount: 1_000 },
  });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  await screen.findByRole('grid');
  const fault = { kind: 'delay', delayMs: 600_000 } as const;
  service.controls.addFault({ on: 'extraction', fault, skip: 1, times: null });
  await user.click(screen.getByRole('button', { name: 'Refresh snapshot' }));
  expect(await screen.findByText('Counting rows…')).toBeVisible();
  const older = 'Until then, the earlier rows stay on screen.';
  expect(screen.getByText(older)).toBeVisible();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Counting rows…')).not.toBeInTheDocument();
  expect(screen.queryByText(older)).not.toBeInTheDocument();

  service.controls.clearFaults();
  service.controls.addFault({
    on: 'extraction',
    fault: { kind: 'status', status: 410, messages: [] },
    skip: 1,
    times: null,
  });
  await user.click(screen.getByRole('button', { name: 'Refresh snapshot' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('expired');
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001');
  expect(screen.queryByText('Counting rows…')).not.toBeInTheDocument();
});
