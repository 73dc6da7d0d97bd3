import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';

/** Follows a link of the navigation, and returns before its screen is shown. */
function followItemSchema(): void {
  const link = screen.getByRole('link', { name: 'Item schema' });
  link.focus();
  fireEvent.click(link);
}

async function openPriceColumns(): Promise<void> {
  await renderAt('/prices', { account: 'manager' });
  await firstShows();
}

const accountButton = () => screen.getByRole('button', { name: /Sales Manager|manager/ });
const firstShows = () => screen.findByRole('heading', { level: 1, name: 'Price columns' });
const arrived = () => screen.findByRole('heading', { level: 1, name: /^Item/ });

test('a screen that arrives has the focus', async () => {
  await openPriceColumns();
  followItemSchema();
  await arrived();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a screen that arrives takes no focus that somebody has moved on meanwhile', async () => {
  await openPriceColumns();
  const elsewhere = accountButton();
  followItemSchema();
  fireEvent.pointerDown(elsewhere);
  elsewhere.focus();
  await arrived();
  expect(elsewhere).toHaveFocus();
});

test('a key that moves no focus keeps it from nobody', async () => {
  await openPriceColumns();
  const elsewhere = accountButton();
  followItemSchema();
  fireEvent.keyDown(elsewhere, { key: 'Control' });
  elsewhere.focus();
  await arrived();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
