import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FaultRule } from '@mocks/service/faults';
import { renderAt } from '@/test/render-at';

// Without a layout, the grid has no rows in view and requests no further pages. The end-to-end tests cover failures of those pages.

const ROWS = 240;

async function runAt(address: string, fault?: FaultRule) {
  const rendered = await renderAt(address, {
    prepare: ({ controls }) => {
      if (fault !== undefined) controls.addFault(fault);
    },
  });
  await rendered.user.click(await screen.findByRole('button', { name: 'Run' }));
  return rendered;
}

async function showRows() {
  const rendered = await runAt('/prices/PromotionPrice');
  expect(await screen.findByRole('grid')).toHaveAttribute('aria-rowcount', String(ROWS + 1));
  return rendered;
}

/** Without a layout, Mantine considers the popover detached and hides it. */
const rowField = () => screen.findByRole('textbox', { name: 'Go to row', hidden: true });

async function goToRow({ user }: Awaited<ReturnType<typeof runAt>>, row: string) {
  await user.click(screen.getByRole('button', { name: 'Go to row' }));
  const field = await rowField();
  await user.type(field, `${row}{Enter}`);
  return field;
}

test('a price column without rows shows an empty result, and no tools that need rows', async () => {
  await runAt('/prices/TenderPrice');
  expect(await screen.findByText('No rows match')).toBeVisible();
  expect(screen.getByText('The service has no rows in this price column at the moment.')).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Go to row' })).toBeNull();
});

test('a first page that contradicts its snapshot is not shown', async () => {
  const { user, service } = await runAt('/prices/PromotionPrice', {
    on: 'extraction',
    times: null,
    fault: { kind: 'wrong-page' },
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The snapshot’s data is inconsistent');
  expect(alert).toHaveTextContent('It was another page.');
  expect(screen.queryByRole('grid')).toBeNull();
  service.controls.clearFaults();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('grid')).toBeVisible();
});

test('Go to row rejects what is not the number of a row, until the text changes', async () => {
  const rendered = await showRows();
  const field = await goToRow(rendered, String(ROWS + 1));
  await expect.poll(() => field).toHaveAccessibleDescription(/Enter a row from 1 to 240\./);
  expect(field).toBeInvalid();
  await rendered.user.type(field, '{Backspace}');
  expect(field).toBeValid();
  await rendered.user.type(field, '{Enter}');
  await expect.poll(() => field.isConnected).toBe(false);
});
