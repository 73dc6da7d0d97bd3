import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/test/render-at';

test('a drawer returns the focus to its button', async () => {
  const { user } = await renderAt('/snapshots');
  const button = await screen.findByRole('button', { name: 'Demo controls' });
  await user.click(button);
  const drawer = await screen.findByRole('dialog', { name: 'Demo controls' });
  await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard('{Escape}');
  expect(drawer).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('the palette has a name, and returns the focus to where the shortcut was pressed', async () => {
  const { user } = await renderAt('/snapshots');
  const link = await screen.findByRole('link', { name: 'Item schema' });
  link.focus();
  await user.keyboard('{Control>}k{/Control}');
  const palette = await screen.findByRole('dialog', { name: 'Search or jump to' });
  await waitFor(() => expect(within(palette).getByRole('combobox')).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(palette).not.toBeInTheDocument();
  expect(link).toHaveFocus();
});
