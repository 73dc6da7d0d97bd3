import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { UNKNOWN_RIGHTS } from '@/session/rights';
import { englishMessages } from '@/shared/i18n/catalogue-en';
import { PriceColumnsTable } from './price-columns-table';

async function renderTable(count: number): Promise<void> {
  const priceColumns = Array.from({ length: count }, (_, at) => ({
    name: `P${at}`,
    displayName: `Price ${at}`,
    description: null,
    sourceTable: 'T',
    fields: [],
  }));
  const rootRoute = createRootRoute({
    component: () => <PriceColumnsTable priceColumns={priceColumns} rights={UNKNOWN_RIGHTS} />,
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await act(async () => {
    render(
      <MantineProvider env="test">
        <IntlProvider locale="en" messages={englishMessages} timeZone="UTC">
          <RouterProvider router={router} />
        </IntlProvider>
      </MantineProvider>,
    );
    await router.load();
  });
}

test('thousands are drawn in steps, and the focus goes on with the first of the new ones', async () => {
  await renderTable(450);
  expect(screen.getAllByRole('link')).toHaveLength(200);
  await userEvent.click(screen.getByRole('button', { name: 'Show 200 more' }));
  expect(screen.getAllByRole('link')).toHaveLength(400);
  expect(screen.getByRole('link', { name: 'Price 200' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Show 50 more' }));
  expect(screen.getAllByRole('link')).toHaveLength(450);
  expect(screen.getByRole('link', { name: 'Price 400' })).toHaveFocus();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a list as it usually is, is drawn whole', async () => {
  await renderTable(200);
  expect(screen.getAllByRole('link')).toHaveLength(200);
  expect(screen.queryByRole('button')).toBeNull();
});
