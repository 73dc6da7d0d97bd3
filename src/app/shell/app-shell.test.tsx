import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';

/** Follows a link of the navigation, and returns before its screen is there. */
async function followItemSchema(): Promise<HTMLElement> {
  await renderAt('/prices', { account: 'manager' });
  const link = await screen.findByRole('link', { name: 'Item schema' });
  await screen.findByRole('heading', { level: 1, name: 'Price columns' });
  link.focus();
  fireEvent.click(link);
  return screen.getByRole('button', { name: /Sales Manager|manager/ });
}

const arrived = () => screen.findByRole('heading', { level: 1, name: /^Item/ });

test('a screen that arrives has the focus', async () => {
  await followItemSchema();
  await arrived();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a screen that arrives takes no focus that somebody has moved on meanwhile', async () => {
  const elsewhere = await followItemSchema();
  fireEvent.pointerDown(elsewhere);
  elsewhere.focus();
  await arrived();
  expect(elsewhere).toHaveFocus();
});

test('a key that moves no focus keeps it from nobody', async () => {
  const elsewhere = await followItemSchema();
  fireEvent.keyDown(elsewhere, { key: 'Control' });
  elsewhere.focus();
  await arrived();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a screen that is asked for as soon as the first one shows has the focus', async () => {
  const isFollowed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (screen.queryByRole('heading', { level: 1, name: 'Price columns' }) === null) return;
      observer.disconnect();
      const link = screen.getByRole('link', { name: 'Item schema' });
      link.focus();
      fireEvent.click(link);
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await renderAt('/prices', { account: 'manager' });
  await isFollowed;
  await arrived();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
