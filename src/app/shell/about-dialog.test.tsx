import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderAt } from '@/test/render-at';

test('About says what this console is, and copies what happened without names or values', async () => {
  // Silences a warning: the test document has no layout, so the focus trap finds no element to focus.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { user } = await renderAt('/prices/SalesPrice?v=1&filter=PriceList~is~Secret');
  // Waits for the whole screen and not only its heading, because a screen that appears takes the focus from an open menu.
  await screen.findByRole('button', { name: 'Run' });
  await user.click(screen.getByRole('button', { name: /^Account/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'About' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'About Colonnade' }));
  expect(dialog.getByText('Development')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Copy diagnostics' }));
  expect(await dialog.findByText('Diagnostics copied.')).toBeVisible();
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain('Screen: /prices/$priceColumn with v, filter');
  expect(copied).toMatch(/screen: \/prices\/\$priceColumn$/m);
  expect(copied).toMatch(
    /request: GET \/…\/api\/prices: 200 after \d+ ms, request \S+, trace [0-9a-f]{32}$/m,
  );
  expect(copied).toMatch(/session: signed-in$/m);
  expect(copied).not.toMatch(/SalesPrice|Secret|demo-manager/);
  expect(warn.mock.calls.filter(([text]) => !String(text).includes('use-focus-trap'))).toEqual([]);
});
